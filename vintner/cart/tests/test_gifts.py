"""Lines that promotions give: free, locked, never beyond the stock, and never against the shopper's wish."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from vintner.cart import carts, coupons
from vintner.cart.gifts import gift_choices
from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import QuotedLine
from vintner.catalogue.models import Product, Variation
from vintner.money import ZERO, Money
from vintner.pricing.models import Condition, Coupon, Promotion, Tier
from vintner.refusal import Refusal
from vintner.testing.builders import make_cart, make_product, make_variable_product

pytestmark = pytest.mark.django_db
NOW = timezone.now()
TOGETHER = "product_cumulative"


def give(*targets: Product, to: Product, least: int = 2, units: int = 1, off: str = "") -> Promotion:
    """Make a promotion that puts wines into the cart, free unless `off` per cent is said."""
    rule = Promotion.objects.create(title="A present", kind="wdr_buy_x_get_y_discount", counting=TOGETHER)
    rule.products.add(to)
    rule.targets.add(*targets)
    measure: dict[str, Any] = {"measure": "percentage", "value": Decimal(off)} if off else {"measure": "free_product"}
    Tier.objects.create(promotion=rule, at_least=least, units=units, **measure)
    return rule


def given(cart: Cart) -> list[QuotedLine]:
    cart.refresh_from_db()
    return [line for line in carts.quote_cart(cart, now=NOW).lines if line.gift]


def test_a_present_comes_with_the_bottles_that_earn_it_and_goes_with_them() -> None:
    wine, present = make_product(price="20.00"), make_product(price="9.00")
    give(present, to=wine, units=2)
    cart = make_cart((wine, 2))
    [line] = given(cart)
    assert (line.product, line.line.quantity) == (present, 2)
    assert line.priced is not None
    assert (line.priced.subtotal, line.priced.free) == (ZERO, True)
    shown = carts.quote_cart(cart, now=NOW)
    assert (shown.count, shown.quote.subtotal) == (2, Money(4000)), "presents count nowhere"
    assert [(each.label, each.amount) for each in shown.quote.adjustments] == [("A present", Money(1800))]
    carts.set_quantity(cart, shown.lines[0].line.key, 1)
    assert given(cart) == []


def test_its_quantity_is_not_the_shoppers_to_change() -> None:
    wine, present = make_product(), make_product()
    give(present, to=wine)
    cart = make_cart((wine, 2))
    carts.set_quantities(cart, {given(cart)[0].line.key: 50})
    assert given(cart)[0].line.quantity == 1


@pytest.mark.parametrize(("stock", "units"), [(2, 1), (1, 0), (0, 0), (None, 1)])
def test_never_beyond_the_stock(stock: int | None, units: int) -> None:
    wine, present = make_product(), make_product(stock=stock)
    give(present, to=wine)
    cart = make_cart((wine, 2))
    if stock:
        carts.add(cart, present.variations.get(), 1)
    assert sum(line.line.quantity for line in given(cart)) == units


def test_more_of_the_same_is_a_line_of_its_own() -> None:
    wine = make_product(stock=5)
    rule = Promotion.objects.create(title="Six for five", kind="wdr_buy_x_get_x_discount")
    Tier.objects.create(promotion=rule, at_least=2, measure="free_product", recursive=True)
    cart = make_cart((wine, 3))
    lines = carts.quote_cart(cart, now=NOW).lines
    assert [(line.line.quantity, bool(line.gift)) for line in lines] == [(3, False), (1, True)]
    assert lines[0].line.key != lines[1].line.key
    carts.set_quantity(cart, lines[0].line.key, 4)
    assert given(cart) == [], "four and two are more than five"


def test_what_is_not_free_is_added_as_far_as_the_shopper_has_none() -> None:
    wine, other = make_product(price="20.00"), make_product(price="10.00")
    give(other, to=wine, units=2, off="50")
    cart = make_cart((wine, 2))
    [line] = given(cart)
    assert line.priced is not None
    assert (line.line.quantity, line.priced.subtotal) == (2, Money(1000))
    carts.add(cart, other.variations.get(), 1)
    made = carts.quote_cart(cart, now=NOW)
    assert [each.line.quantity for each in made.lines] == [2, 1, 1]
    assert made.quote.subtotal == Money(4000 + 1000), "two of them at half price"


def test_the_shopper_does_not_get_what_was_put_away() -> None:
    wine, present = make_product(), make_product()
    give(present, to=wine)
    cart = make_cart((wine, 2))
    key = given(cart)[0].line.key
    assert carts.remove(cart, key).variation.product == present
    assert given(cart) == []
    carts.set_quantity(cart, carts.quote_cart(cart, now=NOW).lines[0].line.key, 5)
    assert given(cart) == [], "nor after a change"
    carts.restore(cart, key)
    assert [line.line.key for line in given(cart)] == [key]


def test_another_vintage_may_be_chosen() -> None:
    wine, present = make_product(), make_variable_product(prices={"2019": "10.00", "2018": "12.00"})
    rule = give(present, to=wine)
    cart = make_cart((wine, 2))
    first, second = present.variations.order_by("position")
    assert given(cart)[0].variation == first
    gift_choices.choose_variation(cart, str(rule.pk), present.pk, second.pk, now=NOW)
    assert given(cart)[0].variation == second
    Variation.objects.filter(pk=second.pk).update(enabled=False)
    assert given(cart)[0].variation == first, "what can be had instead"


@pytest.mark.parametrize("wrong", ["rule", "parent", "variation", "unearned"])
def test_nothing_else_may_be_chosen(wrong: str) -> None:
    wine, present, dear = make_product(), make_variable_product(), make_variable_product()
    rule = give(present, to=wine)
    cart = make_cart((wine, 1 if wrong == "unearned" else 2))
    rule_id = "999" if wrong == "rule" else str(rule.pk)
    parent = dear if wrong == "parent" else present
    chosen = (dear if wrong in ("parent", "variation") else present).variations.order_by("-position")[0]
    with pytest.raises(Refusal):
        gift_choices.choose_variation(cart, rule_id, parent.pk, chosen.pk, now=NOW)


def test_a_present_that_a_coupon_opened_goes_with_it() -> None:
    wine, present = make_product(), make_product()
    rule = give(present, to=wine)
    Condition.objects.create(promotion=rule, kind="coupons", words="KEY")
    Coupon.objects.create(code="key")
    cart = make_cart((wine, 2))
    assert given(cart) == []
    coupons.add(cart, "key", now=NOW)
    assert len(given(cart)) == 1
    Coupon.objects.update(usage_limit=0)
    assert given(cart) == []


def test_the_call_that_swaps() -> None:
    client = Client(enforce_csrf_checks=True)
    wine, present = make_product(), make_variable_product()
    rule = give(present, to=wine)
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": 2})
    chosen = present.variations.order_by("-position")[0]
    client.get("/cart/", headers={"Accept": "application/json"})
    fields = {
        "action": "awdr_change_discount_product_in_cart",
        "awdr_nonce": client.cookies["csrftoken"].value,
        "product_id": chosen.pk,
        "rule_unique_id": rule.pk,
        "parent_id": present.pk,
    }
    answer = client.post("/wp-admin/admin-ajax.php", fields)
    assert answer.json() == {"success": True, "data": 1}
    assert given(Cart.objects.get())[0].variation == chosen
    assert client.post("/wp-admin/admin-ajax.php", {**fields, "product_id": wine.pk}).json()["success"] is False
    assert client.post("/wp-admin/admin-ajax.php", {**fields, "parent_id": ""}).content == b"0"
    bad = client.post("/wp-admin/admin-ajax.php", {**fields, "awdr_nonce": "bad"})
    assert (bad.status_code, bad.content) == (200, b"Invalid token")
