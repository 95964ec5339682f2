"""6. Codes of coupons are not guessed, and not used more often than they may be."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connection

from tests.attack.attack import Tries, attack, many, replaced, without_limits
from vintner.cart.models import Cart, CartCoupon
from vintner.cart.tests.shoppers import CouponShopper
from vintner.checkout.tests.placing.redeeming import add_coupon, make_coupon, place
from vintner.orders import redemptions
from vintner.orders.models import Order
from vintner.pricing import books
from vintner.refusal import Refusal, Refusals
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_cart, make_product
from vintner.testing.store import open_store

AT_ONCE, USES = 10, 5


@attack(without=without_limits("coupon_guesses"))
@pytest.mark.usefixtures("store")
def test_guessing_in_one_cart_and_in_many() -> Tries:
    """The right code is the last of many; it is not looked at any more, also from a new cart or the Store API."""
    make_coupon()
    wine = make_product(stock=None)
    shopper = _shopper(wine.pk)
    for number in range(15):
        shopper.apply(f"save{number + 1000}")
    _shopper(wine.pk).apply("save10")
    yield "a new cart at the same address", CartCoupon.objects.exists()
    for number in range(many(0, 10_000)):
        shopper.apply(f"save{number + 2000}")
    shopper.apply("save10")
    yield "the same cart", CartCoupon.objects.exists()
    client = ApiClient()
    client.post("/cart/add-item", id=wine.pk, quantity=1)
    yield "the Store API", client.post("/cart/apply-coupon", code="save10").status == 200


def _shopper(variation: int) -> CouponShopper:
    shopper = CouponShopper()
    shopper.client.post("/?wc-ajax=add_to_cart", {"product_id": variation})
    return shopper


def _count_always(statement: str, kind: object, *, in_any_case: bool = False) -> bool:
    return bool(_run(statement, kind, in_any_case=True))  # type: ignore[arg-type]


_run = redemptions._run


@attack(without=replaced("vintner.orders.redemptions._run", _count_always))
@pytest.mark.django_db(transaction=True)
def test_racing_for_the_last_uses() -> Tries:
    """Ten orders at once, all of which have seen that five uses are left. More of it: checkout/tests/placing."""
    open_store()
    make_coupon(usage_limit=USES)
    wine = make_product(stock=None, price="20.00")
    carts = [add_coupon(make_cart((wine, 1))) for _ in range(AT_ONCE)]
    books.load()
    barrier = Barrier(AT_ONCE)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda cart: _place(cart, barrier), carts))
    yield f"{Order.objects.count()} of {USES} uses", Order.objects.count() > USES


def _place(cart: Cart, barrier: Barrier) -> None:
    try:
        barrier.wait(timeout=10)
        place(cart, f"{cart.pk.hex}@example.com")
    except (Refusal, Refusals, BrokenBarrierError):
        pass
    finally:
        connection.close()
