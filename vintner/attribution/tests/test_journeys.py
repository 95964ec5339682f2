"""Forty journeys of a browser's cookies: when consent is given × what led here × whether scripts run.

The table is that of docs/behaviour/attribution.md.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import httpx
import pytest
from django.conf import LazySettings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from vintner.catalogue.models import Product
from vintner.consent.words import VERSION
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db
SHOP: Final = "http://shop.example"
LANDINGS: Final = {
    "utm": ("/shop/?utm_source=news&utm_medium=mail", ""),
    "organic": ("/shop/", "https://www.google.com/"),
    "referral": ("/shop/", "https://blog.example/reds/"),
    "typein": ("/shop/", ""),
}
EARLIER, BY_LAW, FIRST_PAGE, LATER, NEVER = "earlier", "by law", "on the first page", "on a later page", "never"
CONSENTS: Final = (EARLIER, BY_LAW, FIRST_PAGE, LATER, NEVER)


class Browser:
    """A visitor from Germany, or from the United States, whose scripts run or not."""

    def __init__(self, *, language: str, scripts: bool) -> None:
        self._client = httpx.Client(transport=httpx.WSGITransport(app=get_wsgi_application()), base_url=SHOP)
        self._client.headers["Accept-Language"] = language
        self._scripts = scripts
        self._page, self._referrer = "", ""

    def opens(self, path: str, referrer: str) -> None:
        """Follow a link. Browsers send the whole address to the own site alone."""
        headers = {"Accept": "text/html", "Sec-Fetch-Dest": "document"} | ({"Referer": referrer} if referrer else {})
        answer = self._client.get(path, headers=headers)
        assert answer.status_code == 200
        self._page, self._referrer = str(answer.url), referrer

    def follows(self, path: str) -> None:
        """Follow a link of the page."""
        self.opens(path, self._page)

    def answers(self, choice: str) -> None:
        """Answer by the dialog, which sends the page's referrer, or on the page of cookies, which leads back."""
        fields = {"choice": choice, "version": str(VERSION)}
        if self._scripts:
            headers = {"Accept": "application/json", "Referer": self._page}
            self._client.post("/cookies/", data={**fields, "referrer": self._referrer}, headers=headers)
            return
        headers = {"Accept": "application/json", "Referer": self._page}
        back = self._client.get("/cookies/", headers=headers).json()["back"]
        answer = self._client.post("/cookies/", data=fields | {"back": back}, headers={"Referer": f"{SHOP}/cookies/"})
        self.opens(answer.headers["Location"], f"{SHOP}/cookies/")

    def checks_out(self, wine: Product) -> dict[str, str]:
        """Return what the hidden fields of the checkout say."""
        bottle = {"product_id": str(wine.variations.get().pk), "quantity": "1"}
        self._client.post("/?wc-ajax=add_to_cart", data=bottle)
        fields = self._client.get("/checkout/", headers={"Accept": "application/json"}).json()["attribution"]
        return {name.removeprefix("wc_order_attribution_"): value for name, value in fields.items()}

    def comes_back_tomorrow(self) -> None:
        """Close the browser and let the session of the tracker end."""
        jar = self._client.cookies.jar
        jar.clear_session_cookies()
        for each in [cookie for cookie in jar if cookie.name == "sbjs_session"]:
            jar.clear(each.domain, each.path, each.name)

    @property
    def is_tracked(self) -> bool:
        return any(cookie.name.startswith("sbjs_") for cookie in self._client.cookies.jar)


@pytest.fixture(autouse=True)
def _shop(settings: LazySettings) -> Iterator[None]:
    """Let the program leave the connection of the test open, which it closes after each request of its own."""
    settings.AGE_CHECK, settings.ALLOWED_HOSTS = "off", ["shop.example"]
    for each in (request_started, request_finished):
        each.disconnect(close_old_connections)
    yield
    for each in (request_started, request_finished):
        each.connect(close_old_connections)


def expected(consent: str, source: str, *, scripts: bool) -> str:
    if consent == NEVER:
        return ""
    if consent == LATER or (consent == FIRST_PAGE and not scripts and source != "utm"):
        return "typein"
    return source


@pytest.mark.parametrize(("consent", "source", "scripts"), list(product(CONSENTS, LANDINGS, (True, False))))
def test_a_journey(consent: str, source: str, scripts: bool) -> None:
    browser = Browser(language="en-US" if consent == BY_LAW else "de-DE", scripts=scripts)
    if consent == EARLIER:
        browser.answers("accept")
        browser.comes_back_tomorrow()
    browser.opens(*LANDINGS[source])
    if consent == FIRST_PAGE:
        browser.answers("accept")
    browser.follows("/producer/")
    if consent == LATER:
        browser.answers("accept")
    if consent == NEVER:
        browser.answers("reject")
    browser.follows("/shop/")
    fields = browser.checks_out(make_product())
    assert fields["source_type"] == expected(consent, source, scripts=scripts)
    assert browser.is_tracked == (consent != NEVER)
    assert len(fields) == 16
    assert any(fields.values()) == (consent != NEVER)
