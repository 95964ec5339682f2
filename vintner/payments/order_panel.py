"""What the admin of orders shows of their payments."""

from datetime import datetime
from typing import Any, Final

from django.db.models import Prefetch
from django.utils.text import capfirst

from vintner.money import ZERO
from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status
from vintner.orders.timeline import Entry
from vintner.payments import refunds
from vintner.payments.attempts.capture import AUTHORIZATION_LIFETIME, find_authorized
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.models import Payment
from vintner.payments.returns.planned_returns import find_open_return
from vintner.web.admin.term_search import Source

SOURCES: Final = (
    Source(sql="SELECT order_id FROM payments_payment WHERE intent_id = %s", by="exact"),
    Source(sql="SELECT order_id FROM payments_payment WHERE charge_id = %s", by="exact"),
)
"""Where a search for orders looks for a payment id."""
_LABELS: Final = {
    PaymentStatus.CREATED.value: ("Begun", "default"),
    PaymentStatus.ACTION_REQUIRED.value: ("At the bank", "default"),
    PaymentStatus.PROCESSING.value: ("On its way", "info"),
    PaymentStatus.AUTHORIZED.value: ("Set aside", "warning"),
    PaymentStatus.SUCCEEDED.value: ("Paid", "success"),
    PaymentStatus.DECLINED.value: ("Declined", "danger"),
    PaymentStatus.CANCELLED.value: ("Given up", "default"),
    PaymentStatus.UNEXPECTED.value: ("Not expected", "danger"),
}
TONES: Final = {status: tone for status, (_, tone) in _LABELS.items()}
"""The color of each status of an order's last attempt, in the admin's words."""


def prefetches() -> "tuple[Prefetch[Any], ...]":
    """Return what `payment_label` and `payment_panel` read, for many orders at once."""
    attempts = Prefetch("payments", Payment.objects.order_by("attempt"))
    return attempts, Prefetch("refunds", Refund.objects.select_related("by").order_by("-id"))


def payment_label(order: Order) -> tuple[str, str] | None:
    """Return the status of the last attempt and its label in the list, with the wallet; None without any. Of money
    that no order was waiting for it says whether it went back.
    """
    last = next((each for each in reversed(order.payments.all())), None)
    if last is None:
        return None
    done = [refund for refund in order.refunds.all() if refund.state == Refund.State.DONE]
    status, label = last.status, _LABELS[last.status][0]
    if status == PaymentStatus.SUCCEEDED and done:
        label = "Refunded" if order.status == Status.REFUNDED else "Partly refunded"
    elif status == PaymentStatus.UNEXPECTED and any(refund.intent_id == last.intent_id for refund in done):
        status, label = PaymentStatus.CANCELLED.value, "Returned"
    return status, f"{label} · {last.get_wallet_display()}" if last.wallet else label


def payment_panel(order: Order) -> dict[str, object]:
    """Return the context of the payments on an order's page."""
    held = find_authorized(order)
    attempts = tuple(order.payments.order_by("-attempt"))
    paid_by = {attempt.intent_id: attempt.paid_by for attempt in attempts}
    return {
        "attempts": attempts,
        "aside": held,
        "aside_until": _lapses_at(held),
        "back": tuple((refund, paid_by.get(refund.intent_id)) for refund in order.refunds.all()),
        "left": refunds.remaining_amount(order),
        "planned_return": find_open_return(order),
    }


def may_capture(order: Order) -> bool:
    """Say whether a card holds money for the order that can be taken, or let go."""
    return find_authorized(order) is not None


def may_keep_money(order: Order) -> bool:
    """Say whether the order's money goes back by itself at a time, unless staff keeps it."""
    planned = find_open_return(order)
    return planned is not None and planned.due_at is not None


def may_refund(order: Order) -> bool:
    """Say whether any of the order's money can be paid back."""
    return refunds.remaining_amount(order) > ZERO


def payment_entries(order: Order) -> tuple[Entry, ...]:
    """Return the attempts to pay an order, for its timeline."""
    return tuple(_entry(payment) for payment in order.payments.order_by("attempt"))


def _lapses_at(held: Payment | None) -> datetime | None:
    """Return until when the money that a card holds can be taken."""
    return None if held is None else held.created_at + AUTHORIZATION_LIFETIME


def _entry(payment: Payment) -> Entry:
    by = f" by {payment.paid_by}" if payment.paid_by else ""
    status = f"{capfirst(payment.get_status_display())}{f': {payment.error_message}' if payment.error_message else ''}"
    return Entry(
        at=payment.created_at,
        icon="credit_card",
        title=f"Payment of {payment.amount}{by}, attempt {payment.attempt}",
        text=f"{status} {payment.intent_id or ''}".strip(),
        who="charged automatically" if payment.off_session else "the customer",
        tone="good" if payment.status == PaymentStatus.SUCCEEDED else "",
    )
