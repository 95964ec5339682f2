"""The cart, its panels and the checkout say how far it is from free delivery."""

import pytest
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.free_delivery import AVAILABLE, FREE
from vintner.cart.models import Cart
from vintner.cart.pages import FreeDeliveryGoal, cart_contents, cart_sections, free_delivery_goal
from vintner.checkout.order_review import order_review
from vintner.money import Money
from vintner.pricing.choices import PreselectChoices, PromotionKind
from vintner.pricing.models import Coupon, Policy, Promotion
from vintner.shipping.models import Destination, Method
from vintner.shipping.rules import Place
from vintner.testing.builders import make_cart, make_product

pytestmark = pytest.mark.usefixtures("shop")


def quoted(cart: Cart, rate_id: str | None = None, place: Place | None = None) -> carts.QuotedCart:
    return carts.quote_cart(cart, now=timezone.now(), rate_id=rate_id, place=place)


def goal(price: str, rate_id: str | None = None) -> FreeDeliveryGoal | None:
    return free_delivery_goal(quoted(make_cart((make_product(price=price), 1)), rate_id))


@pytest.mark.parametrize(
    ("price", "text", "spent"),
    [
        ("88", "$12.00 more for free delivery", 8800),
        ("99.99", "$0.01 more for free delivery", 9999),
        ("100", AVAILABLE, 10_000),
        ("250", AVAILABLE, 10_000),
    ],
)
def test_what_is_missing_is_told_until_it_is_reached(price: str, text: str, spent: int) -> None:
    assert goal(price) == FreeDeliveryGoal(text=text, spent=spent, minimum=10_000)


def test_an_order_that_ships_free_says_so() -> None:
    Policy.objects.create(preselect=PreselectChoices.CHEAPEST)
    assert goal("100") == FreeDeliveryGoal(text=FREE, spent=10_000, minimum=10_000)


def test_every_part_of_the_store_says_the_same() -> None:
    Destination.objects.create(country="US", state="CA", wine_allowed=True)
    cart = quoted(make_cart((make_product(price="88"), 1)))
    mini, popup = cart_sections(cart)
    said = {part.free_delivery for part in (mini, popup, cart_contents(cart), order_review(cart))}
    assert said == {FreeDeliveryGoal(text="$12.00 more for free delivery", spent=8800, minimum=10_000)}
    assert cart_sections(None)[0].free_delivery is None


def test_discounts_count_as_the_method_counts_them() -> None:
    coupon = Coupon.objects.create(code="ten", kind="fixed_cart", amount=10)
    cart = make_cart((make_product(price="105"), 1))
    cart.coupons.create(coupon=coupon)
    found = free_delivery_goal(quoted(cart))
    assert found is not None
    assert found.text == "$5.00 more for free delivery"
    Method.objects.filter(kind="free_shipping").update(before_discounts=True)
    found = free_delivery_goal(quoted(cart))
    assert found is not None
    assert found.text == AVAILABLE


def test_what_a_promotion_pays_is_free_before_the_sum_is_reached() -> None:
    Promotion.objects.create(title="On us", kind=PromotionKind.DELIVERY)
    assert goal("20") == FreeDeliveryGoal(text=FREE, spent=10_000, minimum=10_000)


def test_who_picks_up_is_told_nothing() -> None:
    pickup = Method.objects.get(kind="local_pickup")
    assert goal("88", f"local_pickup:{pickup.pk}") is None


@pytest.mark.parametrize("requires", ["", "coupon", "both"])
def test_without_a_sum_that_would_do_nothing_is_said(requires: str) -> None:
    Method.objects.filter(kind="free_shipping").update(requires=requires, minimum=Money(0 if not requires else 100_00))
    assert goal("88") is None


def test_the_nearest_of_several_counts() -> None:
    first = Method.objects.get(kind="free_shipping")
    Method.objects.create(
        zone=first.zone, kind="free_shipping", title="Slow", requires="min_amount", minimum=Money(9000)
    )
    found = goal("88")
    assert found is not None
    assert found.text == "$2.00 more for free delivery"


def test_where_nothing_is_sent_nothing_is_said() -> None:
    Destination.objects.create(country="US", state="UT", wine_allowed=False)
    cart = make_cart((make_product(price="88"), 1), country="US", state="UT")
    assert free_delivery_goal(quoted(cart)) is None
    elsewhere = make_cart((make_product(price="88"), 1))
    assert free_delivery_goal(quoted(elsewhere, place=Place(country="CA", state="ON"))) is None
    virtual = make_cart((make_product(price="88", virtual=True, alcoholic=False), 1))
    assert free_delivery_goal(quoted(virtual)) is None
