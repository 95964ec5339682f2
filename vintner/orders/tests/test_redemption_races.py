"""Coupons that orders use at the same moment: counts are locked in one order, so nobody waits in a circle."""

from decimal import Decimal

import pytest
from django.db import connection, transaction

from vintner.orders import orders, redemptions
from vintner.orders.models import Redemption
from vintner.pricing.models import Coupon
from vintner.testing.orders import new_order
from vintner.testing.races import run_while_blocked

pytestmark = pytest.mark.django_db(transaction=True)
LOCK = "SELECT used FROM pricing_couponcount WHERE coupon_id = %s FOR UPDATE NOWAIT"


def lock_count(coupon: Coupon) -> int:
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [coupon.pk])
        return int((cursor.fetchone() or (0,))[0])


def test_replacing_a_coupon_by_an_older_one_waits_for_the_older_first() -> None:
    older, newer = (Coupon.objects.create(code=code, amount=Decimal(5), usage_limit=9) for code in ("older", "newer"))
    order, other = orders.create(new_order()), orders.create(new_order())
    with transaction.atomic():
        redemptions.hold(order, [newer.pk], [])
        redemptions.hold(other, [older.pk], [])
    transaction.set_autocommit(False)
    try:
        assert lock_count(older) == 1

        def lock_the_newer_too() -> None:
            assert lock_count(newer) == 1
            transaction.commit()

        def replace() -> None:
            with transaction.atomic():
                redemptions.replace(order, [older.pk], [])

        run_while_blocked(replace, lock_the_newer_too)
    finally:
        transaction.rollback()
        transaction.set_autocommit(True)
    assert [use.code for use in Redemption.objects.filter(order=order)] == ["older"]
    with transaction.atomic():
        assert (lock_count(older), lock_count(newer)) == (2, 0)
