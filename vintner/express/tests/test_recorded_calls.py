"""Recorded calls, sent again: our answers have the shapes of the recorded ones, and may say more."""

import json
from typing import Any

import pytest

from tests.reference import reference
from vintner.catalogue.models import Product
from vintner.express.tests.sheet import SheetBrowser
from vintner.testing.builders import make_product

pytestmark = pytest.mark.usefixtures("store")
NAMES = (
    "get_cart_details",
    "get_cart_details_bad_nonce",
    "get_shipping_options",
    "update_shipping_method",
    "normalize_address",
    "add_to_cart",
    "clear_cart",
    "get_selected_product_data",
    "get_selected_product_data_over_stock",
    "get_selected_product_data_unknown",
)

EQUAL = frozenset({"currency", "country_code", "result", "key", "state", "country", "postcode", "city"})
NAMED = frozenset({"label", "displayName"})
OUR_NAMES = frozenset({"Subtotal", "Tax", "Shipping", "Pending", "Flat rate"})
"""Labels that we have, too; others name the recorded shop and its wines."""


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_has_the_recorded_shape(name: str) -> None:
    recorded = json.loads(reference(f"spec/wire/express_{name}.json").read_text())
    wine, scarce = make_product(name="Wine", stock=50), make_product(name="Scarce", stock=3)
    sheet = SheetBrowser().puts(wine, 2)
    call = recorded["request"]["url"].partition("wc_stripe_")[2]
    fields = {key: _fitted(key, value, wine, scarce, sheet) for key, value in recorded["request"]["body"].items()}
    response = sheet.send(call, **fields)
    wanted = recorded["response"]
    assert response.status_code == wanted["status"]
    assert response["Content-Type"].lower() == wanted["headers"]["Content-Type"].lower()
    text = response.content.decode()
    if wanted["json"] is None:
        assert text == wanted["text"]
    else:
        _hold_shape(json.loads(text), wanted["json"])


def _fitted(key: str, value: object, wine: Product, scarce: Product, sheet: SheetBrowser) -> str:
    """Exchange recorded products, tokens and deliveries for ours."""
    if key == "security":
        return str(value) if value == "bad" else sheet.token()
    if key == "product_id":
        return str({241: scarce.pk, 999999: 999999}.get(value, wine.pk) if isinstance(value, int) else value)
    if key == "shipping_method[]":
        options = sheet.call("get_shipping_options", country="US", state="CA", postcode="90001")["shipping_options"]
        return str(next(option["id"] for option in options if option["id"].startswith("local_pickup")))
    return str(value)


def _hold_shape(ours: Any, recorded: Any) -> None:  # noqa: ANN401 - any JSON
    assert type(ours) is type(recorded), (ours, recorded)
    if isinstance(recorded, dict):
        assert recorded.keys() <= ours.keys()
        for key, value in recorded.items():
            if key in EQUAL or (key in NAMED and value in OUR_NAMES):
                assert ours[key] == value
            _hold_shape(ours[key], value)
    elif isinstance(recorded, list):
        assert len(ours) >= len(recorded)
        for mine, theirs in zip(ours, recorded, strict=False):
            _hold_shape(mine, theirs)
