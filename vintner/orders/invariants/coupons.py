"""Invariants of coupons and promotions with limits."""

from typing import Final

from vintner.orders.invariants.invariant import Invariant

_COUPONS: Final = """
        SELECT '{name} ' || k.id AS what, c.used, k.usage_limit,
            (SELECT count(*) FROM orders_redemption r
             WHERE r.{name}_id = k.id AND r.counted AND r.released_at IS NULL) AS held
        FROM pricing_{name} k LEFT JOIN pricing_{name}count c ON c.{name}_id = k.id
        WHERE coalesce(c.used, 0) <> (SELECT count(*) FROM orders_redemption r
            WHERE r.{name}_id = k.id AND r.counted AND r.released_at IS NULL)
            OR c.used > k.usage_limit
"""

COUPONS: Final = (
    Invariant(
        name="I15 uses",
        says="A coupon's or promotion's count is the number of orders that use it, and no more than its limit.",
        sql=f"{_COUPONS.format(name='coupon')} UNION ALL {_COUPONS.format(name='promotion')}",
    ),
    Invariant(
        name="I15 leaked",
        says="An order that was canceled uses no coupon, and what is given back is claimed by nobody.",
        sql="""
        SELECT r.id AS redemption, r.order_id, o.status, r.code
        FROM orders_redemption r JOIN orders_order o ON o.id = r.order_id
        WHERE r.released_at IS NULL AND o.status = 'cancelled'
            OR r.released_at IS NOT NULL AND EXISTS (SELECT 1 FROM orders_couponclaim c WHERE c.redemption_id = r.id)
        """,
    ),
    Invariant(
        name="I15 per customer",
        says="Nobody uses a coupon more often than one customer may.",
        sql="""
        SELECT c.coupon_id, c.who, count(*) AS times, k.usage_limit_per_customer AS most
        FROM orders_couponclaim c JOIN pricing_coupon k ON k.id = c.coupon_id
        WHERE k.usage_limit_per_customer IS NOT NULL
        GROUP BY c.coupon_id, c.who, k.usage_limit_per_customer HAVING count(*) > k.usage_limit_per_customer
        """,
    ),
)
