"""The lookups of discounted prices, in the shapes of WooCommerce's plugin."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from vintner.cart.models import Cart
from vintner.catalogue.models import Product
from vintner.pricing.choices import ConditionKind, CountingChoices, MeasureChoices, PromotionKind
from vintner.pricing.models import Condition, Coupon, Promotion, Tier
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db


def post(client: Client, action: str, **fields: object) -> HttpResponse:
    client.get("/cart/", headers={"Accept": "application/json"})
    fields = {"action": action, "awdr_nonce": client.cookies["csrftoken"].value, **fields}
    return client.post("/wp-admin/admin-ajax.php", fields)  # type: ignore[return-value]


def ask(client: Client, action: str, **fields: object) -> dict[str, Any]:
    answer = post(client, action, **fields)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json; charset=UTF-8")
    found: dict[str, Any] = json.loads(answer.content)
    return found


def price(client: Client, wine: Product, quantity: object) -> dict[str, Any]:
    return ask(client, "wdr_ajax", method="get_price_html", product_id=wine.pk, qty=quantity)


@pytest.fixture
def client() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def wine() -> Product:
    rule = Promotion.objects.create(title="By the half dozen")
    Tier.objects.create(promotion=rule, at_least=3, at_most=5, value=10)
    Tier.objects.create(promotion=rule, at_least=6, value=20)
    return make_product(price="16.99")


AMOUNT = '<span class="woocommerce-Price-amount amount"><bdi>{}</bdi></span>'


def test_the_price_of_so_many(client: Client, wine: Product) -> None:
    plain = AMOUNT.format("$16.99")
    assert price(client, wine, 3) == {
        "price_html": f"<del>{plain}</del>&nbsp;<ins>{AMOUNT.format('$15.29')}</ins>",
        "original_price_html": plain,
    }
    assert price(client, wine, 1) == {"price_html": plain, "original_price_html": plain}


def test_what_is_in_the_cart_counts_too(client: Client, wine: Product) -> None:
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": 2})
    assert "$15.29" in price(client, wine, 1)["price_html"]


@pytest.mark.parametrize(("product_id", "qty"), [("0", "1"), ("", "1"), ("99999999", "1"), ("x", "x")])
def test_no_such_wine(client: Client, product_id: str, qty: str) -> None:
    answer = ask(client, "wdr_ajax", method="get_price_html", product_id=product_id, qty=qty)
    assert answer == {"price_html": "", "original_price_html": ""}


def test_the_bulk_table(client: Client, wine: Product) -> None:
    table = ask(client, "wdr_ajax", method="get_variable_product_bulk_table", product_id=wine.pk)["bulk_table"]
    assert table.startswith('<div class="awdr-bulk-customizable-table"><table')
    assert "<td>3 – 5</td><td>10% off</td><td>$15.29</td>" in table
    Promotion.objects.update(enabled=False)
    empty = ask(client, "wdr_ajax", method="get_variable_product_bulk_table", product_id=wine.pk)["bulk_table"]
    assert empty == '<div class="awdr-bulk-customizable-table"></div>'
    assert ask(client, "wdr_ajax", method="get_variable_product_bulk_table", product_id="0") == {"success": False}


def test_a_bad_token_is_answered_with_a_good_one(wine: Product) -> None:
    client = Client(enforce_csrf_checks=True)
    fields = {"action": "wdr_ajax", "method": "get_price_html", "product_id": wine.pk, "qty": 3}
    refused = client.post("/wp-admin/admin-ajax.php", {**fields, "awdr_nonce": ""})
    assert refused.content == b"Invalid token"
    assert "no-store" in refused["Cache-Control"]
    assert not refused.cookies, "a page with a form may have come meanwhile, and its token is checked with the cookie"
    fields["awdr_nonce"] = refused["Nonce"]
    answer = client.post("/wp-admin/admin-ajax.php", fields)
    assert "$15.29" in answer.json()["price_html"]
    elsewhere = client.post("/wp-admin/admin-ajax.php", fields, headers={"Sec-Fetch-Site": "cross-site"})
    assert elsewhere.content == b"Invalid token"


def test_the_nonce_for_prices_changes_no_cart(wine: Product) -> None:
    client = Client(enforce_csrf_checks=True)
    refused = client.post("/wp-admin/admin-ajax.php", {"action": "awdr_get_product_discount", "product_id": wine.pk})
    given = refused["Nonce"]
    swap = {"action": "awdr_change_discount_product_in_cart", "product_id": 1, "rule_unique_id": "1", "parent_id": 1}
    assert client.post("/wp-admin/admin-ajax.php", {**swap, "awdr_nonce": given}).content == b"Invalid token"


def test_wines_that_count_together_reach_the_row_together(client: Client, wine: Product) -> None:
    Promotion.objects.update(counting=CountingChoices.TOGETHER)
    client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk, "quantity": 2})
    [detail] = ask(client, "awdr_get_product_discount", product_id=wine.pk, qty=1)["data"][
        "total_discount_details"
    ].values()
    assert detail["bulk_discount"]["range"] == "3 – 5"


def test_a_coupon_on_the_cart_counts(client: Client, wine: Product) -> None:
    Condition.objects.create(promotion=Promotion.objects.get(), kind=ConditionKind.COUPONS, words="friends")
    client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk, "quantity": 1})
    assert "15.29" not in price(client, wine, 3)["price_html"]
    Cart.objects.get().coupons.create(coupon=Coupon.objects.create(code="friends", kind="percent", amount=0))
    assert "$15.29" in price(client, wine, 3)["price_html"]
    assert (
        "15.29" in ask(client, "wdr_ajax", method="get_variable_product_bulk_table", product_id=wine.pk)["bulk_table"]
    )


def test_a_customer_without_a_cart_is_priced_as_one(client: Client, wine: Product) -> None:
    Condition.objects.create(promotion=Promotion.objects.get(), kind=ConditionKind.LOGGED_IN)
    assert price(client, wine, 3)["price_html"] == AMOUNT.format("$16.99")
    assert (
        "<td>"
        not in ask(client, "wdr_ajax", method="get_variable_product_bulk_table", product_id=wine.pk)["bulk_table"]
    )
    client.force_login(make_user())
    assert "$15.29" in price(client, wine, 3)["price_html"]
    assert (
        "15.29" in ask(client, "wdr_ajax", method="get_variable_product_bulk_table", product_id=wine.pk)["bulk_table"]
    )


def test_other_methods_and_bad_tokens(client: Client, wine: Product) -> None:
    assert ask(client, "wdr_ajax", method="nope") == {"success": True, "data": "Authentication required"}
    bad = post(client, "wdr_ajax", method="get_price_html", awdr_nonce="bad")
    assert (bad.status_code, bad.content) == (200, b"Invalid token")
    unknown = client.post("/wp-admin/admin-ajax.php", {"action": "nope"})
    assert (unknown.status_code, unknown.content) == (400, b"0")


def test_a_products_discount(client: Client, wine: Product) -> None:
    answer = ask(client, "awdr_get_product_discount", product_id=wine.pk, qty=6, custom_price="0.01")
    data = answer["data"]
    rule = str(Promotion.objects.get().pk)
    assert answer["success"] is True
    assert (data["initial_price"], data["discounted_price"]) == (16.99, 13.592)
    assert data["discounted_price_html"] == AMOUNT.format("$13.59")
    assert data["total_discount_details"][rule]["bulk_discount"] == {
        "discount_type": "percentage",
        "discount_value": "20",
        "discount_quantity": 6,
        "discount_price_per_quantity": 3.398,
        "discount_price": 3.398,
        "range": "6+",
    }
    assert data["apply_as_cart_rule"] == ["no"]
    assert data["discount_lines"]["non_applied"]["quantity"] == 0
    assert data["discount_lines"]["0"]["quantity"] == 6
    assert data["currency_symbol"] == "&#36;"


def test_no_discount_is_false(client: Client, wine: Product) -> None:
    Promotion.objects.update(enabled=False)
    answer = ask(client, "awdr_get_product_discount", product_id=wine.pk, qty=1)
    assert answer == {"success": True, "data": False}


def next_row(client: Client, wine: Product, quantity: int) -> dict[str, Any] | None:
    """Return the row that more bottles lead to, as our page reads it; None for no row."""
    found: dict[str, Any] | None = ask(client, "awdr_get_product_discount", product_id=wine.pk, qty=quantity).get(
        "next_row"
    )
    return found


@pytest.mark.parametrize(
    ("quantity", "row"),
    [
        (1, {"range": "3 – 5", "missing": 2, "text": "2 more bottles and you get 10% off."}),
        (2, {"range": "3 – 5", "missing": 1, "text": "1 more bottle and you get 10% off."}),
        (3, {"range": "6+", "missing": 3, "text": "3 more bottles and you get 20% off."}),
        (6, None),
    ],
)
def test_the_next_row_is_told_beside_the_data(
    client: Client, wine: Product, quantity: int, row: dict[str, Any] | None
) -> None:
    assert next_row(client, wine, quantity) == row
    answer = ask(client, "awdr_get_product_discount", product_id=wine.pk, qty=quantity)
    assert bool(answer["data"]) is (quantity >= 3)


def test_bottles_in_the_cart_are_not_missing(client: Client, wine: Product) -> None:
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": 3})
    assert next_row(client, wine, 1) == {"range": "6+", "missing": 2, "text": "2 more bottles and you get 20% off."}


def test_other_wines_are_counted_where_they_count_together(client: Client, wine: Product) -> None:
    client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk, "quantity": 4})
    assert next_row(client, wine, 1) == {
        "range": "3 – 5",
        "missing": 2,
        "text": "2 more bottles and you get 10% off.",
    }
    Promotion.objects.update(counting=CountingChoices.TOGETHER)
    assert next_row(client, wine, 1) == {"range": "6+", "missing": 1, "text": "1 more bottle and you get 20% off."}


def test_a_row_that_the_stock_does_not_reach_is_not_promised(client: Client, wine: Product) -> None:
    few = make_product(stock=5)
    assert next_row(client, few, 1) is not None
    assert next_row(client, few, 3) is None


def test_a_row_that_gives_less_than_another_promotion_is_not_promised(client: Client, wine: Product) -> None:
    better = Promotion.objects.create(title="All at 15%", kind=PromotionKind.SIMPLE)
    Tier.objects.create(promotion=better, value=15)
    assert next_row(client, wine, 1) == {"range": "6+", "missing": 5, "text": "5 more bottles and you get 20% off."}


@pytest.mark.parametrize(
    ("measure", "words"),
    [(MeasureChoices.FLAT, "you get $2.00 off each"), (MeasureChoices.FIXED_PRICE, "you pay $2.00 each")],
)
def test_amounts_are_told_as_such(client: Client, measure: MeasureChoices, words: str) -> None:
    Tier.objects.create(promotion=Promotion.objects.create(title="A case"), at_least=12, measure=measure, value=2)
    row = next_row(client, make_product(), 10)
    assert row is not None
    assert row["text"] == f"2 more bottles and {words}."
