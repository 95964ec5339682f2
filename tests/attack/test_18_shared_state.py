"""18. What a visitor's browser stores is that visitor's alone."""

import json

import pytest

from tests.attack.attack import Tries, attack, replaced, together
from vintner.payments.appearance import SavedAppearances, read_appearances, store_appearance
from vintner.payments.tests.attempts.intent_calls import send_appearance
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
EVIL = {"theme": "night", "variables": {"colorText": "#evil1", "fontFamily": "url(https://evil.example/font)"}}
_SHARED: dict[str, object] = {}


def _store(session: object, text: str, theme: str, *, blocks: bool) -> dict[str, object] | None:
    return store_appearance(_SHARED, text, theme, blocks=blocks)  # type: ignore[arg-type]


def _read(session: object) -> SavedAppearances:
    return read_appearances(_SHARED)  # type: ignore[arg-type]


SHARED = together(
    replaced("vintner.payments.calls.store_appearance", _store),
    replaced("vintner.checkout.views.read_appearances", _read),
    replaced("vintner.checkout.block.views.read_appearances", _read),
)


@attack(without=SHARED)
def test_the_look_of_everybody_s_payment_fields(provider: ProviderDouble) -> Tries:
    """A visitor stores a look (CVE-2026-1710); other shoppers do not get it, with an account or without."""
    _SHARED.clear()
    attacker = Shopper().puts(make_product())
    for blocks in ("false", "true"):
        send_appearance(attacker, json.dumps(EVIL), is_block_checkout=blocks)
    customer = Shopper().puts(make_product())
    customer.client.force_login(make_user())
    for says, shopper in (("a guest", Shopper().puts(make_product())), ("a customer", customer)):
        for path in ("/checkout/", "/checkout/block/"):
            yield f"{says}, {path}", b"evil.example" in shopper.client.get(path).content


@attack(without=replaced("vintner.payments.calls.valid_nonce", lambda *_: True))
def test_a_look_that_another_site_stores(provider: ProviderDouble) -> Tries:
    """In the visitor's own browser, by a form of another site."""
    victim = Shopper().puts(make_product())
    fields = {"appearance": json.dumps(EVIL), "theme_name": "vintner", "_ajax_nonce": "a" * 64}
    headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    victim.client.post("/?wc-ajax=wc_stripe_save_appearance", fields, headers=headers)
    yield "stored", b"evil.example" in victim.client.get("/checkout/").content
