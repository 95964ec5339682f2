"""Adds the wines of an earlier order to the visitor's cart (docs/behaviour/cart.md#buying-again)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.catalogue.models import Product
from vintner.orders.models import Order, OrderLine
from vintner.orders.rules import PAID, Status
from vintner.refusal import Refusal

REORDERABLE = PAID | {Status.CANCELLED, Status.REFUNDED}
"""Statuses of orders that can be bought again. An unpaid order is paid or cancelled instead."""


@dataclass(frozen=True, slots=True)
class OrderedAgain:
    """The result: the cart, None if nothing could be added, the bottles added, and why wines were left out.

    `subscriptions` are left out too: nobody subscribes twice by buying an order again.
    """

    cart: Cart | None
    bottles: int
    left_out: tuple[Refusal, ...]
    subscriptions: tuple[Product, ...] = ()


def find_orderable_again(found: Sequence[Order]) -> frozenset[int]:
    """Return the ids of those orders that are not to be paid or cancelled instead, and of which any wine can be put
    into a cart now. One query. Subscriptions cannot.
    """
    own = OrderLine.objects.filter(
        order__in=[order.pk for order in found if order.status in REORDERABLE], given=False, variation__enabled=True
    )
    sold = {"published": True, "in_stock": True, "plan": None}
    lines = own.filter(**{f"variation__product__{name}": value for name, value in sold.items()})
    return frozenset(lines.order_by().values_list("order", flat=True).distinct())


def order_again(visitor: carts.CartVisitor, order: Order, *, now: datetime) -> OrderedAgain:
    """Add the order's wines to the visitor's cart at today's prices. Gifts are left out: promotions give them anew."""
    cart, bottles, left_out, subscriptions = None, 0, [], []
    for line in order.lines.filter(given=False).select_related("variation__product"):
        if line.variation is None:
            left_out.append(Refusal("gone", f"“{line.name}” is no longer sold."))
            continue
        if line.variation.product.plan_id is not None:
            subscriptions.append(line.variation.product)
            continue
        try:
            if cart is None:
                cart = carts.add_to_cart(visitor, line.variation, line.quantity, now=now)
            else:
                carts.add(cart, line.variation, line.quantity, now=now)
        except Refusal as refusal:
            left_out.append(refusal)
            continue
        bottles += line.quantity
    return OrderedAgain(cart, bottles, tuple(left_out), tuple(subscriptions))
