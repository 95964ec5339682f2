"""Merges the guest's cart and those of the account at log-in, so that nothing that was put in is lost."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.quoted_cart import cart_goods, held_for
from vintner.cart.trials import settle_trials
from vintner.customers.models import User
from vintner.orders.models import HeldBottle, Order
from vintner.orders.rules import Status


def merge_guest_cart(cart_id: UUID | None, user: User, *, now: datetime) -> list[str]:
    """Merge the customer's carts into the guest's of that id, if there is one. Returns the names of the wines that came
    along.
    """
    guest = Cart.objects.filter(pk=cart_id, user=None, is_express=False).first() if cart_id else None
    return merge(guest, user, now=now) if guest else []


def merge(cart: Cart, user: User, *, now: datetime) -> list[str]:
    """Make a guest's cart the customer's and merge the customer's other carts into it. Returns the names of the wines
    that came along.

    Quantities of the same wine add up as far as the stock goes. The guest's cart stays, because the browser's cookie
    names it. Carts of express purchases stay as they are. One transaction; of two at once for the same customer, the
    second finds the first one's cart.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # orders may still name the customer meanwhile
        ids = [cart.pk, *Cart.objects.filter(user=user, is_express=False).values_list("pk", flat=True)]
        carts = {row.pk: row for row in Cart.objects.select_for_update().filter(pk__in=ids).order_by("pk")}
        target = carts.pop(cart.pk, None)
        if target is None or target.user_id is not None:
            return []
        names = [name for other in carts.values() for name in _move(other, target, now)]
        target.user = user
        target.save()
        Cart.objects.filter(pk__in=carts).delete()
        cart.user = user
        return names


def _move(other: Cart, target: Cart, now: datetime) -> list[str]:
    """Move lines, coupons, gift choices, address, delivery and payment method, where `target` has none of its own."""
    _move_orders(other, target)
    names = _move_lines(other, target, now)
    if not target.coupons.exists():
        other.coupons.update(cart=target)
    if not target.wishes.exists():
        other.wishes.update(cart=target)
    if not target.country:
        target.country, target.state, target.postcode, target.city = (
            other.country,
            other.state,
            other.postcode,
            other.city,
        )
    for name in ("shipping_rate", "email", "payment_method", "billing_city"):
        setattr(target, name, getattr(target, name) or getattr(other, name))
    target.addresses = target.addresses or other.addresses
    return names


def _move_orders(other: Cart, target: Cart) -> None:
    """Let orders and held bottles name the cart that stays, so that these bottles still count as free for the shopper.

    A cart can have one pending order only: that is a constraint of the database.
    """
    HeldBottle.objects.filter(cart_id=other.pk).update(cart_id=target.pk)
    orders = Order.objects.filter(cart_id=other.pk)
    orders.filter(status=Status.DRAFT).delete()  # written again when it is needed
    if Order.objects.filter(cart_id=target.pk, status=Status.PENDING).exists():
        orders = orders.exclude(status=Status.PENDING)
    orders.update(cart_id=target.pk)


def _move_lines(other: Cart, target: Cart, now: datetime) -> list[str]:
    """Move the lines; returns the names of the wines. Skips removed lines of wines that are in the target cart."""
    held = held_for(target)
    there = {line.variation_id: line for line in target.lines.filter(removed_at=None)}
    removed = set(target.lines.exclude(removed_at=None).values_list("variation_id", flat=True))
    names = []
    for line in other.lines.select_related("variation__product"):
        mine = there.get(line.variation_id)
        if line.removed_at is not None:
            if mine is None and line.variation_id not in removed:
                CartLine.objects.filter(pk=line.pk).update(cart=target)
            continue
        names.append(line.variation.product.name)
        if mine is None:
            CartLine.objects.filter(pk=line.pk).update(cart=target)
        else:
            settle_trials(target, [line.variation])
            most = cart_goods(line.variation, now, held=held.get(line.variation_id, 0)).most
            mine.quantity = max(mine.quantity, min(mine.quantity + line.quantity, most))
            mine.save(update_fields=["quantity"])
    return names
