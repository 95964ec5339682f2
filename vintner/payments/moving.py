"""Staff moves an order: what that means for its payments comes first."""

from django.db import transaction
from django.utils import timezone

from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import PAID, PAYABLE, Status
from vintner.payments import attempts
from vintner.payments.abandon import abandon, give_up_attempts
from vintner.payments.apply_intent import apply_intent
from vintner.payments.capture import authorized, void
from vintner.payments.messages import BUSY
from vintner.payments.models import Payment
from vintner.payments.provider import gateway
from vintner.payments.rules import DONE, PaymentStatus
from vintner.payments.types import Kind
from vintner.refusal import Refusal

ONLY_SET_ASIDE = "The card has only set the money aside: capture it, and the order goes on by itself."
PAID_MEANWHILE = "It turned out to be paid: refund it."


def move_by_staff(order: Order, to: Status, by: User, why: str = "") -> None:
    """Move an order as staff decided. Raises Refusal in words for staff, and ProviderDown."""
    if authorized(order) is not None and to in PAID:
        raise Refusal("only_set_aside", ONLY_SET_ASIDE)
    if authorized(order) is not None and to is Status.CANCELLED:
        void(order.pk, by=by, why=why)
        return
    if order.status in PAYABLE and to is Status.CANCELLED:
        _cancel_unpaid(order, by, why)
        return
    if order.status == Status.ON_HOLD and to is Status.CANCELLED and (voucher := _voucher(order)) is not None:
        _void(order, voucher, by, why)
        return
    if order.status in PAYABLE and to not in PAYABLE:
        give_up_attempts(order.pk, timezone.now())
    with transaction.atomic():
        orders.move_by_staff(orders.lock(order.pk), to, by, why)


def _voucher(order: Order) -> Payment | None:
    """Return the attempt that waits for a voucher to be paid."""
    waiting = Payment.objects.filter(order=order, status=PaymentStatus.PROCESSING).order_by("-attempt").first()
    return waiting if waiting is not None and waiting.kind.kind is Kind.VOUCHER else None


def _void(order: Order, voucher: Payment, by: User, why: str) -> None:
    """End a voucher at the provider, so that nobody pays it any more; the order is cancelled with it."""
    if apply_intent(order.pk, gateway().cancel(str(voucher.intent_id))).status in DONE:
        raise Refusal("paid", PAID_MEANWHILE)
    orders.note(order, why or f"Cancelled by {by.full_name or by.email}.", by=by)


def _cancel_unpaid(order: Order, by: User, why: str) -> None:
    """End an order that is not paid; at the card service first."""
    if attempts.in_progress(order, timezone.now()):
        raise Refusal("busy", BUSY)
    if not abandon(order, why or f"Cancelled by {by.full_name or by.email}.", by=by):
        raise Refusal("paid", PAID_MEANWHILE)
