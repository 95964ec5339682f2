"""Takes out of a cart what was ordered."""

from typing import Final

from django.db import connection
from django.utils import timezone

from vintner.orders.models import Order

_TAKE_OUT: Final = """
WITH ordered AS (
    SELECT variation_id, sum(quantity) AS quantity FROM orders_orderline
    WHERE order_id = %(order)s AND variation_id IS NOT NULL AND NOT given GROUP BY variation_id
), of_cart AS (
    SELECT l.id, l.removed_at, l.quantity - coalesce(o.quantity, 0) AS rest
    FROM cart_cartline l LEFT JOIN ordered o ON o.variation_id = l.variation_id WHERE l.cart_id = %(cart)s
), state AS (
    SELECT NOT EXISTS (SELECT 1 FROM of_cart WHERE removed_at IS NULL AND rest > 0) AS is_empty
), lowered AS (
    UPDATE cart_cartline l SET quantity = c.rest FROM of_cart c
    WHERE l.id = c.id AND c.removed_at IS NULL AND c.rest > 0 AND l.quantity <> c.rest
), deleted AS (
    DELETE FROM cart_cartline l USING of_cart c, state
    WHERE l.id = c.id AND (state.is_empty OR c.removed_at IS NULL AND c.rest <= 0)
), without_coupons AS (
    DELETE FROM cart_cartcoupon c USING state
    WHERE c.cart_id = %(cart)s AND (state.is_empty OR EXISTS (
        SELECT 1 FROM orders_redemption r WHERE r.order_id = %(order)s AND r.coupon_id = c.coupon_id))
), without_wishes AS (
    DELETE FROM cart_giftwish w USING state WHERE w.cart_id = %(cart)s AND state.is_empty
)
UPDATE cart_cart SET payment_method = '',
    shipping_rate = CASE WHEN state.is_empty THEN '' ELSE shipping_rate END,
    updated_at = CASE WHEN state.is_empty THEN %(now)s ELSE updated_at END
FROM state WHERE id = %(cart)s
"""


def remove_ordered_lines(order: Order) -> None:
    """Lower the quantities of a locked cart by those of its order, and remove the order's coupons and the chosen
    payment method. Lines that were added since stay. If none is left, removed lines, coupons, gift choices and the
    delivery go as well; the address stays.

    One statement: it runs while the order's bottles are locked.
    """
    if order.cart_id is None:
        return
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_OUT, {"order": order.pk, "cart": order.cart_id, "now": timezone.now()})
