"""What may be in a cart, and how a request says it."""

import pytest

from vintner.cart.rules import CartGoods, cart_hash, line_key, line_problem, quantity_after_adding, read_quantity
from vintner.catalogue.rules import Backorders, Stock
from vintner.money import Money
from vintner.refusal import Refusal

PLENTY = Stock(counted=True, free=1000)
THREE = Stock(counted=True, free=3)
NONE = Stock(counted=True, free=0)
ON_ORDER = Stock(counted=True, free=0, backorders=Backorders.NOTIFY)


def goods(stock: Stock = PLENTY, *, for_sale: bool = True, soon: bool = False, one: bool = False) -> CartGoods:
    return CartGoods(name="Quinta", for_sale=for_sale, coming_soon=soon, sold_individually=one, stock=stock)


@pytest.mark.parametrize(
    ("text", "least", "quantity"),
    [
        (None, 1, 1),
        ("", 1, 1),
        (" ", 1, 1),
        ("0", 1, 1),
        ("0", 0, 0),
        ("0.9", 1, 1),
        ("1.5", 1, 1),
        ("2.99", 1, 2),
        (" 12 ", 1, 12),
        ("+3", 1, 3),
        ("007", 1, 7),
        ("5.", 1, 5),
        ("999", 1, 999),
    ],
)
def test_a_quantity_is_read(text: str | None, least: int, quantity: int) -> None:
    assert read_quantity(text, least=least) == quantity


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("-1", "negative_quantity"),
        ("-0.5", "negative_quantity"),
        ("1000", "too_many"),
        ("1000000000", "too_many"),
        ("9" * 30, "too_many"),
        ("9" * 5000, "not_a_quantity"),
        ("abc", "not_a_quantity"),
        ("1e3", "not_a_quantity"),
        ("1,5", "not_a_quantity"),
        ("٣", "not_a_quantity"),
        ("²", "not_a_quantity"),
        ("NaN", "not_a_quantity"),
        ("1;DROP", "not_a_quantity"),
        ("\x00", "not_a_quantity"),
    ],
)
def test_a_quantity_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_quantity(text, least=1)
    assert refused.value.code == code
    assert refused.value.field == "quantity"


@pytest.mark.parametrize(
    ("thing", "quantity", "in_cart", "after"),
    [
        (goods(), 2, 1, 3),
        (goods(THREE), 3, 0, 3),
        (goods(THREE), 1, 2, 3),
        (goods(ON_ORDER), 20, 0, 20),
        (goods(Stock(counted=False, free=0)), 20, 0, 20),
        (goods(one=True), 5, 0, 1),
    ],
    ids=["adds up", "all there is", "the last", "on backorder", "not counted", "one per order"],
)
def test_adding(thing: CartGoods, quantity: int, in_cart: int, after: int) -> None:
    assert quantity_after_adding(thing, quantity, in_cart=in_cart) == after


@pytest.mark.parametrize(
    ("thing", "quantity", "in_cart", "code"),
    [
        (goods(one=True, for_sale=False), 1, 1, "one_per_order"),
        (goods(NONE, for_sale=False), 1, 0, "not_for_sale"),
        (goods(NONE, soon=True), 1, 0, "coming_soon"),
        (goods(NONE), 1, 0, "out_of_stock"),
        (goods(Stock(counted=False, free=0, flagged_in_stock=False)), 1, 0, "out_of_stock"),
        (goods(THREE), 4, 0, "not_enough"),
        (goods(THREE), 2, 2, "not_enough_with_cart"),
        (goods(), 999, 1, "too_many"),
    ],
    ids=["second of one", "withdrawn", "soon", "sold out", "flagged", "too few", "too few with cart", "over 999"],
)
def test_adding_is_refused_in_this_order(thing: CartGoods, quantity: int, in_cart: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        quantity_after_adding(thing, quantity, in_cart=in_cart)
    assert refused.value.code == code
    assert "Quinta" in refused.value.message or code == "too_many"


@pytest.mark.parametrize(
    ("thing", "quantity", "code"),
    [
        (goods(), 999, None),
        (goods(THREE), 3, None),
        (goods(THREE), 4, "not_enough"),
        (goods(NONE), 1, "out_of_stock"),
        (goods(for_sale=False), 1, "not_for_sale"),
        (goods(one=True), 2, "one_per_order"),
        (goods(), 1000, "too_many"),
    ],
)
def test_a_line_that_cannot_be_bought_says_why(thing: CartGoods, quantity: int, code: str | None) -> None:
    problem = line_problem(thing, quantity)
    assert (problem.code if problem else None) == code


def test_line_keys() -> None:
    assert line_key(141, None) == "0f28b5d49b3020afeecd95b4009adf4c", "the key that WooCommerce's clients compute"
    assert line_key(141, 142) != line_key(141, 143)


def test_the_hash_is_empty_for_an_empty_cart() -> None:
    assert cart_hash([], "flat_rate:1", Money(0)) == ""


def test_the_hash_tells_everything_apart_that_is_paid_for() -> None:
    line = ("k", 1, Money(100))
    made = [
        cart_hash([line], "flat_rate:1", Money(1100)),
        cart_hash([("k", 2, Money(100))], "flat_rate:1", Money(1100)),
        cart_hash([("k", 1, Money(200))], "flat_rate:1", Money(1100)),
        cart_hash([line], "local_pickup:3", Money(1100)),
        cart_hash([line], "flat_rate:1", Money(1200)),
    ]
    assert len(set(made)) == len(made)
