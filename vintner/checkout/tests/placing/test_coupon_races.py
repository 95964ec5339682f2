"""Shoppers race for the last uses of a coupon, and the guards are what decides: without one, it fails."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connection

from vintner.cart.models import Cart
from vintner.checkout.tests.placing.redeeming import add_coupon, count_uses, make_coupon, place
from vintner.orders import redemptions
from vintner.orders.models import CouponClaim, Order, Redemption
from vintner.pricing import books
from vintner.pricing.models import Coupon
from vintner.refusal import Refusal, Refusals
from vintner.testing.builders import make_cart, make_product
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)
SHOPPERS = int(os.environ.get("SHOPPERS", "50"))
"""So many race; the long run takes 200."""
AT_ONCE = 10
USES = 5
REDUCED = 2000 - 200 + 1000 + 131 + 73
"""A bottle at $20.00 sent to California with ten per cent off."""


@pytest.fixture
def carts() -> Callable[[int], list[Cart]]:
    """Carts with a bottle and the coupon each."""

    def make(count: int) -> list[Cart]:
        wine = make_product(stock=None, price="20.00")
        made = [add_coupon(make_cart((wine, 1))) for _ in range(count)]
        books.load()
        return made

    open_store()
    return make


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> Barrier:
    """Let orders wait for each other after their carts were quoted: all have seen that there are uses left."""
    barrier = Barrier(AT_ONCE)
    hold = redemptions.hold

    def wait_and_hold(order: Order, coupon_ids: list[int], promotion_ids: list[int]) -> None:
        barrier.wait(timeout=10)
        hold(order, coupon_ids, promotion_ids)

    monkeypatch.setattr(redemptions, "hold", wait_and_hold)
    return barrier


def race(carts: Sequence[Cart], email_of: Callable[[int], str]) -> int:
    """Place all orders with the total that their carts showed; return how many were placed."""

    def tries(number: int) -> bool:
        try:
            place(carts[number], email_of(number), shown_total=REDUCED)
        except (Refusal, Refusals, BrokenBarrierError):
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sum(pool.map(tries, range(len(carts))))


def anybody(number: int) -> str:
    return f"shopper{number}@example.com"


def ann(number: int) -> str:
    """Spellings of one address."""
    return (f"ann+{number}@example.com", "Ann@Example.com", "ann@example.com", "ANN+x@example.COM")[number % 4]


def test_a_coupon_is_used_as_often_as_it_may_be_however_many_race(carts: Callable[[int], list[Cart]]) -> None:
    coupon = make_coupon(usage_limit=USES)
    assert race(carts(SHOPPERS), anybody) == USES
    assert count_uses(coupon) == USES
    assert Redemption.objects.filter(coupon=coupon, released_at=None).count() == USES
    assert Order.objects.count() == USES


@pytest.mark.usefixtures("together")
def test_all_at_the_same_moment(carts: Callable[[int], list[Cart]]) -> None:
    make_coupon(usage_limit=USES)
    assert race(carts(AT_ONCE), anybody) == USES


@pytest.mark.usefixtures("together")
def test_one_customer_in_many_tabs_uses_it_once_under_any_spelling(carts: Callable[[int], list[Cart]]) -> None:
    make_coupon(usage_limit_per_customer=1)
    assert race(carts(AT_ONCE), ann) == 1
    assert CouponClaim.objects.count() == 1


def always(statement: str, kind: object, *, in_any_case: bool = False) -> bool:
    """Count without a look at the limit, as if the condition were not in the statement."""
    return bool(counting(statement, kind, in_any_case=True))  # type: ignore[arg-type]


counting = redemptions._run


@pytest.mark.usefixtures("together")
def test_without_the_condition_in_the_statement_too_many_would_get_it(
    carts: Callable[[int], list[Cart]], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_coupon(usage_limit=USES)
    monkeypatch.setattr(redemptions, "_run", always)
    assert race(carts(AT_ONCE), anybody) > USES


@pytest.mark.parametrize("guard", ["_claim", "customer_keys"])
@pytest.mark.usefixtures("together")
def test_without_the_claims_a_customer_would_use_it_again(
    carts: Callable[[int], list[Cart]], monkeypatch: pytest.MonkeyPatch, guard: str
) -> None:
    without: dict[str, Callable[..., object]] = {
        "_claim": lambda *_: None,
        "customer_keys": lambda user_id, email: [f"email:{email}"],  # every spelling somebody else
    }
    make_coupon(usage_limit_per_customer=1)
    monkeypatch.setattr(redemptions, guard, without[guard])
    assert race(carts(AT_ONCE), ann) > 1


def test_without_giving_back_the_uses_of_dead_orders_would_be_lost(
    carts: Callable[[int], list[Cart]], monkeypatch: pytest.MonkeyPatch
) -> None:
    coupon = make_coupon(usage_limit=1)
    monkeypatch.setattr(redemptions, "_UNCOUNT", "SELECT 1 WHERE false AND %(id)s > 0")
    [cart] = carts(1)
    order = place(cart, shown_total=REDUCED)
    redemptions.release(order)
    assert count_uses(coupon) == 1, "and it is 0 with it: test_redemptions"
    assert Coupon.objects.count() == 1
