"""The cart's calls by name, as WooCommerce's clients make them."""

import json
import re
from datetime import timedelta
from typing import TypedDict

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from vintner.cart.models import Cart, CartLine
from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.pricing import books
from vintner.pricing.models import TaxRate
from vintner.testing.builders import make_product, make_user, make_variable_product
from vintner.web.answers import SECTIONS

pytestmark = pytest.mark.usefixtures("shop")
MINI_CART, POPUP = "div.widget_shopping_cart_content", "div.xoo-cp-content"
COOKIES = {"vintner_cart", "woocommerce_items_in_cart", "woocommerce_cart_hash"}
STATEMENT = re.compile(r"\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b")


class Body(TypedDict, total=False):
    """All that the calls may answer."""

    fragments: dict[str, str]
    cart_hash: str
    error: bool
    product_url: str | bool
    success: bool
    cart_url: str


class CallAnswer:
    """What a call answered."""

    def __init__(
        self, client: Client, name: str, fields: dict[str, str], headers: dict[str, str] | None = None
    ) -> None:
        self.response = client.post(f"/?wc-ajax={name}", fields, headers=headers)
        self.status = self.response.status_code
        self.body: Body = json.loads(self.response.content or "{}")


def add(client: Client, item_id: int | str, quantity: str | None = None, **others: str) -> CallAnswer:
    fields = {"product_id": str(item_id), **others}
    return CallAnswer(client, "add_to_cart", fields if quantity is None else {**fields, "quantity": quantity})


def quantities() -> list[int]:
    return list(CartLine.objects.filter(removed_at=None).values_list("quantity", flat=True))


def test_adding_answers_with_the_section_and_the_hash(client: Client) -> None:
    wine = make_product(name="Quinta do Teste", price="16.99")
    answer = add(client, wine.pk, "2")
    assert answer.status == 200
    assert set(answer.body) == {"fragments", "cart_hash"}
    assert list(answer.body["fragments"]) == [MINI_CART, POPUP]
    assert "Quinta do Teste" in answer.body["fragments"][MINI_CART]
    assert re.fullmatch(r"[0-9a-f]{32}", answer.body["cart_hash"])
    assert answer.response["Content-Type"] == "application/json; charset=UTF-8"
    assert quantities() == [2]


def test_a_store_may_show_its_cart_after_each_adding(client: Client, settings: Settings) -> None:
    settings.CART_REDIRECT_AFTER_ADD = True
    assert add(client, make_product().pk).body["cart_url"] == "/cart/"


def test_adding_sets_the_three_cookies(client: Client) -> None:
    answer = add(client, make_product().pk)
    cookies = answer.response.cookies
    assert set(cookies) == COOKIES
    assert cookies["woocommerce_cart_hash"].value == answer.body["cart_hash"]
    assert cookies["woocommerce_items_in_cart"].value == "1"
    assert not cookies["woocommerce_items_in_cart"]["httponly"]
    mine = cookies["vintner_cart"]
    assert (mine["httponly"], mine["samesite"], mine["max-age"]) == (True, "Lax", 30 * 24 * 60 * 60)
    assert mine.value.count(":") == 2, "value, time and signature"


def test_adding_again_merges_and_changes_the_hash(client: Client) -> None:
    wine = make_product()
    first, second = add(client, wine.pk, "1"), add(client, wine.pk, "2")
    assert quantities() == [3]
    assert first.body["cart_hash"] != second.body["cart_hash"]


def test_a_variation_is_named_by_its_own_id(client: Client) -> None:
    variation = make_variable_product().variations.all()[1]
    add(client, variation.pk)
    assert CartLine.objects.get().variation == variation


@pytest.mark.parametrize("text", [None, "", "0", "1.5", "1", "\x00", "1\u200b"])
def test_these_quantities_are_one(client: Client, text: str | None) -> None:
    add(client, make_product().pk, text)
    assert quantities() == [1]


@pytest.mark.parametrize("text", ["-1", "-2", "1000", "1000000000", "many", "1e3", "9" * 400, "4"])
def test_these_quantities_are_refused_whole(client: Client, text: str) -> None:
    wine = make_product(stock=3)
    answer = add(client, wine.pk, text)
    assert answer.status == 200
    assert answer.body == {"error": True, "product_url": f"http://testserver{wine.get_absolute_url()}"}
    assert not Cart.objects.exists()
    assert set(answer.response.cookies) == {"messages"}


def test_the_address_of_what_is_not_published_is_not_told(client: Client) -> None:
    assert add(client, make_product(published=False).pk).body == {"error": True, "product_url": False}
    assert not Cart.objects.exists()


def unpriced() -> Product:
    return make_product(price=None)


def sold_out() -> Product:
    return make_product(stock=0)


def coming_soon() -> Product:
    return make_product(available_from=timezone.now() + timedelta(days=1))


@pytest.mark.parametrize("make", [unpriced, sold_out, coming_soon, make_variable_product])
def test_what_cannot_be_bought_leads_to_its_page(client: Client, make: type[Product]) -> None:
    product = make()
    answer = add(client, product.pk)
    assert answer.body == {"error": True, "product_url": f"http://testserver{product.get_absolute_url()}"}
    assert not Cart.objects.exists()


@pytest.mark.parametrize("item_id", ["999999", "0", "-1", "1.5", "abc", "", " ", "9" * 400, "１２", "\x00", "1 OR 1=1"])
def test_an_unknown_product_has_no_page(client: Client, item_id: str) -> None:
    answer = add(client, item_id)
    assert (answer.status, answer.body) == (200, {"error": True, "product_url": False})
    assert not Cart.objects.exists()


def test_no_product_at_all_is_answered_with_nothing(client: Client) -> None:
    answer = CallAnswer(client, "add_to_cart", {"quantity": "1"})
    assert (answer.status, answer.response.content) == (200, b"")


def test_one_per_order(client: Client) -> None:
    wine = make_product(sold_individually=True)
    assert "error" not in add(client, wine.pk, "5").body
    assert add(client, wine.pk).body["error"] is True
    assert quantities() == [1]


def test_more_than_is_left_with_what_the_cart_holds(client: Client) -> None:
    wine = make_product(stock=3)
    add(client, wine.pk, "2")
    assert add(client, wine.pk, "2").body["error"] is True
    assert quantities() == [2]


def test_a_refusal_is_told_on_the_next_page(client: Client) -> None:
    wine = make_product(name="Rarity", stock=3)
    add(client, wine.pk, "4")
    page = client.get("/cart/", headers={"Accept": "application/json"}).json()
    assert [(notice["kind"], notice["text"]) for notice in page["shared"]["notices"]] == [
        ("error", "We have only 3 of “Rarity” left.")
    ]


@pytest.mark.parametrize("field", ["custom_price", "price", "regular_price", "discount", "cart", "user"])
def test_other_fields_are_ignored(client: Client, field: str) -> None:
    wine = make_product(price="16.99")
    answer = add(client, wine.pk, **{field: "0.01"})
    assert "$16.99" in answer.body["fragments"][MINI_CART]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://testserver"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, 403),
        ({"Referer": "http://testserver/shop/"}, 200),
        ({"Referer": ""}, 200),
        ({"Referer": "https://evil.example/shop/"}, 403),
        ({"Referer": "https://evil.example/?http://testserver/"}, 403),
        ({"Referer": "https://testserver.evil.example/"}, 403),
        ({"Referer": "testserver"}, 403),
        ({"Referer": "http://[testserver/"}, 403),
        ({"Origin": "http://[testserver"}, 403),
        ({"Origin": "http://testserver", "Referer": "https://evil.example/"}, 200),
        ({"Origin": "https://evil.example", "Referer": "http://testserver/"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Referer": "https://evil.example/"}, 200),
    ],
)
def test_adding_must_come_from_our_own_pages(client: Client, headers: dict[str, str], status: int) -> None:
    answer = CallAnswer(client, "add_to_cart", {"product_id": str(make_product().pk)}, headers)
    assert answer.status == status
    assert Cart.objects.exists() is (status == 200)
    assert bool(answer.response.cookies) is (status == 200)


@pytest.mark.parametrize(
    ("quantity", "bottles"), [("", [1]), ("0", [1]), ("0.5", [1]), ("1.5", [1]), ("-1", []), ("abc", [])]
)
def test_a_quantity_is_read_as_the_contract_has_it(client: Client, quantity: str, bottles: list[int]) -> None:
    """Nothing, zero and a fraction below one add one bottle; below zero and text are refused: clients rely on it."""
    answer = add(client, make_product().pk, quantity)
    assert (answer.body.get("error", False), quantities()) == (not bottles, bottles)


@pytest.mark.parametrize("header", ["Origin", "Referer"])
def test_a_trusted_origin_may_add(client: Client, settings: Settings, header: str) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://shop.example"]
    page = "https://shop.example" if header == "Origin" else "https://shop.example/wine/"
    assert CallAnswer(client, "add_to_cart", {"product_id": str(make_product().pk)}, {header: page}).status == 200
    insecure = page.replace("https:", "http:")
    assert CallAnswer(client, "add_to_cart", {"product_id": str(make_product().pk)}, {header: insecure}).status == 403


@pytest.mark.parametrize("cookie", ["", "x", "00000000000000000000000000000000", "a:b:c", "é"])
def test_a_forged_cookie_is_no_cart(client: Client, cookie: str) -> None:
    add(client, make_product().pk)
    client.cookies["vintner_cart"] = cookie
    assert CallAnswer(client, "get_refreshed_fragments", {}).body["cart_hash"] == ""


def test_removing(client: Client) -> None:
    wine, other = make_product(name="Goes"), make_product(name="Stays")
    add(client, wine.pk)
    add(client, other.pk)
    key = CartLine.objects.get(variation__product=wine).key
    answer = CallAnswer(client, "remove_from_cart", {"cart_item_key": key})
    assert "Stays" in answer.body["fragments"][MINI_CART]
    assert "Goes" not in answer.body["fragments"][MINI_CART]
    assert answer.body["cart_hash"]


def test_removing_the_last_line_empties_the_markers(client: Client) -> None:
    add(client, make_product().pk)
    answer = CallAnswer(client, "remove_from_cart", {"cart_item_key": CartLine.objects.get().key})
    assert answer.body["cart_hash"] == ""
    assert answer.response.cookies["woocommerce_items_in_cart"]["max-age"] == 0
    assert answer.response.cookies["woocommerce_cart_hash"]["max-age"] == 0


@pytest.mark.parametrize("fields", [{}, {"cart_item_key": ""}, {"cart_item_key": "f" * 32}, {"cart_item_key": "\x00"}])
def test_removing_what_is_not_there(client: Client, fields: dict[str, str]) -> None:
    assert CallAnswer(client, "remove_from_cart", fields).body == {"success": False}, "without a cart"
    add(client, make_product().pk)
    assert CallAnswer(client, "remove_from_cart", fields).body == {"success": False}
    assert quantities() == [1]


def test_another_visitors_line_cannot_be_removed(client: Client) -> None:
    wine, other = make_product(), make_product()
    add(client, wine.pk)
    stranger = Client()
    add(stranger, other.pk)
    key = CartLine.objects.get(variation__product=wine).key
    assert CallAnswer(stranger, "remove_from_cart", {"cart_item_key": key}).body == {"success": False}


def test_refreshing_starts_nothing_for_a_new_visitor(client: Client) -> None:
    answer = CallAnswer(client, "get_refreshed_fragments", {"time": "1"})
    assert answer.body["cart_hash"] == ""
    assert list(answer.body["fragments"]) == [MINI_CART, POPUP]
    assert not answer.response.cookies
    assert not Cart.objects.exists()


def test_refreshing_tells_what_adding_told(client: Client) -> None:
    added = add(client, make_product().pk)
    answer = CallAnswer(client, "get_refreshed_fragments", {})
    assert answer.body == added.body
    assert not answer.response.cookies


def test_refreshing_corrects_a_browser_that_knows_an_older_cart(client: Client) -> None:
    wine = make_product()
    add(client, wine.pk)
    Variation.objects.filter(product=wine).update(regular_price=Money(9999))
    answer = CallAnswer(client, "get_refreshed_fragments", {})
    assert answer.response.cookies["woocommerce_cart_hash"].value == answer.body["cart_hash"]
    Cart.objects.all().delete()
    assert CallAnswer(client, "get_refreshed_fragments", {}).response.cookies["woocommerce_cart_hash"]["max-age"] == 0


def test_a_logged_in_shoppers_cart_is_theirs_and_found_without_the_cookie(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    added = add(client, make_product().pk)
    assert Cart.objects.get().user == user
    elsewhere = Client()
    elsewhere.force_login(user)
    assert CallAnswer(elsewhere, "get_refreshed_fragments", {}).body == added.body


def test_who_logs_in_on_the_same_machine_does_not_get_anothers_cart(client: Client) -> None:
    client.force_login(make_user())
    add(client, make_product().pk)
    client.force_login(make_user())
    assert CallAnswer(client, "get_refreshed_fragments", {}).body["cart_hash"] == ""


def statements(client: Client, item_id: int) -> int:
    """Count the queries of adding, without the test's own savepoints."""
    with CaptureQueriesContext(connection) as captured:
        assert "fragments" in add(client, item_id).body
    return sum(bool(STATEMENT.match(query["sql"])) for query in captured.captured_queries)


@pytest.mark.parametrize("lines", [1, 20])
def test_adding_takes_few_queries_whatever_the_cart_holds(client: Client, lines: int) -> None:
    for _ in range(lines):
        add(client, make_product().pk)
    books.load()
    assert statements(client, make_product().pk) == 5


def test_a_new_cart_takes_three_queries_and_fourteen_when_prices_were_edited(client: Client) -> None:
    wine = make_product()
    books.load()
    assert statements(client, wine.pk) == 3
    TaxRate.objects.update(percent=9)
    assert statements(Client(), wine.pk) == 14


def test_vintages_take_no_query_more_to_be_named(client: Client) -> None:
    books.load()
    assert statements(client, make_variable_product().variations.all()[0].pk) == 3


def test_our_own_client_gets_the_same_answer_with_bare_sections(client: Client) -> None:
    wine = make_product(name="Quinta")
    rendered = add(client, wine.pk).body
    bare = CallAnswer(client, "get_refreshed_fragments", {}, headers={"Accept": f"{SECTIONS}, application/json"}).body
    assert rendered["cart_hash"] == bare["cart_hash"]
    assert rendered["fragments"].keys() == {MINI_CART, POPUP}
    [html] = bare["fragments"].values()
    assert html.startswith('<div data-section="CartPopup MiniCart" data-props=')
    assert html.endswith("'></div>")
    assert "Quinta" in html
