"""Cancels orders that will not be paid. Their intents are cancelled at the provider first: one may turn out
to be paid.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from vintner import chaos
from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE, Status
from vintner.payments.attempts import attempts
from vintner.payments.attempts.start_payment import close_attempts
from vintner.payments.messages import BUSY
from vintner.payments.models import Payment
from vintner.refusal import Refusal

CANCELLED = "Your order was cancelled."
TOO_LATE = "Your order can no longer be cancelled. Please contact us if you need assistance."


def cancel_for_shopper(order: Order, now: datetime) -> None:
    """Cancel an unpaid order for its shopper. The caller has checked whose order it is.

    Raises Refusal when it is too late or a payment is in progress, and ProviderDown.
    """
    if order.status not in PAYABLE:
        raise Refusal("too_late", TOO_LATE)
    if attempts.is_in_progress(order, now):
        raise Refusal("busy", BUSY)
    cancel_unpaid_order(order, "Order cancelled by customer.")
    if not Order.objects.filter(pk=order.pk, status=Status.CANCELLED).exists():
        raise Refusal("too_late", TOO_LATE)


def cancel_unpaid_order(order: Order, note: str, *, by: User | None = None) -> bool:
    """Cancel the order's intents and then the order. Returns whether it is cancelled: not when it is paid, or somebody
    has begun to pay for it meanwhile. Raises ProviderDown.
    """
    if close_attempts(order) is not None:
        return False
    chaos.point("after_intent_is_cancelled")
    return _cancel_without_attempts(order.pk, note, by)


def cancel_unless_paying(order_id: int, note: str, now: datetime) -> bool:
    """Cancel an unpaid order as `cancel_unpaid_order` does, and leave every payment alone that is in progress.

    Returns whether it is cancelled. Raises Refusal: `busy` while a payment is in progress, `paid` when one has taken
    money or will; and ProviderDown.
    """
    give_up_attempts(order_id, now)
    return _cancel_without_attempts(order_id, note)


def _cancel_without_attempts(order_id: int, note: str, by: User | None = None) -> bool:
    with transaction.atomic():
        order = orders.lock(order_id)
        if order.status in PAYABLE and not Payment.objects.filter(order=order, closed_at=None).exists():
            orders.cancel(order, note, by=by)
        elif order.status == Status.CANCELLED:  # cancelled together with its intent: note why
            orders.add_note(order, note, by=by)
        chaos.point("before_cancel_commit")
    return order.status == Status.CANCELLED


def end_unpaid_order(order: Order) -> None:
    """End a pending order that was not paid in time: it is cancelled. That of a renewal is kept for its next try, and
    holds nothing meanwhile. Raises ProviderDown.
    """
    if not attempts.is_of_renewal(order):
        cancel_unpaid_order(order, "Canceled: not paid in time.")
    elif close_attempts(order) is None:
        with transaction.atomic():
            order = orders.lock(order.pk)
            if order.status == Status.PENDING and not Payment.objects.filter(order=order, closed_at=None).exists():
                orders.keep_unpaid(order, "Not paid in time.")


def give_up_attempts(order_id: int, now: datetime) -> None:
    """Close every attempt that might still take money. The order stays as it is, because it will be paid another way.
    One that is begun meanwhile goes on.

    Raises Refusal: `busy` while a payment is in progress, `paid` when one has taken money or will; and ProviderDown.
    """
    with transaction.atomic(durable=True):
        order = orders.lock(order_id)
        if attempts.is_in_progress(order, now):
            raise Refusal("busy", BUSY)
        # Written before the provider is called: whoever reports the cancelled intent first must not cancel the order.
        Payment.objects.filter(order=order, closed_at=None, given_up_at=None).update(given_up_at=now)
        last = Payment.objects.filter(order=order).aggregate(last=Max("attempt"))["last"] or 0
    if close_attempts(order, before=last + 1) is not None:
        raise Refusal("paid", "A payment of this order has come, or is about to. Look at the order again.")
    chaos.point("after_attempts_are_given_up")
