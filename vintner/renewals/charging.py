"""Charges a claimed box once: its order is placed like any other, and charged without the subscriber.

Wherever the program dies, the claim runs out, and the next worker first finds out what became of the last attempt.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from vintner import chaos
from vintner.checkout.place_order import PlacedOrder, PlacementState, place_order
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.attempts.start_payment import PaymentFailed, charge_attempt, refresh_payment
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.refusal import Refusal, Refusals
from vintner.renewals import outcomes
from vintner.renewals.box_carts import fill_cart, find_order, lock_cart
from vintner.renewals.claims import lock_claimed, may_be_charged, release
from vintner.renewals.renewal_form import build_form, method_to_charge
from vintner.subscriptions.models import Box, Subscription

SHOPPER_IS_PAYING: Final = timedelta(minutes=15)
"""How long a subscriber who is at the bank with the order's page is left in peace."""

log = logging.getLogger(__name__)


def renew_box(box: Box, now: datetime) -> None:
    """Place and charge the order of a claimed box, and note what came of it.

    When the outcome is not known the claim is left to run out.
    """
    chaos.point("after_box_is_claimed")
    try:
        _renew(box, now)
    except (ProviderDown, ForeignIntent) as error:
        log.warning("box %s of subscription %s stays claimed: %s", box.number, box.subscription_id, error)


def _renew(box: Box, now: datetime) -> None:
    order = find_order(box)
    if order is not None and _is_settled(box, order, now):
        return
    subscription = _prepare(box)
    if subscription is None:
        return
    chaos.point("after_box_cart")
    method = method_to_charge(subscription, box)
    if method is not None and method.has_expired(now):
        outcomes.note_expired_method(box, order, now)
        return
    try:
        placed = place_order(box.cart_id, build_form(subscription, box, now), user=subscription.user, now=now)
    except (Refusal, Refusals) as refused:
        outcomes.note_refusal(box, refused.items if isinstance(refused, Refusals) else (refused,), now)
        return
    _charge(box, placed, now)


def _charge(box: Box, placed: PlacedOrder, now: datetime) -> None:
    match placed.state:
        case PlacementState.BUSY | PlacementState.REPEATED:
            return
        case PlacementState.UNPAID:
            outcomes.note_unpaid(box, placed.order.pk, now)
            return
    if placed.payment is not None:
        try:
            charge_attempt(placed.payment.pk)
        except PaymentFailed as failed:
            log.info("box %s of subscription %s: %s", box.number, box.subscription_id, failed.message)
        chaos.point("after_renewal_charge")
    outcomes.note_payment(box, placed.order.pk, now)


def _is_settled(box: Box, order: Order, now: datetime) -> bool:
    """Find out what became of the last attempt to pay the box's order. Returns whether nothing is to be charged now.

    Raises ProviderDown when that is not known.
    """
    payment = Payment.objects.filter(order=order).select_related("order").order_by("-attempt").first()
    if payment is not None:
        if _is_being_paid(payment, now):
            return True
        if payment.status == PaymentStatus.CREATED:
            payment = refresh_payment(payment)
    order.refresh_from_db()
    if order.status in PAYABLE and not (payment is not None and outcomes.is_new_decline(payment, box)):
        return False
    outcomes.note_payment(box, order.pk, now)
    return True


def _is_being_paid(payment: Payment, now: datetime) -> bool:
    """Return whether a request waits for the provider, or the subscriber is at the bank."""
    if payment.status == PaymentStatus.ACTION_REQUIRED and not payment.off_session:
        return payment.changed_at > now - SHOPPER_IS_PAYING
    return payment.status == PaymentStatus.CREATED and payment.busy_until is not None and payment.busy_until > now


def _prepare(claimed: Box) -> Subscription | None:
    """Fill the cart of a claimed box. Returns the subscription, None when the box is not to be charged after all.

    The cart is locked first, as it is wherever its order is paid: a cart whose order was paid is not filled again.
    """
    with transaction.atomic():
        cart = lock_cart(claimed)
        held = lock_claimed(claimed)
        if held is None:
            return None
        subscription, box = held
        if not may_be_charged(subscription):
            release(box)
            return None
        order = find_order(box)
        if order is not None and order.status not in PAYABLE:
            return None
        fill_cart(cart, subscription, box)
    return subscription
