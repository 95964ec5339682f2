"""Closes attempts of which the provider has never heard. They can take no money."""

from django.db import transaction
from django.utils import timezone

from vintner.orders import orders, stock
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.payments.attempts.attempts import is_unsent, lock_payment
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.models import Payment


def close_unsent(payment_id: int) -> Payment:
    """Close an attempt that never reached the provider, so that it cannot take money."""
    with transaction.atomic():
        order, payment = lock_payment(payment_id)
        if is_unsent(payment):
            _close(order, payment)
    return payment


def release_unsent(payment_id: int) -> bool:
    """Close an attempt whose charge was not sent. Returns whether it was the only open one: then its order holds
    nothing any more, unless its bottles are held for longer than a payment takes.

    Where the page opened the intent, the attempt stays open, because the browser has the secret: only nobody waits for
    an answer any more.
    """
    with transaction.atomic():
        order, payment = lock_payment(payment_id)
        if is_unsent(payment):
            _close(order, payment)
        elif payment.status == PaymentStatus.CREATED:
            payment.busy_until = None
            payment.save(update_fields=["busy_until", "changed_at"])
        is_over = not Payment.objects.filter(order=order, closed_at=None).exists()
        is_held_longer = stock.is_held_beyond(order, orders.hold_until(timezone.now()))
        if is_over and order.status == Status.PENDING and not is_held_longer:
            orders.keep_unpaid(order, "It holds nothing until the shopper tries again.")
    return is_over


def _close(order: Order, payment: Payment) -> None:
    payment.status, payment.busy_until, payment.closed_at = PaymentStatus.CANCELLED, None, timezone.now()
    payment.save(update_fields=["status", "busy_until", "closed_at", "changed_at"])
    orders.add_note(order, f"Attempt {payment.attempt} never reached the card service.")
