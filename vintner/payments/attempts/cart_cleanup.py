"""Removes ordered lines from the cart after a payment."""

from django.db.models import F

from vintner.cart import carts
from vintner.cart.models import Cart, CartCoupon, CartLine
from vintner.orders.models import Order
from vintner.orders.orders import ordered_quantities


def remove_ordered_lines(order: Order) -> None:
    """Lower the cart's quantities by those of the order, and remove its coupons and the chosen payment method.

    Lines that were added since stay.
    """
    if order.cart_id is None:
        return
    for variation_id, quantity in sorted(ordered_quantities(order, by_hand=True).items()):
        lines = CartLine.objects.filter(cart_id=order.cart_id, variation_id=variation_id, removed_at=None)
        if not lines.filter(quantity__gt=quantity).update(quantity=F("quantity") - quantity):
            lines.delete()
    CartCoupon.objects.filter(cart_id=order.cart_id, coupon__redemptions__order=order).delete()
    Cart.objects.filter(pk=order.cart_id).update(payment_method="")
    cart = Cart.objects.filter(pk=order.cart_id).first()
    if cart is not None and not cart.lines.filter(removed_at=None).exists():
        carts.empty(cart)
