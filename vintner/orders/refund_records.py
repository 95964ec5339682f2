"""The records of an order's refunds, and their consequences: bottles, history, status and e-mails.

`payments/refunds.py` moves the money. Only it calls these functions, with the order locked.
"""

from collections.abc import Sequence

from django.db.models import Sum
from django.utils import timezone

from vintner.catalogue.models import StockMovement
from vintner.customers.models import User
from vintner.money import ZERO, Money
from vintner.orders import orders, stock
from vintner.orders.amounts import NOT_TAKEN
from vintner.orders.emails import emails
from vintner.orders.models import Order, Refund, RefundLine
from vintner.orders.refundable import COUNTED_STATES, NewRefund, refundable
from vintner.orders.rules import Status, may_move


def refunded_total(order: Order) -> Money:
    """Return the sum of completed and requested refunds."""
    return _sum(order, COUNTED_STATES)


def completed_total(order: Order) -> Money:
    """Return the sum of completed refunds."""
    return _sum(order, (Refund.State.DONE,))


def _sum(order: Order, states: Sequence[str]) -> Money:
    total = Refund.objects.filter(order=order, state__in=states).aggregate(total=Sum("amount"))["total"]
    return total or ZERO


def refunded_quantities(order: Order) -> dict[int, int]:
    """Return line id → bottles of completed and requested refunds. One query."""
    lines = RefundLine.objects.filter(refund__order=order, refund__state__in=COUNTED_STATES).order_by()
    return dict(lines.values_list("line_id").annotate(quantity=Sum("quantity")))


def record(
    order: Order,
    new: NewRefund,
    *,
    key: str,
    intent_id: str = "",
    by: User | None = None,
) -> Refund:
    """Record the refund before any money moves. Raises Refusal when a line has less left than the refund."""
    refundable(order).check(new)
    refund = Refund.objects.create(
        order=order,
        amount=new.amount,
        delivery=new.delivery,
        delivery_tax=new.delivery_tax,
        reason=new.reason[:300],
        by=by,
        restock=new.restock,
        intent_id=intent_id,
        key=key,
    )
    for each in new.lines:
        RefundLine.objects.create(
            refund=refund, line_id=each.line_id, quantity=each.quantity, amount=each.amount, tax=each.tax
        )
    return refund


def finish(refund: Refund, order: Order, *, nothing_left: bool) -> None:
    """Complete a refund that the provider accepted, or that staff pays by hand: bottles, history, status and e-mail."""
    refund.state, refund.ended_at, refund.error = Refund.State.DONE, timezone.now(), ""
    refund.save(update_fields=["state", "ended_at", "error", "provider_id", "is_pending"])
    if refund.restock:
        stock.restock(order, _quantities_by_variation(refund), StockMovement.Reason.REFUNDED, by=refund.by)
    orders.add_note(order, _history_note(refund), by=refund.by)
    if nothing_left and may_move(Status(order.status), Status.REFUNDED, by_staff=refund.by is not None):
        orders.move(order, Status.REFUNDED, "Nothing is left of what was paid.", by=refund.by)
    kind = emails.EmailKind.REFUNDED if nothing_left else emails.EmailKind.PARTLY_REFUNDED
    lines = refund.lines.select_related("line")
    emails.queue(order, kind, about=f"refund {refund.pk}", more={"refund": refund, "refunded_lines": lines})


def record_not_taken(order: Order, amount: Money, *, key: str) -> None:
    """Record the difference when staff captured less than the total: no money moved, and none will."""
    refund = record(order, NewRefund(amount=amount, reason=NOT_TAKEN), key=key)
    refund.state, refund.ended_at = Refund.State.DONE, timezone.now()
    refund.save(update_fields=["state", "ended_at"])
    orders.add_note(order, f"{amount} of {order.total} was not taken from the card.")
    emails.queue(order, emails.EmailKind.LESS_TAKEN, about=f"refund {refund.pk}", more={"refund": refund})


def confirm(refund: Refund, order: Order) -> None:
    """Record that a pending refund was made. The customer was told that it is on its way."""
    refund.save(update_fields=["is_pending"])
    orders.add_note(order, f"The refund of {refund.amount} was made ({refund.provider_id}).")


def fail(refund: Refund, order: Order, reason: str) -> None:
    """Record a failed refund and alert staff; the refund may be requested again."""
    refund.state, refund.ended_at, refund.error = Refund.State.FAILED, timezone.now(), reason[:500]
    refund.save(update_fields=["state", "ended_at", "error", "provider_id", "is_pending"])
    orders.add_note(order, f"The refund of {refund.amount} failed: {refund.error}", alert=True)
    emails.queue(order, emails.EmailKind.ALERT, about=f"refund {refund.pk}")


def _quantities_by_variation(refund: Refund) -> dict[int, int]:
    lines = RefundLine.objects.filter(refund=refund, line__variation__isnull=False).order_by()
    return dict(lines.values_list("line__variation_id").annotate(quantity=Sum("quantity")))


def _history_note(refund: Refund) -> str:
    paid_by = refund.order.payment_title
    to = "the card" if paid_by in ("", "Card") else paid_by
    way = f"to {to} ({refund.provider_id})" if refund.intent_id else "by hand: the store has moved no money"
    bottles = " The bottles are back on the shelf." if refund.restock else ""
    reason = f" Reason: {refund.reason}" if refund.reason else ""
    pending = " The card service has accepted it and not made it yet." if refund.is_pending else ""
    return f"Refunded {refund.amount} {way}.{pending}{bottles}{reason}"
