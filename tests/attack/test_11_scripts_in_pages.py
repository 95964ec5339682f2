"""11. In a real browser nothing runs that was stored, typed or put into the address, without help of the policy."""

from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.utils.safestring import mark_safe
from playwright.sync_api import Page, Route

from bench.pages import chromium
from tests.attack.attack import Tries, attack, replaced, together
from tests.journeys.live import until
from vintner.catalogue.models import Product
from vintner.testing.builders import make_product, make_review

PAYLOAD = "</script><script>window.stolen=1</script>\"'><img src=x onerror=window.stolen=1><svg/onload=window.stolen=1>"
HASHES = (
    PAYLOAD,
    "reviews",
    "login?redirect_url=javascript:window.stolen=1",
    f"wc-stripe-confirm-pi:1:{PAYLOAD}:x:y",
    "return_url=javascript:window.stolen=1&redirect_url=javascript:window.stolen=1",
)
WATCH = """
window.stolen = 0; window.violated = [];
document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.push(effectiveDirective));
"""


def _static(route: Route) -> None:
    """Serve the files of the pages, which the store's web server takes from where `make run` has gathered them."""
    path = Path(settings.FRONTEND_DIR, "client", route.request.url.partition("/static/")[2].partition("?")[0])
    if path.is_file():
        route.fulfill(path=path)
    else:
        route.fulfill(status=404, body="")


RAN = "(window.stolen || window.violated.some((rule) => rule.startsWith('script')))"
UNESCAPED = together(
    replaced("vintner.web.answers._for_script", mark_safe),
    replaced("csp.middleware.CSPMiddleware.process_response", lambda _self, _request, response: response),
)


@attack(without=UNESCAPED)
@pytest.mark.slow
def test_stored_and_typed_texts_and_hashes(served: str) -> Tries:
    """In a wine's name and description, its reviews, a search, parameters and the hash."""
    wine = make_product(name=f"Wine {PAYLOAD}")
    Product.objects.filter(pk=wine.pk).update(short_description=PAYLOAD, description=PAYLOAD)
    make_review(wine, text=PAYLOAD, author=PAYLOAD[:60])
    query, address = quote(PAYLOAD), wine.get_absolute_url()
    paths = (address, f"/?s={query}", f"/shop/?orderby={query}&filter_region={query}")
    with chromium() as browser:
        page = browser.new_context(base_url=served).new_page()
        page.add_init_script(WATCH)
        page.route("**/static/**", _static)
        came = [(path, _ran(page, path)) for path in (*paths, *(f"{address}#{each}" for each in HASHES))]
    yield from came  # without the browser, in whose presence Django refuses the database


def _ran(page: Page, path: str) -> bool:
    """Open a page; return whether something ran, or would have without the content policy."""
    page.goto("about:blank")
    page.goto(path, wait_until="load")
    until(page, f"{RAN} || document.querySelector('#root').childElementCount > 0")
    return bool(page.evaluate(RAN))
