"""The popup's calls by name, in the shapes of WooCommerce's plugin."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from structlog.testing import capture_logs

from vintner.cart import carts, coupons
from vintner.cart.models import Cart, CartCoupon, CartLine
from vintner.catalogue.models import Variation
from vintner.pricing.models import Coupon, Promotion, Tier
from vintner.testing.builders import make_cart, make_product, make_variable_product, only_variation

pytestmark = pytest.mark.usefixtures("shop")
SECTIONS = ["div.widget_shopping_cart_content", "div.xoo-cp-content"]
ANSWER = {"fragments", "cart_hash"}
WRONG = "Something went wrong"


def post(client: Client, name: str, fields: dict[str, object], headers: dict[str, str] | None = None) -> HttpResponse:
    if name == "xoo_cp_empty_cart":
        return client.post("/wp-admin/admin-ajax.php", {"action": name}, headers=headers)  # type: ignore[return-value]
    return client.post(f"/?wc-ajax={name}", fields, headers=headers)  # type: ignore[return-value]


def ask(client: Client, name: str, **fields: object) -> dict[str, Any]:
    answer = post(client, name, fields)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json; charset=UTF-8")
    found: dict[str, Any] = json.loads(answer.content)
    return found


def add(client: Client, wanted: object, **fields: object) -> dict[str, Any]:
    given = {"add-to-cart": wanted, "action": "xoo_cp_add_to_cart", **fields}
    return ask(client, "xoo_cp_add_to_cart", **given)


def quantities() -> list[int]:
    return list(CartLine.objects.filter(removed_at=None).values_list("quantity", flat=True))


def key() -> str:
    return CartLine.objects.get().key


def test_adding_answers_with_both_sections_and_says_so(client: Client) -> None:
    wine = make_product(name="Quinta do Teste")
    answer = add(client, wine.pk, quantity="2")
    assert set(answer) == ANSWER
    assert list(answer["fragments"]) == SECTIONS
    assert "2 × “Quinta do Teste” have been added" in answer["fragments"]["div.xoo-cp-content"]
    assert client.cookies["woocommerce_cart_hash"].value == answer["cart_hash"]
    assert quantities() == [2]


def test_the_serialised_form_of_a_wine_in_vintages(client: Client) -> None:
    wine = make_variable_product()
    chosen = wine.variations.all()[1]
    add(client, wine.pk, product_id=wine.pk, variation_id=chosen.pk, attribute_vintage="2018", quantity="1")
    assert CartLine.objects.get().variation == chosen
    answer = add(client, wine.pk, quantity="1")
    assert set(answer) == {"error", "message"}
    assert "choose" in answer["message"]


def test_a_refusal_is_told_as_html_and_as_text(client: Client) -> None:
    answer = add(client, make_product(name="<Rarity>", stock=3).pk, quantity="9")
    words = "We have only 3 of “&lt;Rarity&gt;” left."
    assert answer["error"] == f'<ul class="woocommerce-error" role="alert"><li>{words}</li></ul>'
    assert answer["message"] == "We have only 3 of “<Rarity>” left."
    assert not Cart.objects.exists()


def test_an_unknown_wine_leaves_the_cart_as_it_is(client: Client) -> None:
    assert add(client, 999999)["cart_hash"] == ""
    added = add(client, make_product().pk)
    answer = add(client, 999999)
    assert set(answer) == {"error", "message", *ANSWER}
    assert (answer["cart_hash"], quantities()) == (added["cart_hash"], [1])


@pytest.mark.parametrize(
    "fields", [{}, {"add-to-cart": "1"}, {"action": "xoo_cp_add_to_cart"}, {"add-to-cart": 1, "action": "x"}]
)
def test_without_its_two_marks_adding_answers_nothing(client: Client, fields: dict[str, object]) -> None:
    answer = post(client, "xoo_cp_add_to_cart", fields)
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_quantity_is_changed_and_zero_removes(client: Client) -> None:
    add(client, make_product(name="Alder").pk)
    answer = ask(client, "xoo_cp_update_cart", cart_key=key(), new_qty="5")
    assert (set(answer), quantities()) == (ANSWER, [5])
    answer = ask(client, "xoo_cp_update_cart", cart_key=key(), new_qty="0")
    assert "“Alder” has been removed" in answer["fragments"]["div.xoo-cp-content"]
    assert (answer["cart_hash"], quantities()) == ("", [])


@pytest.mark.parametrize("text", ["-1", "many", "", " ", "\x00"])
def test_what_is_no_quantity_changes_nothing(client: Client, text: str) -> None:
    add(client, make_product().pk)
    assert ask(client, "xoo_cp_update_cart", cart_key=key(), new_qty=text)["error"] == WRONG
    assert quantities() == [1]


@pytest.mark.parametrize("named", ["nope", "", "f" * 32, "\x00"])
@pytest.mark.parametrize("quantity", ["0", "2"])
def test_an_unknown_line_is_an_error_and_no_fault(client: Client, named: str, quantity: str) -> None:
    fields = {"cart_key": named, "new_qty": quantity}
    for _ in ("without a cart", "with one"):
        assert ask(client, "xoo_cp_update_cart", **fields)["error"] == WRONG
        assert ask(client, "xoo_cp_undo_item", cart_key=named)["error"] == WRONG
        add(client, make_product().pk)


@pytest.mark.parametrize(("stock", "wanted", "words"), [(3, "4", "We have only 3"), (None, "9999999", "at most 999")])
def test_the_stock_is_asked(client: Client, stock: int | None, wanted: str, words: str) -> None:
    add(client, make_product(stock=stock).pk)
    assert words in ask(client, "xoo_cp_update_cart", cart_key=key(), new_qty=wanted)["message"]
    assert quantities() == [1]


def test_undo_brings_the_line_back_once(client: Client) -> None:
    added = add(client, make_product().pk, quantity="7")
    name = key()
    ask(client, "xoo_cp_update_cart", cart_key=name, new_qty="0")
    answer = ask(client, "xoo_cp_undo_item", cart_key=name)
    assert (set(answer), answer["cart_hash"], quantities()) == (ANSWER, added["cart_hash"], [7])
    assert ask(client, "xoo_cp_undo_item", cart_key=name)["error"] == WRONG


@pytest.mark.parametrize(
    "change", [{"manage_stock": False, "available": False}, {"regular_price": None}, {"enabled": False}], ids=str
)
def test_what_cannot_be_bought_any_more_does_not_come_back(client: Client, change: dict[str, object]) -> None:
    add(client, make_product(name="Gone").pk)
    name = key()
    ask(client, "xoo_cp_update_cart", cart_key=name, new_qty="0")
    Variation.objects.update(**change)
    assert "“Gone”" in ask(client, "xoo_cp_undo_item", cart_key=name)["message"]
    assert quantities() == []


def test_emptying_takes_everything_out(client: Client) -> None:
    add(client, make_product().pk)
    Coupon.objects.create(code="save10", kind="percent", amount=10)
    coupons.add(Cart.objects.get(), "save10", now=timezone.now())
    name = key()
    answer = ask(client, "xoo_cp_empty_cart")
    assert (set(answer), answer["cart_hash"], list(answer["fragments"])) == (ANSWER, "", SECTIONS)
    assert "Your cart is empty" in answer["fragments"]["div.xoo-cp-content"]
    assert (CartLine.objects.count(), CartCoupon.objects.count()) == (0, 0)
    assert client.cookies["woocommerce_cart_hash"].value == ""
    assert ask(client, "xoo_cp_undo_item", cart_key=name)["error"] == WRONG
    assert ask(Client(), "xoo_cp_empty_cart")["cart_hash"] == ""


def test_a_given_line_is_put_away_and_comes_back(client: Client) -> None:
    gift = Promotion.objects.create(title="One more", kind="wdr_buy_x_get_x_discount")
    Tier.objects.create(promotion=gift, at_least=2, measure="free_product")
    added = add(client, make_product().pk, quantity="2")
    given = next(line.line.key for line in carts.quote_cart(Cart.objects.get(), now=timezone.now()).lines if line.gift)
    removed = ask(client, "xoo_cp_update_cart", cart_key=given, new_qty="0")
    assert removed["cart_hash"] != added["cart_hash"]
    assert ask(client, "xoo_cp_undo_item", cart_key=given)["cart_hash"] == added["cart_hash"]
    assert ask(client, "xoo_cp_update_cart", cart_key=given, new_qty="9")["error"] == WRONG


@pytest.mark.parametrize("name", ["xoo_cp_add_to_cart", "xoo_cp_update_cart", "xoo_cp_undo_item", "xoo_cp_empty_cart"])
def test_changes_must_come_from_our_own_pages(client: Client, name: str) -> None:
    wine = make_product()
    add(client, wine.pk)
    fields: dict[str, object] = {"add-to-cart": wine.pk, "action": name, "cart_key": key(), "new_qty": "0"}
    answer = post(client, name, fields, {"Sec-Fetch-Site": "cross-site"})
    assert (answer.status_code, quantities()) == (403, [1])


def test_a_price_of_the_callers_is_counted_and_has_no_effect(client: Client) -> None:
    wine = make_product(price="16.99")
    with capture_logs() as logs:
        answer = add(client, wine.pk, custom_price="0.01", **{"data-discount": "99"})
        add(client, wine.pk, product_sku="x", success_message="y")
    assert "$16.99" in answer["fragments"]["div.xoo-cp-content"]
    [told] = [each for each in logs if each["event"] == "ignored_fields"]
    assert (told["names"], told["count"]) == (["custom_price", "data-discount"], 2)


class Undo(TestCase):
    """Whatever happened before."""

    @settings(max_examples=25, deadline=None)
    @given(st.lists(st.integers(1, 999), min_size=1, max_size=5), st.data())
    def test_restores_exactly_the_removed_line(self, quantities: list[int], data: st.DataObject) -> None:
        cart = make_cart(*((only_variation(make_product(stock=None)), quantity) for quantity in quantities))
        before = _lines(cart)
        removed = data.draw(st.lists(st.sampled_from(sorted(before)), unique=True))
        for name in removed:
            carts.remove(cart, name)
        assert _lines(cart) == {name: row for name, row in before.items() if name not in removed}
        for name in data.draw(st.permutations(removed)):
            carts.restore(cart, name)
        assert _lines(cart) == before


def _lines(cart: Cart) -> dict[str, tuple[int, int, int]]:
    rows = cart.lines.filter(removed_at=None).select_related("variation__product")
    return {row.key: (row.pk, row.variation_id, row.quantity) for row in rows}
