"""Holds and gives back uses of coupons and promotions. Each use is counted by one conditional statement, so that
nobody gets a use beyond the limit (docs/behaviour/orders.md#coupons-and-promotions).

The row that counts a coupon's uses stays locked until the transaction ends, so uses of one coupon wait for each other.
Coupons come before promotions, both in id order, and all of them before any stock.
"""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Count, QuerySet
from django.utils import timezone

from vintner.orders.models import CouponClaim, Order, Redemption
from vintner.orders.rules import PAYABLE, Status
from vintner.pricing.models import Coupon, Promotion
from vintner.refusal import Refusal
from vintner.web.email_addresses import mailbox_of

_COUNT: Final = """
INSERT INTO pricing_{name}count AS counted ({name}_id, used)
SELECT id, 1 FROM pricing_{name}
 WHERE id = %(id)s AND (%(in_any_case)s OR usage_limit IS NULL OR usage_limit > 0)
ON CONFLICT ({name}_id) DO UPDATE SET used = counted.used + 1
 WHERE %(in_any_case)s
    OR counted.used < COALESCE((SELECT usage_limit FROM pricing_{name} WHERE id = %(id)s), 2147483647)
RETURNING used
"""
_LOCK_COUNT: Final = "SELECT 1 FROM pricing_{name}count WHERE {name}_id = %(id)s FOR UPDATE"
_UNCOUNT: Final = "UPDATE pricing_{name}count SET used = used - 1 WHERE {name}_id = %(id)s AND used > 0"


def customer_keys(user_id: int | None, email: str) -> list[str]:
    """Return the keys by which a customer's uses are counted: the account, and the mailbox of the address."""
    mailbox = mailbox_of(email)
    return [who for who in (f"user:{user_id}" if user_id else "", f"email:{mailbox}"[:80] if mailbox else "") if who]


def hold(order: Order, coupon_ids: Collection[int], promotion_ids: Collection[int]) -> None:
    """Use coupons and promotions for a new order. Raises Refusal when one is used up; then roll back."""
    if coupon_ids:
        for coupon in Coupon.objects.filter(pk__in=coupon_ids).order_by("pk"):
            _count_use(_new_use(order, coupon))
    if promotion_ids:
        for promotion in Promotion.objects.filter(pk__in=promotion_ids).order_by("pk"):
            _count_use(_new_use(order, promotion))


def replace(order: Order, coupon_ids: Collection[int], promotion_ids: Collection[int]) -> None:
    """Use exactly these for an order that was rewritten: give back the others, hold those that are missing.

    Raises Refusal when one is used up; then roll back.
    """
    uses = list(_redemptions_of(order))
    coupons = Coupon.objects.filter(pk__in=set(coupon_ids) - {use.coupon_id for use in uses})
    promotions = Promotion.objects.filter(pk__in=set(promotion_ids) - {use.promotion_id for use in uses})
    uses += [_new_use(order, coupon) for coupon in coupons] + [_new_use(order, offer) for offer in promotions]
    for use in sorted(uses, key=_lock_order):
        if use.coupon_id not in coupon_ids and use.promotion_id not in promotion_ids:
            _give_back(use)
            use.delete()
        elif use._state.adding or use.released_at is not None:
            use.released_at = None
            _count_use(use)


def _new_use(order: Order, kind: Coupon | Promotion) -> Redemption:
    if isinstance(kind, Coupon):
        return Redemption(order=order, coupon=kind, code=kind.code)
    return Redemption(order=order, promotion=kind, code=kind.title)


def _lock_order(use: Redemption) -> tuple[bool, int, int]:
    """Return the key by which counts are locked: coupons by id, then promotions by id, then what staff has deleted."""
    return use.coupon_id is None, use.coupon_id or 0, use.promotion_id or 0


def claim_again(order: Order) -> None:
    """Record the uses of an unpaid order as those of the customer who goes on with it, who may have another address.

    Raises Refusal when that customer has used a coupon as often as one may; then roll back.
    """
    for use in _redemptions_of(order).filter(released_at=None, counted=True).exclude(coupon=None):
        who = customer_keys(use.order.user_id, use.order.email)
        if use.coupon is not None and set(use.claims.values_list("who", flat=True)) != set(who):
            _run(_LOCK_COUNT, use.coupon)
            use.claims.all().delete()
            _claim(use, use.coupon, use.coupon.usage_limit_per_customer)


def hold_again(order: Order, *, in_any_case: bool = False) -> None:
    """Use again what was given back. Raises Refusal when it is used up meanwhile, unless `in_any_case`."""
    for use in _redemptions_of(order).exclude(released_at=None):
        use.released_at = None
        _count_use(use, in_any_case=in_any_case)


def take(order: Order) -> None:
    """Use again what was given back, even if others used it meanwhile: the order is paid. A pending order holds its
    uses.
    """
    if order.status != Status.PENDING:
        hold_again(order, in_any_case=True)


def release(order: Order) -> None:
    """Give back the order's uses, once."""
    for use in _redemptions_of(order).filter(released_at=None):
        _give_back(use)


def _give_back(use: Redemption) -> None:
    if use.released_at is not None:
        return
    kind = _used_discount(use)
    if use.counted and kind is not None:
        _run(_UNCOUNT, kind)
    use.claims.all().delete()
    use.released_at = timezone.now()
    use.save(update_fields=["released_at"])


def _redemptions_of(order: Order) -> QuerySet[Redemption]:
    """Return the order's uses in the order in which rows are locked everywhere."""
    uses = Redemption.objects.filter(order=order).select_related("order", "coupon", "promotion")
    return uses.order_by("coupon_id", "promotion_id")


def _used_discount(use: Redemption) -> Coupon | Promotion | None:
    """Return the coupon or promotion; None when staff has deleted it."""
    return use.coupon or use.promotion


def _count_use(use: Redemption, *, in_any_case: bool = False) -> None:
    """Count and record a use. Only uses with a limit are counted, so that orders do not wait for each other without
    need. Counting begins when the limit is set.
    """
    kind = _used_discount(use)
    use.counted = kind is not None and _has_limit(kind)
    if use.counted and kind is not None and not _run(_COUNT, kind, in_any_case=in_any_case):
        raise _used_up_refusal(kind)
    use.save()
    if use.counted and isinstance(kind, Coupon):
        _claim(use, kind, None if in_any_case else kind.usage_limit_per_customer)


def _has_limit(kind: Coupon | Promotion) -> bool:
    per_customer = kind.usage_limit_per_customer if isinstance(kind, Coupon) else None
    return kind.usage_limit is not None or per_customer is not None


def _used_up_refusal(kind: Coupon | Promotion) -> Refusal:
    if isinstance(kind, Coupon):
        text = f"Coupon “{kind.code}” was just used for the last time. Please look at the total and try again."
        return Refusal("coupon_used_up", text, "coupon_code")
    text = f"The offer “{kind.title}” has just ended. Please look at the total and try again."
    return Refusal("total_changed", text)


def _claim(use: Redemption, coupon: Coupon, most: int | None) -> None:
    """Record whose use it is. The coupon's count is locked, so nobody else claims a use meanwhile."""
    for who in customer_keys(use.order.user_id, use.order.email):
        taken = set(CouponClaim.objects.filter(coupon=coupon, who=who).values_list("nth", flat=True))
        nth = next(number for number in range(1, len(taken) + 2) if number not in taken)
        if most is not None and nth > most:
            text = f"You have used coupon “{coupon.code}” as often as one customer may."
            raise Refusal("coupon_used_by_you", text, "coupon_code")
        CouponClaim.objects.create(redemption=use, coupon=coupon, who=who, nth=nth)


def _run(statement: str, kind: Coupon | Promotion, *, in_any_case: bool = False) -> bool:
    """Run one of the statements; returns whether it changed a row."""
    name = "coupon" if isinstance(kind, Coupon) else "promotion"
    with connection.cursor() as cursor:
        cursor.execute(statement.format(name=name), {"id": kind.pk, "in_any_case": in_any_case})
        return bool(cursor.rowcount == 1)


def held_by_cart(cart_id: UUID) -> frozenset[int]:
    """Return the ids of coupons that the cart's own unpaid order holds: its shopper can still use them."""
    open_uses = Redemption.objects.filter(order__cart_id=cart_id, order__status__in=PAYABLE, released_at=None)
    return frozenset(open_uses.exclude(coupon=None).values_list("coupon_id", flat=True))


def count_uses_by(coupon_ids: Collection[int], who: Collection[str]) -> dict[int, int]:
    """Return how often a customer, by account or address, used each of these coupons."""
    claims = CouponClaim.objects.filter(coupon__in=coupon_ids, who__in=who).values_list("coupon_id", "who")
    counts: dict[int, int] = {}
    for coupon_id, _, count in claims.annotate(count=Count("id")):
        counts[coupon_id] = max(count, counts.get(coupon_id, 0))
    return counts
