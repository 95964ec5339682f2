"""Offers bottles that came back to those who wait for them, in the order of asking (docs/behaviour/alerts.md).

What is free is read from the row that stock movements and holds write, not from what somebody saved: whatever brings a
bottle back, the next in line is offered it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from vintner.alerts import alert_emails
from vintner.alerts.alerts import sign_alert
from vintner.alerts.launches import is_for_sale, waiting_alerts
from vintner.alerts.models import Alert
from vintner.cart import carts
from vintner.cart.carts import CartVisitor
from vintner.cart.models import Cart
from vintner.cart.rows import quantities_of
from vintner.catalogue.models import Variation
from vintner.orders.held_bottles import assign_to_cart, end_hold, hold_bottle, holds_another
from vintner.orders.models import HeldBottle
from vintner.refusal import Refusal

HELD_FOR: Final = timedelta(hours=24)
BATCH: Final = 200
"""E-mails in one transaction."""
OVER: Final = "The time of this offer is over, or you have declined it. The bottle is offered to the next in line."
ONE_PER_CART: Final = "A bottle of this wine is held for your cart already. Please order or decline that one first."


def send_due_restocks(now: datetime) -> int:
    """Hold a bottle and write the e-mail for as many as there are free bottles. Returns how many were written.

    Several processes may run this at once, and each may be killed at any time: the hold, the e-mail and `sent_at` are
    written together, under a lock of the variation.
    """
    sent = 0
    for variation_id in _variations_to_offer(now):
        while batch := _send_batch(variation_id, now):
            sent += batch
    return sent


def _variations_to_offer(now: datetime) -> list[int]:
    free = Q(variation__manage_stock=True, variation__on_hand__gt=F("variation__reserved"))
    backordered = Q(variation__manage_stock=True) & ~Q(variation__backorders=Variation.Backorders.NO)
    uncounted = Q(variation__manage_stock=False, variation__available=True)
    due = waiting_alerts(Alert.Kind.RESTOCK).filter(is_for_sale(now), free | backordered | uncounted)
    return list(
        due.filter(variation__enabled=True).order_by("variation").values_list("variation", flat=True).distinct()
    )


def _send_batch(variation_id: int, now: datetime) -> int:
    with transaction.atomic():
        variation = _lock_wine(variation_id)
        limit = variation.stock.limit
        waiting = waiting_alerts(Alert.Kind.RESTOCK).filter(variation=variation_id)
        waiting = waiting.exclude(email__in=_addresses_with_bottle(variation.product_id))
        locked = waiting.select_for_update(skip_locked=True, no_key=True, of=("self",))
        count = 0
        for alert in locked[: BATCH if limit is None else min(limit, BATCH)]:
            held = hold_bottle(variation_id, now + HELD_FOR)
            if held is None:
                break
            alert_emails.queue_restock(alert, held, sign_alert(alert))
            Alert.objects.filter(pk=alert.pk).update(sent_at=now, held_bottle=held)
            count += 1
    return count


def _lock_wine(variation_id: int) -> Variation:
    """Lock all variations of a variation's product, as orders do in the order of their ids. Returns the one."""
    of_product = Variation.objects.filter(product__variations=variation_id).order_by("pk")
    return {each.pk: each for each in of_product.select_for_update(no_key=True, of=("self",))}[variation_id]


def _addresses_with_bottle(product_id: int) -> QuerySet[Alert, str]:
    """Return the addresses for which a bottle of a wine is held. They are offered no second one meanwhile."""
    held = Alert.objects.filter(product=product_id, held_bottle__isnull=False, held_bottle__ended_at=None)
    return held.order_by().values_list("email", flat=True)


def is_held(alert: Alert, now: datetime) -> bool:
    """Return whether the bottle that an alert's e-mail offers is still held."""
    held = alert.held_bottle
    return held is not None and held.ended_at is None and held.expires_at > now


def prolong_holds(now: datetime) -> None:
    """Hold the bottles that are offered for the whole time from now on. To be called each minute of a closed store."""
    until = now + HELD_FOR
    offered = HeldBottle.objects.filter(alert__isnull=False, ended_at=None, expires_at__gt=now, expires_at__lt=until)
    offered.update(expires_at=until)


def take_bottle(alert: Alert, visitor: CartVisitor, now: datetime) -> Cart:
    """Put the held bottle into the visitor's cart, once.

    Raises Refusal `hold_over`, `one_per_cart` if another bottle of the wine is held for it, and as a cart does.
    """
    if alert.held_bottle_id is None or alert.variation is None:
        raise Refusal("hold_over", OVER)
    with transaction.atomic():
        cart = carts.lock(carts.find_or_create_cart(visitor).pk)
        if holds_another(alert.held_bottle_id, cart.pk):
            raise Refusal("one_per_cart", ONE_PER_CART)
        if not assign_to_cart(alert.held_bottle_id, cart.pk, now):
            raise Refusal("hold_over", OVER)
        if alert.variation_id not in quantities_of(cart):
            carts.add(cart, alert.variation, 1, now=now)
    return cart


def decline_bottle(alert: Alert, now: datetime) -> None:
    """Give the held bottle back for the next in line."""
    if alert.held_bottle_id is not None:
        end_hold(alert.held_bottle_id, now)
