"""Whatever is sent, a call answers in words and never fails."""

import pytest
from django.test import Client

from tests.sweeps import swept
from vintner.catalogue.models import Product
from vintner.express.tests.sheet import SheetBrowser, hold_sum
from vintner.testing.builders import make_product

pytestmark = pytest.mark.usefixtures("store")
CALLS = (
    *("get_cart_details", "get_shipping_options", "update_shipping_method", "normalize_address", "add_to_cart"),
    *("clear_cart", "get_selected_product_data", "log_errors"),
)
TEXTS = ("", "\x00", "null", "-1", "9" * 40, "é" * 5000, "1e9", "[]", "💣", "' OR 1=1 --", "\ud800")
FIELDS = (
    *("product_id", "qty", "variation_id", "attributes", "attributes[attribute_vintage]", "addon_value"),
    *("country", "state", "postcode", "city", "address", "address_2", "shipping_method", "shipping_method[]"),
    *(
        "is_product_page",
        "place",
        "express_payment_type",
        "booking_id",
        "order_id",
        "key",
        "billing_email",
        "errors",
        "cart_token",
    ),
    *("data[billing_address][state]", "data[shipping_address][country]", "data", "born_year", "born_month"),
)


@pytest.fixture
def sheet() -> SheetBrowser:
    return SheetBrowser().puts(make_product(stock=50), 2)


@pytest.mark.parametrize("text", swept(TEXTS, guards={"\x00", "9" * 40}))
@pytest.mark.parametrize("call", CALLS)
def test_text_that_means_nothing_is_answered(sheet: SheetBrowser, call: str, text: str) -> None:
    sent = text.encode("utf-8", "ignore").decode()
    for is_product_page in ("false", "true"):
        response = sheet.send(call, **{**dict.fromkeys(FIELDS, sent), "is_product_page": is_product_page})
        assert response.status_code == 200
        if response.content:
            hold_sum(response.json())  # type: ignore[attr-defined]


@pytest.mark.parametrize("field", FIELDS)
def test_a_list_where_text_is_expected_is_answered(sheet: SheetBrowser, field: str) -> None:
    token = sheet.token()
    for call in CALLS:
        sent = {"security": token, f"{field}[]": ["1", "2"], field: ["1", "\x00"], "country": "US", "state": "CA"}
        assert sheet.client.post(f"/?wc-ajax=wc_stripe_{call}", sent).status_code == 200


@pytest.mark.parametrize("cookie", ["vintner_express_cart", "vintner_sheet_quotes", "vintner_cart"])
@pytest.mark.parametrize("text", ["", "x", "\\x00", "0" * 32, "a:b:c", "é"])
def test_a_forged_cookie_is_answered(sheet: SheetBrowser, cookie: str, text: str) -> None:
    sheet.client.cookies[cookie] = text
    for call in CALLS:
        assert sheet.send(call, country="US", state="CA", is_product_page="true").status_code == 200


@pytest.mark.parametrize("quantity", ["0", "1000", "999999999999999999999", "-3", "1.5", "many"])
def test_a_quantity_is_bounded(sheet: SheetBrowser, quantity: str) -> None:
    wine: Product = make_product(stock=500)
    added = sheet.call("add_to_cart", product_id=str(wine.pk), qty=quantity)
    priced = sheet.call("get_selected_product_data", product_id=str(wine.pk), qty=quantity)
    if quantity in ("0", "1.5"):
        assert added["result"] == "success"
        assert priced["displayItems"][0]["amount"] == added["displayItems"][0]["amount"]
    else:
        assert added["data"]["message"]
        assert priced["error"]


def test_a_get_is_answered_by_nothing() -> None:
    assert Client().get("/?wc-ajax=wc_stripe_get_cart_details").content == b""
