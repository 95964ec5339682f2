"""Carts by the Store API: what can be done to them, and that the amounts are the quote's."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import override_settings
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.cart import carts
from vintner.cart.lines import line_views
from vintner.cart.models import Cart
from vintner.cart.tokens import cart_token, read_cart_token
from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.pricing import books
from vintner.pricing.models import Coupon, Policy, Promotion, Tier
from vintner.testing.api_client import ROOT, ApiClient, Headless
from vintner.testing.builders import make_cart, make_picture, make_product, make_variable_product, set_stock
from vintner.web.models import Tries


def with_wine(client: ApiClient, quantity: int = 1, **wine: object) -> str:
    """Put a new wine into the cart and return the line's key."""
    product = make_product(**wine)  # type: ignore[arg-type]
    answer = client.post("/cart/add-item", id=product.pk, quantity=quantity)
    assert answer.status == 201, answer.json
    key: str = answer.json["items"][-1]["key"]
    return key


def test_a_wine_that_is_added_is_in_the_cart_with_tax_and_delivery(client: ApiClient) -> None:
    """The very figures of the recorded store."""
    with_wine(client, 2, price="16.99")
    totals = client.get("/cart").json["totals"]
    assert {name: totals[name] for name in totals if name.startswith("total")} == {
        "total_items": "3398",
        "total_items_tax": "246",
        "total_fees": "0",
        "total_fees_tax": "0",
        "total_discount": "0",
        "total_discount_tax": "0",
        "total_shipping": "1000",
        "total_shipping_tax": "73",
        "total_price": "4717",
        "total_tax": "319",
    }
    assert totals["tax_lines"] == [{"name": "CA Tax", "price": "319", "rate": "7.25%"}]


def test_a_promotion_lowers_the_price_and_tells_the_fractions_of_a_cent(client: ApiClient) -> None:
    with_wine(client, 6, price="16.99")
    cart = client.get("/cart").json
    (item,) = cart["items"]
    assert (item["prices"]["price"], item["prices"]["regular_price"]) == ("1359", "1699")
    assert item["prices"]["raw_prices"]["price"] == "13592000"
    assert item["totals"]["line_total"] == "8155"
    assert item["item_data"] == [{"key": "Offer", "value": "By the half dozen", "display": ""}]
    assert cart["extensions"]["vintner"]["savings"] == [{"label": "By the half dozen", "amount": "2039"}]


@pytest.mark.parametrize("as_fees", [False, True], ids=["discount", "fee"])
def test_every_amount_is_the_quotes_and_the_parts_make_the_total(client: ApiClient, as_fees: bool) -> None:
    Policy.objects.create(as_fees=as_fees)
    welcome = Promotion.objects.create(title="Welcome", kind="wdr_cart_discount", priority=1)
    Tier.objects.create(promotion=welcome, at_least=1, measure="flat_in_subtotal", value=Decimal(5))
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    for price in ("16.99", "9.01", "33.33"):
        with_wine(client, 3, price=price)
    client.post("/cart/apply-coupon", code="SAVE10")
    cart = client.get("/cart").json
    quote = carts.quote_cart(Cart.objects.get(), now=timezone.now()).quote
    totals = {name: int(value or 0) for name, value in cart["totals"].items() if name.startswith("total_")}
    assert totals["total_price"] == quote.total.minor
    assert totals["total_discount"] == quote.discount.minor > 0
    assert totals["total_price"] == (
        totals["total_items"]
        + totals["total_fees"]
        - totals["total_discount"]
        + totals["total_shipping"]
        + totals["total_tax"]
    )
    assert sum(int(item["totals"]["line_total"]) for item in cart["items"]) == (
        totals["total_items"] - totals["total_discount"]
    )
    assert (
        sum(int(each["totals"]["total_discount"]) for each in cart["coupons"])
        + sum(int(each["amount"]) for each in cart["extensions"]["vintner"]["discounts"])
        == (totals["total_discount"])
    )
    page = client.client.get("/cart/", headers={"Accept": "application/json"}) if type(client) is ApiClient else None
    assert page is None or quote.total.text in page.content.decode()


def test_a_variation_is_named_by_its_options_or_its_id(client: ApiClient) -> None:
    wine = make_variable_product(attribute="Size", prices={"375ml": "18", "750ml": "30"})
    small = wine.variations.get(sku__endswith="375ml")
    for options in ([{"attribute": "Size", "value": "375ml"}], [{"attribute": "attribute_size", "value": "375ML"}]):
        assert client.post("/cart/add-item", id=wine.pk, variation=options).status == 201
    assert client.post("/cart/add-item", id=small.pk).status == 201
    (item,) = client.get("/cart").json["items"]
    assert (item["id"], item["quantity"], item["type"]) == (small.pk, 3, "variation")
    assert item["variation"] == [{"raw_attribute": "attribute_size", "attribute": "Size", "value": "375ml"}]
    assert item["permalink"].endswith("?attribute_size=375ml")


@pytest.mark.parametrize(
    ("wine", "asked", "code"),
    [
        ({"stock": 0}, {}, "woocommerce_rest_product_out_of_stock"),
        ({"stock": 3}, {"quantity": 4}, "woocommerce_rest_product_partially_out_of_stock"),
        ({"price": None}, {}, "woocommerce_rest_product_not_purchasable"),
        ({"published": False}, {}, "woocommerce_rest_cart_invalid_product"),
        (
            {"available_from": timezone.now() + timedelta(days=9)},
            {},
            "woocommerce_rest_product_not_purchasable",
        ),
        ({}, {"quantity": 0}, "woocommerce_rest_product_invalid_quantity"),
        ({}, {"quantity": -3}, "woocommerce_rest_product_invalid_quantity"),
        ({}, {"quantity": "many"}, "rest_invalid_param"),
        ({}, {"quantity": 1.5}, "rest_invalid_param"),
        ({"stock": None}, {"quantity": 1000}, "woocommerce_rest_product_too_many_in_cart"),
    ],
)
def test_what_cannot_be_added_is_refused_and_leaves_no_cart(
    client: ApiClient, wine: dict[str, object], asked: dict[str, object], code: str
) -> None:
    answer = client.post("/cart/add-item", id=make_product(**wine).pk, **asked)  # type: ignore[arg-type]
    assert (answer.status, answer.json["code"], answer.json["data"]["status"]) == (400, code, 400)
    assert not Cart.objects.exists()


def test_what_must_be_chosen_and_what_is_limited_to_one(client: ApiClient) -> None:
    wine = make_variable_product()
    assert client.post("/cart/add-item", id=wine.pk).json["code"] == "woocommerce_rest_missing_attributes"
    wrong = [{"attribute": "Vintage", "value": "1066"}]
    answer = client.post("/cart/add-item", id=wine.pk, variation=wrong)
    assert answer.json["code"] == "woocommerce_rest_invalid_variation_data"
    single = make_product(sold_individually=True)
    assert client.post("/cart/add-item", id=single.pk).status == 201
    assert client.post("/cart/add-item", id=single.pk).json["code"] == "readonly_quantity"


@pytest.mark.parametrize("body", [{}, {"id": 10**30}, {"id": 0}, {"id": -1}])
def test_ids_that_name_nothing(client: ApiClient, body: dict[str, object]) -> None:
    assert client.post("/cart/add-item", **body).json["code"] == "woocommerce_rest_cart_invalid_product"


def test_quantities_change_and_zero_does_not_remove(client: ApiClient) -> None:
    key = with_wine(client, stock=8)
    assert client.post("/cart/update-item", key=key, quantity=7).json["items"][0]["quantity"] == 7
    for quantity in (0, 9):
        answer = client.post("/cart/update-item", key=key, quantity=quantity)
        assert (answer.status, answer.json["code"]) == (400, "invalid_quantity")
    answer = client.post("/cart/update-item", quantity=3)
    assert (answer.status, answer.json["code"]) == (400, "rest_missing_callback_param")
    assert answer.json["data"]["params"] == ["key"]


def test_lines_as_things_of_their_own(client: ApiClient) -> None:
    wine = make_product()
    key = client.post("/cart/items", id=wine.pk).json["key"]
    assert [item["key"] for item in client.get("/cart/items").json] == [key]
    assert client.send("PUT", f"/cart/items/{key}", {"quantity": 4}).json["quantity"] == 4
    assert client.get(f"/cart/items/{key}").json["quantity"] == 4
    answer = client.send("DELETE", f"/cart/items/{key}")
    assert (answer.status, answer.json) == (204, None)
    assert client.get(f"/cart/items/{key}").status == 404
    with_wine(client)
    answer = client.send("DELETE", "/cart/items")
    assert (answer.status, answer.json) == (200, [])
    assert client.get("/cart").json["items"] == []


def test_coupons_as_things_of_their_own(client: ApiClient) -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    with_wine(client, price="20.00")
    answer = client.post("/cart/coupons", code="Save10")
    assert (answer.status, answer.json["discount_type"]) == (201, "percent")
    assert client.get("/cart/coupons/save10").json["totals"]["total_discount"] == "200"
    assert len(client.get("/cart/coupons").json) == 1
    assert client.send("DELETE", "/cart/coupons/save10").status == 204
    assert client.get("/cart/coupons/save10").status == 404
    client.post("/cart/coupons", code="save10")
    assert client.send("DELETE", "/cart/coupons").json == []
    assert client.get("/cart").json["coupons"] == []
    assert client.post("/cart/remove-coupon", code="save10").status == 400


@override_settings(LIMITS={"coupon_guesses": (2, 900)})
def test_guessing_codes_has_an_end(client: ApiClient) -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    with_wine(client)
    assert [client.post("/cart/apply-coupon", code=f"guess{n}").status for n in range(3)] == [400, 400, 429]
    assert client.post("/cart/apply-coupon", code="save10").status == 429
    Tries.objects.all().delete()
    assert client.post("/cart/apply-coupon", code="save10").status == 200


def test_a_coupon_that_does_not_count_and_a_line_that_is_short_say_so(client: ApiClient) -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10), minimum=Money(3000))
    key = with_wine(client, 2, price="20.00")
    client.post("/cart/apply-coupon", code="save10")
    cart = client.post("/cart/update-item", key=key, quantity=1).json
    assert [each["code"] for each in cart["errors"]] == ["coupon_below_minimum"]
    assert (cart["coupons"], cart["totals"]["total_discount"]) == ([], "0")
    set_stock(Variation.objects.get(), 0)
    assert "out_of_stock" in [each["code"] for each in client.get("/cart").json["errors"]]


def test_the_address_decides_taxes_and_deliveries(client: ApiClient) -> None:
    with_wine(client, price="20.00")
    sent = {"first_name": "Mo", "country": "us", "state": "texas", "postcode": "73301", "email": "Mo@Example.com"}
    cart = client.post("/cart/update-customer", billing_address=sent).json
    assert (cart["shipping_address"]["state"], cart["totals"]["total_tax"]) == ("TX", "0")
    assert (cart["billing_address"]["first_name"], cart["billing_address"]["email"]) == ("Mo", "mo@example.com")
    cart = client.post("/cart/update-customer", shipping_address={"country": "DE"}).json
    assert (cart["shipping_rates"], cart["shipping_address"]["country"]) == ([], "DE")
    assert cart["billing_address"]["state"] == "TX"
    assert client.get("/cart").json["billing_address"]["postcode"] == "73301"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("postcode", "ABC", "invalid_postcode"),
        ("state", "Atlantis", "invalid_state"),
        ("email", "nobody", "invalid_email"),
        ("phone", "call me", "invalid_phone"),
        ("country", "USA", "invalid_country"),
        ("city", "x" * 200, "invalid_city"),
    ],
)
def test_an_address_that_cannot_be_right_changes_nothing(client: ApiClient, field: str, value: str, code: str) -> None:
    with_wine(client)
    answer = client.post("/cart/update-customer", billing_address={"country": "US", field: value})
    assert (answer.status, answer.json["code"]) == (400, "rest_invalid_param")
    assert answer.json["data"]["details"]["billing_address"]["code"] == code
    assert client.get("/cart").json["billing_address"]["country"] == "US"
    assert Cart.objects.get().addresses == {}


def test_a_present_is_a_line_that_can_be_removed_but_not_changed(client: ApiClient) -> None:
    present = make_product(name="Present")
    rule = Promotion.objects.create(title="A present", kind="wdr_buy_x_get_y_discount", counting="product_cumulative")
    rule.targets.add(present)
    Tier.objects.create(promotion=rule, at_least=2, units=1, measure="free_product")
    with_wine(client, 2)
    cart = client.get("/cart").json
    item = cart["items"][1]
    assert (item["name"], item["totals"]["line_total"], cart["items_count"]) == ("Present", "0", 2)
    assert item["quantity_limits"] == {"minimum": 1, "maximum": 1, "multiple_of": 1, "editable": False}
    assert client.post("/cart/update-item", key=item["key"], quantity=5).json["code"] == "readonly_quantity"
    assert len(client.post("/cart/remove-item", key=item["key"]).json["items"]) == 1


def test_a_delivery_that_is_offered_is_selected(client: ApiClient) -> None:
    with_wine(client, price="20.00")
    (package,) = client.get("/cart").json["shipping_rates"]
    pickup = next(rate["rate_id"] for rate in package["shipping_rates"] if rate["method_id"] == "local_pickup")
    (package,) = client.post("/cart/select-shipping-rate", package_id=0, rate_id=pickup).json["shipping_rates"]
    assert [rate["rate_id"] for rate in package["shipping_rates"] if rate["selected"]] == [pickup]


def test_a_cart_of_twenty_lines_takes_as_many_queries_as_one_of_one(
    shop: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Headless()
    for lines in (1, 20):
        wines = [make_product() for _ in range(lines)]
        Product.objects.update(picture=make_picture())
        cart = make_cart(*((wine, 1) for wine in wines))
        books.load()
        line_views(carts.quote_cart(cart, now=timezone.now()))  # loads the picture, once for each process
        client.headers = {"Cart-Token": cart_token(cart.pk)}
        with django_assert_num_queries(2):
            assert len(client.get("/cart").json["items"]) == lines


def test_the_token_names_a_cart_before_there_is_one(shop: None) -> None:
    client = Headless()
    named = read_cart_token(client.headers["Cart-Token"])
    assert not Cart.objects.exists()
    with_wine(client)
    assert Cart.objects.get().pk == named


@pytest.mark.parametrize(
    "choice", [{"rate_id": "flat_rate:999999"}, {"rate_id": ""}, {"rate_id": "{known}", "package_id": 7}]
)
def test_a_shipping_rate_that_is_not_offered_is_refused(client: ApiClient, choice: dict[str, object]) -> None:
    client.post("/cart/add-item", id=make_product().pk)
    before = client.get("/cart").json["shipping_rates"]
    known = before[0]["shipping_rates"][-1]["rate_id"]
    body = {name: known if value == "{known}" else value for name, value in choice.items()}
    answer = client.post("/cart/select-shipping-rate", **body)
    assert (answer.status, answer.json["code"]) == (400, "rest_invalid_param")
    assert client.get("/cart").json["shipping_rates"] == before


@pytest.mark.parametrize("kind", ["multipart", "urlencoded"])
def test_a_form_is_refused_as_json(shop: None, kind: str) -> None:
    browser = ApiClient()
    content_type = "application/x-www-form-urlencoded" if kind == "urlencoded" else MULTIPART_CONTENT
    body = b"id=1&quantity=1" if kind == "urlencoded" else encode_multipart(BOUNDARY, {"id": "1"})
    answer = browser.client.generic("POST", f"{ROOT}/cart/add-item", body, content_type, headers=browser.headers)
    assert answer.status_code == 415
    assert json.loads(answer.content)["code"] == "rest_unsupported_media_type"
