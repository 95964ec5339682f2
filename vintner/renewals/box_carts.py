"""The cart of a box: what is sent, at the price that was agreed. Its order is placed from it like any other."""

from datetime import datetime

from vintner.cart import carts
from vintner.cart.models import Cart, CartLine
from vintner.money import Money
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.subscriptions import recurring
from vintner.subscriptions.addresses import shipping_of
from vintner.subscriptions.models import Box, Subscription


def find_order(box: Box) -> Order | None:
    """Return the newest order of a box's cart that was not cancelled."""
    orders = Order.objects.filter(cart_id=box.cart_id).exclude(status__in=(Status.DRAFT, Status.CANCELLED))
    return orders.order_by("-id").first()


def lock_cart(box: Box) -> Cart:
    """Return the locked cart of a box. It is made if there is none, also after a long time: its id never changes."""
    Cart.objects.get_or_create(pk=box.cart_id)
    return carts.lock(box.cart_id)


def fill_cart(cart: Cart, subscription: Subscription, box: Box) -> None:
    """Let a locked cart hold what the box holds, to be sent where the subscription goes."""
    to = shipping_of(subscription)
    cart.email = subscription.email.lower()
    cart.country, cart.state, cart.postcode, cart.city = to.country, to.state, to.postcode, to.city
    cart.shipping_rate = subscription.shipping_rate
    cart.save()
    CartLine.objects.filter(cart=cart).delete()
    CartLine.objects.create(
        cart=cart,
        variation_id=subscription.variation_id,
        quantity=subscription.quantity,
        agreed_price=recurring.price_of_box(subscription, box.number),
        agreed_bottles=subscription.bottles,
    )


def announced_total(subscription: Subscription, box: Box, now: datetime) -> Money | None:
    """Return what a box is going to cost with delivery and tax, None when its wine is not for sale.

    Whether there are bottles is seen when it is charged.
    """
    quoted = recurring.quote_box(subscription, box.number, now=now)
    return None if quoted.problems else quoted.quote.total
