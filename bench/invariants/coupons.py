"""I15: a coupon is used as often as it may be, and given back by orders that die."""

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from django.db import transaction
from django.utils import timezone

from bench.invariants import guards
from bench.invariants.row import Control, InvariantRow, Scene, Tally
from bench.invariants.shoppers import ShopperAnswer, ShopperBrowser, Timed, browsers, fill, run_at_once
from bench.invariants.stock import tally_answers, wine
from vintner.cart.models import Cart, CartCoupon
from vintner.orders import orders, redemptions
from vintner.orders.models import CouponClaim, Order, Redemption
from vintner.pricing.models import Coupon, CouponCount

LIMITS = (1, 5)
COUNTING = redemptions._run


def race_for_a_coupon(scene: Scene) -> Tally:
    """All want the last uses; in each third round they are one customer, under many spellings of her address."""
    is_one = scene.number % 3 == 2
    limit = 1 if is_one else LIMITS[scene.number % 3]
    terms = {"usage_limit_per_customer" if is_one else "usage_limit": limit}
    coupon = Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10), **terms)
    bottles = wine(9999)
    made = fill(scene.clients, lambda number: [(bottles, 1)])
    CartCoupon.objects.bulk_create(CartCoupon(cart=cart, coupon=coupon) for cart in made)
    answers = _race(scene, made, is_one=is_one)
    tally = tally_answers(answers)
    used = Redemption.objects.filter(coupon=coupon, released_at=None).count()
    tally.wrong["uses beyond the limit"] = max(used - limit, 0)
    tally.wrong["uses that nobody got"] = max(limit - used, 0)
    tally.wrong["uses not given back"] = _left_after_the_end(coupon)
    return tally


def _race(scene: Scene, made: Sequence[Cart], *, is_one: bool) -> list[Timed[ShopperAnswer]]:
    shoppers = browsers(scene.address, made)
    return run_at_once([partial(_pays, each, number, is_one=is_one) for number, each in enumerate(shoppers)])


def _pays(browser: ShopperBrowser, number: int, *, is_one: bool) -> ShopperAnswer:
    spellings = (f"ann+{number}@example.com", "Ann@Example.com", "ann@example.com", f"ANN+{number}x@example.COM")
    email = spellings[number % 4] if is_one else f"shopper{number}@example.com"
    return browser.pays(billing_email=email)


def _left_after_the_end(coupon: Coupon) -> int:
    """Undo all orders that used the coupon; return how many uses are still counted or claimed."""
    for order in Order.objects.filter(redemptions__coupon=coupon):
        with transaction.atomic():
            locked = orders.lock(order.pk)
            redemptions.release(locked)
            redemptions.release(locked)
    used = CouponCount.objects.filter(coupon=coupon, used__gt=0).count()
    redemptions_left = Redemption.objects.filter(coupon=coupon, released_at__gt=timezone.now()).count()
    return used + redemptions_left + CouponClaim.objects.filter(coupon=coupon).count()


def _whatever_the_limit(statement: str, kind: Coupon, *, in_any_case: bool = False) -> bool:
    return bool(COUNTING(statement, kind, in_any_case=True))


ROWS = (
    InvariantRow(
        number="I15",
        says="Coupon limits are never exceeded",
        play=race_for_a_coupon,
        controls=(
            Control(
                guard="the condition in the counting statement",
                away=guards.function(redemptions, "_run", _whatever_the_limit),
                number=1,
            ),
            Control(
                guard="the claims of a customer",
                away=guards.function(redemptions, "_claim", lambda *_: None),
                number=2,
            ),
        ),
    ),
)
