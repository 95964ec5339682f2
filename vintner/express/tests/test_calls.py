"""The calls of a wallet's sheet: what they answer, and what they leave behind."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from vintner.cart.models import Cart, CartLine
from vintner.cart.tokens import read_cart_token
from vintner.catalogue.models import Product
from vintner.checkout.tests.facts import half_price
from vintner.express.models import SheetQuote
from vintner.express.tests.sheet import CALIFORNIA, SheetBrowser
from vintner.money import Money
from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.shipping.models import Destination
from vintner.subscriptions.words import NO_WALLET
from vintner.testing.builders import make_box_wine, make_product, make_user, make_variable_product, set_stock

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture
def wine() -> Product:
    return make_product(name="Quinta", stock=50, price="20")


@pytest.fixture
def sheet(wine: Product) -> SheetBrowser:
    return SheetBrowser().puts(wine, 2)


@pytest.fixture
def product_sheet(wine: Product) -> SheetBrowser:
    """A browser whose own cart holds another wine."""
    return SheetBrowser(page="product").puts(make_product(name="Own"), 1)


def test_the_address_gets_its_deliveries_and_the_total_with_the_first(sheet: SheetBrowser) -> None:
    answer = sheet.call("get_shipping_options", **CALIFORNIA)
    assert answer["result"] == "success"
    assert [(each["displayName"], each["amount"]) for each in answer["shipping_options"]] == [
        ("Flat rate", 1000),
        ("Local pickup", 0),
    ]
    assert answer["displayItems"] == [
        {"label": "Subtotal", "amount": 4000},
        {"label": "Tax", "amount": 363},
        {"key": "total_shipping", "label": "Shipping", "amount": 1000},
    ]
    assert answer["total"] == {"label": "Vintner", "amount": 5363, "pending": False}


def test_the_chosen_delivery_stays_first_at_another_address(sheet: SheetBrowser) -> None:
    options = sheet.call("get_shipping_options", **CALIFORNIA)["shipping_options"]
    pickup = options[1]["id"]
    answer = sheet.call("update_shipping_method", **{"shipping_method[]": pickup})
    assert (answer["result"], answer["total"]["amount"]) == ("success", 4290)
    again = sheet.call("get_shipping_options", **{**CALIFORNIA, "state": "New York", "postcode": "10001"})
    assert [each["id"] for each in again["shipping_options"]] == [pickup, options[0]["id"]]
    assert SheetQuote.objects.get(pk=again["quote"]["id"]).state == "NY"


def test_a_delivery_that_is_not_offered_is_refused(sheet: SheetBrowser) -> None:
    sheet.call("get_shipping_options", **CALIFORNIA)
    answer = sheet.call("update_shipping_method", **{"shipping_method[]": "flat_rate:999"})
    assert (answer["result"], answer["message"]) == ("fail", 'Unknown shipping option "flat_rate:999".')
    assert "quote" not in answer
    assert Cart.objects.get().shipping_rate != "flat_rate:999"


def test_the_place_of_the_sheet_counts_for_the_next_calls(sheet: SheetBrowser) -> None:
    for state, postcode, tax in (("NY", "10001", 444), ("California", "94110", 363)):
        sheet.call("get_shipping_options", country="US", state=state, postcode=postcode)
        answer = sheet.call("get_cart_details")
        assert answer["order_data"]["displayItems"][1] == {"label": "Tax", "amount": tax}


def test_discounts_are_below_zero(sheet: SheetBrowser) -> None:
    coupon = Coupon.objects.create(code="save10", kind="percent", amount=10)
    Cart.objects.get().coupons.create(coupon=coupon)
    answer = sheet.call("get_shipping_options", **CALIFORNIA)
    assert {"key": "total_discount", "label": "Discount", "amount": -400} in answer["displayItems"]


def test_a_signature_is_a_line_of_its_own(sheet: SheetBrowser) -> None:
    Destination.objects.filter(state="CA").update(signature_fee=Money(600))
    answer = sheet.call("get_shipping_options", **CALIFORNIA)
    assert 600 in [line["amount"] for line in answer["displayItems"]]


def test_an_empty_cart_has_nothing_to_charge() -> None:
    sheet = SheetBrowser()
    for name in ("get_cart_details", "get_shipping_options", "update_shipping_method"):
        answer = sheet.call(name, **CALIFORNIA)
        assert answer["message"] == "Your cart is empty."
        assert "quote" not in answer


def test_what_sold_out_meanwhile_is_said_and_not_charged(sheet: SheetBrowser, wine: Product) -> None:
    set_stock(wine, 1)
    for name in ("get_cart_details", "get_shipping_options", "update_shipping_method"):
        answer = sheet.call(name, **CALIFORNIA, **{"shipping_method[]": "flat_rate:1"})
        assert answer.get("result") != "success"
        assert "quote" not in answer
    assert "only 1" in sheet.call("get_shipping_options", **CALIFORNIA)["message"]


def test_a_product_page_buys_in_a_cart_of_its_own(product_sheet: SheetBrowser, wine: Product) -> None:
    own = Cart.objects.get()
    before = list(Cart.objects.filter(pk=own.pk).values()), list(CartLine.objects.values())
    answer = product_sheet.call("add_to_cart", product_id=str(wine.pk), qty="2")
    assert (answer["result"], answer["total"]["amount"]) == ("success", 5363)
    express = Cart.objects.get(is_express=True)
    assert read_cart_token(answer["cart_token"]) == express.pk
    priced = product_sheet.call("get_shipping_options", country="US", state="NY", postcode="10001", city="New York")
    assert priced["total"]["amount"] == 5444
    assert product_sheet.call("get_cart_details")["order_data"]["total"]["amount"] == 5444
    assert product_sheet.call("update_shipping_method", **{"shipping_method[]": priced["shipping_options"][1]["id"]})
    product_sheet.send("clear_cart", booking_id="")
    assert list(Cart.objects.values()) == before[0]
    assert list(CartLine.objects.values()) == before[1]


def test_the_own_cart_is_what_calls_without_the_mark_are_about(product_sheet: SheetBrowser, wine: Product) -> None:
    product_sheet.call("add_to_cart", product_id=str(wine.pk), qty="2")
    product_sheet.page = "cart"
    assert product_sheet.call("get_cart_details")["order_data"]["displayItems"][0]["amount"] != 4000


def test_the_express_cart_is_in_a_signed_cookie_that_scripts_do_not_see(
    product_sheet: SheetBrowser, wine: Product
) -> None:
    response = product_sheet.send("add_to_cart", product_id=str(wine.pk), qty="1")
    for name in ("vintner_express_cart", "vintner_sheet_quotes"):
        assert response.cookies[name]["httponly"]
    assert "woocommerce_cart_hash" not in response.cookies
    product_sheet.client.cookies["vintner_express_cart"] = Cart.objects.get(is_express=True).pk.hex
    assert product_sheet.call("get_shipping_options", **CALIFORNIA)["message"] == (
        "What you chose is not kept any more. Nothing was charged: please open the wallet again."
    )


def test_promotions_apply_to_the_express_cart_by_itself(product_sheet: SheetBrowser, wine: Product) -> None:
    answer = product_sheet.call("add_to_cart", product_id=str(wine.pk), qty="6")
    assert answer["displayItems"][0]["amount"] == 9600


def test_a_chosen_option_is_bought(product_sheet: SheetBrowser) -> None:
    product = make_variable_product()
    chosen = product.variations.order_by("pk")[1]
    option = chosen.options.select_related("attribute").get()
    fields = {f"attributes[attribute_{option.attribute.slug}]": option.name}
    assert product_sheet.call("add_to_cart", product_id=str(product.pk), qty="1", **fields)["result"] == "success"
    assert CartLine.objects.get(cart__is_express=True).variation == chosen
    refused = product_sheet.call("add_to_cart", product_id=str(product.pk), qty="1")
    assert "Please choose which" in refused["data"]["message"]
    assert not CartLine.objects.filter(cart__is_express=True).exists()


def test_what_cannot_be_added_is_answered_with_the_reason(product_sheet: SheetBrowser, wine: Product) -> None:
    refused = product_sheet.call("add_to_cart", product_id=str(wine.pk), qty="51")
    assert refused == {"success": False, "data": {"message": "We have only 50 of “Quinta” left."}}


def test_a_customer_owns_the_express_cart(wine: Product) -> None:
    sheet, user = SheetBrowser(page="product"), make_user()
    sheet.client.force_login(user)
    sheet.call("add_to_cart", product_id=str(wine.pk), qty="1")
    assert Cart.objects.get().user == user
    sheet.client.logout()
    assert sheet.call("get_cart_details")["message"] == "Your cart is empty."


def test_the_products_price_is_answered_without_a_cart(product_sheet: SheetBrowser, wine: Product) -> None:
    answer = product_sheet.call("get_selected_product_data", product_id=str(wine.pk), qty="6", addon_value="0")
    assert answer["displayItems"] == [
        {"label": "Quinta (x6)", "amount": 9600},
        {"label": "Shipping", "amount": 0, "pending": True},
    ]
    assert answer["shippingOptions"]["id"] == "pending"
    assert not Cart.objects.filter(is_express=True).exists()


def test_too_many_bottles_have_no_price(product_sheet: SheetBrowser, wine: Product) -> None:
    answer = product_sheet.call("get_selected_product_data", product_id=str(wine.pk), qty="99")
    assert answer == {
        "error": 'You cannot add that amount of "Quinta" to the cart because there is not enough stock (50 remaining).'
    }


def test_states_and_postcodes_are_understood_as_wallets_send_them(sheet: SheetBrowser) -> None:
    sent = {
        "data[billing_address][country]": "US",
        "data[billing_address][state]": "California",
        "data[shipping_address][country]": "CA",
        "data[shipping_address][state]": "Québec",
        "data[shipping_address][postcode]": "M5V",
    }
    answer = sheet.call("normalize_address", **sent)
    assert answer["billing_address"] == {"country": "US", "state": "CA"}
    assert answer["shipping_address"] == {"country": "CA", "state": "QC", "postcode": "M5V"}
    priced = sheet.call("get_shipping_options", country="CA", state="Ontario", postcode="M5V", city="Toronto")
    assert priced["shipping_options"][0]["amount"] == 2000


def test_an_unpaid_order_is_answered_to_whoever_may_pay_it() -> None:
    order = Order.objects.create(
        email="jane@example.com",
        subtotal=Money(4000),
        shipping_total=Money(1000),
        tax_total=Money(210),
        total=Money(5210),
        cart_hash="a" * 32,
        billing={},
        shipping={},
    )
    asked = {"order_id": str(order.pk), "key": order.key, "billing_email": "jane@example.com"}
    answer = SheetBrowser().call("get_cart_details", **asked)
    assert answer["shipping_required"] is False
    assert answer["order_data"]["total"]["amount"] == 5210
    assert SheetQuote.objects.get().order == order
    for wrong in ({"key": "x"}, {"billing_email": "o@example.com"}, {"order_id": "9" * 30}):
        refused = SheetBrowser().call("get_cart_details", **{**asked, **wrong})
        assert refused["order_data"]["total"]["amount"] == 0
        assert "quote" not in refused


def test_guesses_of_an_orders_address_have_an_end(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "log_in": (2, 900)}
    order = Order.objects.create(
        email="jane@example.com", subtotal=Money(4000), total=Money(4000), billing={}, shipping={}
    )
    asked = {"order_id": str(order.pk), "key": order.key, "billing_email": "jane@example.com"}
    assert all("quote" in SheetBrowser().call("get_cart_details", **asked) for _ in range(3))
    for guess in ("a@example.com", "b@example.com"):
        SheetBrowser().call("get_cart_details", **{**asked, "billing_email": guess})
    assert "quote" not in SheetBrowser().call("get_cart_details", **asked)


def test_an_order_of_somebody_else_or_one_that_is_paid_is_not_told() -> None:
    amounts = {"subtotal": Money(4000), "total": Money(4000), "billing": {}, "shipping": {}}
    theirs = Order.objects.create(email="jane@example.com", user=make_user(), **amounts)
    paid = Order.objects.create(email="jane@example.com", status="processing", **amounts)
    for order in (theirs, paid):
        asked = {"order_id": str(order.pk), "key": order.key, "billing_email": "jane@example.com"}
        assert "quote" not in SheetBrowser().call("get_cart_details", **asked)


def test_a_region_in_the_place_of_a_postcode_is_understood(sheet: SheetBrowser, settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "HK"]
    sent = {"data[shipping_address][country]": "HK", "data[shipping_address][postcode]": "KOWLOON"}
    assert sheet.call("normalize_address", **sent)["shipping_address"]["state"] == "Kowloon"


def test_every_call_needs_the_token(sheet: SheetBrowser, wine: Product) -> None:
    names = ("get_cart_details", "get_shipping_options", "update_shipping_method", "normalize_address", "add_to_cart")
    for name in (*names, "clear_cart", "get_selected_product_data", "log_errors"):
        response = sheet.send(name, security="bad", product_id=str(wine.pk))
        assert (response.status_code, response.content) == (403, b"-1"), name
    assert not Cart.objects.filter(is_express=True).exists()


def test_a_cached_page_gets_its_token_by_a_refusal(sheet: SheetBrowser) -> None:
    refused = sheet.send("get_cart_details", security="")
    assert sheet.call("get_cart_details", security=refused["Nonce"])["shipping_required"] is True
    url = "/?wc-ajax=wc_stripe_get_cart_details"
    stranger = sheet.client.post(url, {"security": ""}, headers={"Sec-Fetch-Site": "cross-site"})
    assert "Nonce" not in stranger


def test_calls_are_limited(sheet: SheetBrowser, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "express_calls": (1, 600)}
    assert sheet.send("get_cart_details").status_code == 200
    assert sheet.send("get_cart_details").status_code == 429


def test_errors_of_browsers_are_limited_by_themselves(sheet: SheetBrowser, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "express_errors": (1, 900)}
    assert [sheet.send("log_errors", errors="x").status_code for _ in range(2)] == [200, 429]
    assert sheet.send("get_cart_details").status_code == 200


def test_the_sheet_prices_as_the_chosen_wallet_pays(sheet: SheetBrowser) -> None:
    half_price("payment_method", "stripe_link")
    Cart.objects.update(payment_method="stripe_link")  # chosen at the checkout: no wallet pays by it unless it is Link
    subtotals = {}
    for wallet in ("", "apple_pay", "link", "unknown"):
        answer = sheet.call("get_shipping_options", **CALIFORNIA, express_payment_type=wallet)
        subtotals[wallet] = answer["displayItems"][0]["amount"]
    assert subtotals == {"": 4000, "apple_pay": 4000, "link": 2000, "unknown": 4000}
    assert Cart.objects.get().payment_method == "stripe_link"


def test_a_sheet_at_the_checkout_is_noted_as_such(sheet: SheetBrowser) -> None:
    sheet.call("get_cart_details", place="checkout")
    sheet.call("get_cart_details", place="nowhere")
    assert list(SheetQuote.objects.order_by("created_at").values_list("place", flat=True)) == ["checkout", "cart"]


SECRETS = (
    "PI_3abc_secret_4def",
    "wc_order_abc123",
    "ada@example.com",
    "4242 4242 4242 4242",
    "sk_test_abc",
    "whsec_1a",
    "ada%40example.com",
    "4242.4242.4242.4242",
    "4242\u200b424242424242",
    "(555) 555-0100",
    "+44 20 7946 0958",
    "541882dc352c44a4acc04aeaa547aec3:1xUjUy:BDNqk7Rb-x_1",
)


@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_in_a_browsers_error_are_not_logged(
    sheet: SheetBrowser, caplog: pytest.LogCaptureFixture, secret: str
) -> None:
    sheet.send("log_errors", errors=f"failed for {secret} at once")
    logged = [each.getMessage() for each in caplog.records if each.name == "vintner.express.calls"]
    assert len(logged) == 1
    assert logged[0].endswith(": failed for … at once")


def test_a_browsers_error_is_logged_in_part(sheet: SheetBrowser, caplog: pytest.LogCaptureFixture) -> None:
    text = f"failed\n\u202efor pi_3abc_secret_4def {'ü' * 2000}"
    assert sheet.send("log_errors", errors=text).content == b""
    [record] = [each for each in caplog.records if each.name == "vintner.express.calls"]
    logged = record.getMessage()
    assert len(logged.encode()) <= 1100
    assert "secret_4def" not in logged
    assert not {"\n", "\u202e"} & set(logged)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("get_shipping_options", 6),
        ("update_shipping_method", 6),
        ("get_cart_details", 5),
        ("normalize_address", 1),
        ("get_selected_product_data", 6),
        ("add_to_cart", 16),
    ],
)
def test_a_call_needs_few_queries(sheet: SheetBrowser, wine: Product, name: str, most: int) -> None:
    rate = sheet.call("get_shipping_options", **CALIFORNIA)["shipping_options"][0]["id"]
    fields = {"security": sheet.token(), **CALIFORNIA, "shipping_method[]": rate, "product_id": wine.pk, "qty": 1}
    with CaptureQueriesContext(connection) as queries:
        sheet.client.post(f"/?wc-ajax=wc_stripe_{name}", fields)
    assert len(queries) <= most, [query["sql"][:80] for query in queries]


def test_the_hash_of_the_own_cart_is_told_to_the_browser(sheet: SheetBrowser) -> None:
    response = sheet.send("get_shipping_options", **CALIFORNIA)
    assert response.cookies["woocommerce_cart_hash"].value == response.json()["quote"]["hash"]  # type: ignore[attr-defined]


def test_a_quote_is_for_fifteen_minutes(sheet: SheetBrowser) -> None:
    sheet.call("get_cart_details")
    assert SheetQuote.objects.get().expires_at - timezone.now() > timedelta(minutes=14)


def test_a_cart_with_a_subscription_is_refused_in_words() -> None:
    sheet = SheetBrowser().puts(make_box_wine())
    assert NO_WALLET in str(sheet.send("get_cart_details").content.decode())


def test_a_product_page_of_a_subscription_is_refused_in_words() -> None:
    box = make_box_wine()
    sheet = SheetBrowser(page="product")
    answer = sheet.send("get_selected_product_data", product_id=str(box.pk), qty="1")
    assert NO_WALLET in answer.content.decode()
    added = sheet.send("add_to_cart", product_id=str(box.pk), qty="1")
    assert NO_WALLET in added.content.decode()
    assert not CartLine.objects.exists()
