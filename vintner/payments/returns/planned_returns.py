"""Returns the money of paid orders whose bottles are gone (docs/payments.md#paid-and-the-bottles-are-gone)."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.customers.models import User
from vintner.orders import notes, orders
from vintner.orders.amounts import NOT_TAKEN
from vintner.orders.emails import emails
from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status
from vintner.payments import refunds
from vintner.payments.attempts.attempts import lock_order
from vintner.payments.attempts.return_money import record_return
from vintner.payments.models import Payment, PlannedReturn
from vintner.refusal import Refusal

REASON: Final = "The bottles were sold before the payment arrived."
UNDECIDED: Final = frozenset({Status.ON_HOLD, Status.CANCELLED})
"""The statuses of orders whose bottles nobody has found: staff who finds them moves the order on."""


def plan_return(order: Order, payment: Payment, now: datetime) -> None:
    """Plan that the money goes back, and write to the shopper. The order is locked; the second time does nothing."""
    hours = settings.RETURN_AFTER_HOURS
    due_at = now + timedelta(hours=hours) if hours and payment.method_type.can_refund else None
    planned, is_new = PlannedReturn.objects.get_or_create(order=order, defaults={"due_at": due_at})
    if is_new:
        emails.queue(order, emails.EmailKind.BOTTLES_GONE, more={"due_at": planned.due_at, "paid": payment.captured})


def find_open_return(order: Order) -> PlannedReturn | None:
    """Return what is planned for an order, None when nothing is, or when staff has decided."""
    planned = PlannedReturn.objects.filter(order=order, ended_at=None).first()
    return planned if planned is not None and not _is_decided(order) else None


def due_returns(now: datetime) -> QuerySet[PlannedReturn]:
    """Return the planned returns whose time has come, oldest first."""
    return PlannedReturn.objects.filter(ended_at=None, due_at__lte=now).order_by("due_at", "pk")


def carry_out(planned_id: int, now: datetime) -> None:
    """Request the refund of all that is left, in one transaction, unless staff has decided. A job calls the provider.

    What the provider cannot pay back is left to staff, with an alert.
    """
    with transaction.atomic():
        order = lock_order(PlannedReturn.objects.values_list("order_id", flat=True).get(pk=planned_id))
        planned = PlannedReturn.objects.select_for_update().get(pk=planned_id)
        if planned.ended_at is not None or planned.due_at is None or planned.due_at > now:
            return
        planned.ended_at = now
        planned.save(update_fields=["ended_at"])
        if not _is_decided(order):
            _request_return(order)
        chaos.point("before_planned_return_commit")


def _is_decided(order: Order) -> bool:
    """Return whether staff has moved the order on, or given something back. What was never taken is no refund."""
    refunded = Refund.objects.filter(order=order).exclude(intent_id="", reason=NOT_TAKEN)
    return order.status not in UNDECIDED or refunded.exclude(state=Refund.State.FAILED).exists()


def _request_return(order: Order) -> None:
    amount = refunds.remaining_amount(order)
    try:
        payment = refunds.find_refundable_payment(order, amount)
    except Refusal as refusal:
        orders.add_note(order, f"The money could not go back by itself. {refusal.message}", alert=True)
        emails.queue(order, emails.EmailKind.ALERT, about="planned return")
        return
    record_return(order, str(payment.intent_id), amount, REASON)
    orders.add_note(order, f"{amount} goes back: nobody has decided what becomes of this order without bottles.")
    app.configure_task("payments.return_money").defer(payment_id=payment.pk)


def keep_money(order_id: int, text: str, *, by: User) -> None:
    """Call the return off, and write to the shopper why. Raises Refusal when it is too late."""
    with transaction.atomic():
        order = orders.lock(order_id)
        planned = PlannedReturn.objects.select_for_update().filter(order=order, ended_at=None).first()
        if planned is None or _is_decided(order):
            raise Refusal("returned", "Nothing is planned any more: look at the order again.")
        notes.add(order, text, by=by, to_customer=True)
        planned.ended_at = timezone.now()
        planned.save(update_fields=["ended_at"])
        orders.add_note(order, "The money does not go back by itself any more.", by=by)
