"""What an order knows of money that goes back: the record, and what follows from it (resolutions 2.13.3).

How the money goes back is `payments/refunds.py`; only from there are these called, with the order locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import ZERO, Money
from vintner.orders import emails, orders, stock
from vintner.orders.models import Order, OrderLine, Refund, RefundLine
from vintner.orders.rules import Status, may_move, part_of
from vintner.refusal import Refusal

_COUNTS = (Refund.State.REQUESTED, Refund.State.DONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRefundLine:
    """Money back for bottles of one line; `quantity` 0 when the shopper keeps them. `amount` is without `tax`."""

    line_id: int
    quantity: int
    amount: Money
    tax: Money = ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRefund:
    """A refund to be made. What the lines do not account for is delivery or goodwill.

    `wish` names it: by the same one, it is made once, however often it is asked for. Blank is another each time.
    """

    amount: Money
    wish: str = ""
    reason: str = ""
    lines: tuple[NewRefundLine, ...] = ()
    restock: bool = False


def refunded(order: Order) -> Money:
    """Return what went back, or is asked to."""
    return _sum(order, _COUNTS)


def given_back(order: Order) -> Money:
    """Return what went back for certain."""
    return _sum(order, (Refund.State.DONE,))


def _sum(order: Order, states: Sequence[str]) -> Money:
    total = Refund.objects.filter(order=order, state__in=states).aggregate(total=Sum("amount"))["total"]
    return total or ZERO


def bottles_back(order: Order) -> dict[int, int]:
    """Return line id → bottles that went back, or are asked to. One query."""
    lines = RefundLine.objects.filter(refund__order=order, refund__state__in=_COUNTS).order_by()
    return dict(lines.values_list("line_id").annotate(quantity=Sum("quantity")))


def share(line: OrderLine, quantity: int) -> NewRefundLine:
    """Return what so many bottles of a line cost with their tax, to the cent: all parts add up to the line.

    Raises Refusal when fewer bottles are left to refund.
    """
    before, paid, bottles = _before(line.pk), line.subtotal - line.discount, line.quantity
    if not 0 < quantity <= bottles - before.quantity:
        raise Refusal("refund_line", f"{bottles - before.quantity} of “{line.name}” are left to refund.", "lines")
    return NewRefundLine(
        line_id=line.pk,
        quantity=quantity,
        amount=min(part_of(paid, bottles, before=before.quantity, now=quantity), paid - before.amount),
        tax=min(part_of(line.tax, bottles, before=before.quantity, now=quantity), line.tax - before.tax),
    )


def record(
    order: Order,
    new: NewRefund,
    *,
    key: str,
    intent_id: str = "",
    by: User | None = None,
    provider_id: str | None = None,
) -> Refund:
    """Write the refund down before any money moves. Raises Refusal when a line has less left than is asked for."""
    for each in new.lines:
        _check(order, each)
    if Money.total(each.amount + each.tax for each in new.lines) > new.amount:
        raise Refusal("refund_lines", "The lines add up to more than the refund.", "amount")
    refund = Refund.objects.create(
        order=order,
        amount=new.amount,
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
    """The money is on its way back, or a person pays it back: bottles, history, status and the shopper's e-mail."""
    refund.state, refund.ended_at, refund.error = Refund.State.DONE, timezone.now(), ""
    refund.save(update_fields=["state", "ended_at", "error", "provider_id"])
    if refund.restock:
        stock.restock(_bottles(refund))
    orders.note(order, _told(refund), by=refund.by)
    if nothing_left and may_move(Status(order.status), Status.REFUNDED, by_staff=refund.by is not None):
        orders.move(order, Status.REFUNDED, "Nothing is left of what was paid.", by=refund.by)
    kind = emails.Kind.REFUNDED if nothing_left else emails.Kind.PARTLY_REFUNDED
    lines = refund.lines.select_related("line")
    emails.queue(order, kind, about=f"refund {refund.pk}", more={"refund": refund, "refunded_lines": lines})


def record_not_taken(order: Order, amount: Money, *, key: str) -> None:
    """Write down what staff left with the card when it took less than the total: no money moved, and none will."""
    refund = record(order, NewRefund(amount=amount, reason="Not taken from the card."), key=key)
    refund.state, refund.ended_at = Refund.State.DONE, timezone.now()
    refund.save(update_fields=["state", "ended_at"])
    orders.note(order, f"{amount} of {order.total} was not taken from the card.")
    emails.queue(order, emails.Kind.LESS_TAKEN, about=f"refund {refund.pk}", more={"refund": refund})


def fail(refund: Refund, order: Order, reason: str) -> None:
    """The money did not go back: what was asked for may be asked for again, and staff has to look at it."""
    refund.state, refund.ended_at, refund.error = Refund.State.FAILED, timezone.now(), reason[:500]
    refund.save(update_fields=["state", "ended_at", "error", "provider_id"])
    orders.note(order, f"The refund of {refund.amount} failed: {refund.error}", alert=True)
    emails.queue(order, emails.Kind.ALERT, about=f"refund {refund.pk}")


@dataclass(frozen=True, slots=True)
class _Before:
    quantity: int
    amount: Money
    tax: Money


def _before(line_id: int) -> _Before:
    """Return what earlier refunds had of a line."""
    sums = RefundLine.objects.filter(line=line_id, refund__state__in=_COUNTS).aggregate(
        quantity=Sum("quantity"), amount=Sum("amount"), tax=Sum("tax")
    )
    return _Before(sums["quantity"] or 0, sums["amount"] or ZERO, sums["tax"] or ZERO)


def _check(order: Order, new: NewRefundLine) -> None:
    line = OrderLine.objects.filter(order=order, pk=new.line_id).first()
    if line is None:
        raise Refusal("refund_line", "That line is not of this order.", "lines")
    before, paid = _before(line.pk), line.subtotal - line.discount
    if before.quantity + new.quantity > line.quantity:
        raise Refusal("refund_line", f"{line.quantity - before.quantity} of “{line.name}” are left to refund.", "lines")
    if before.amount + new.amount > paid or before.tax + new.tax > line.tax:
        left, tax = paid - before.amount, line.tax - before.tax
        raise Refusal("refund_line", f"{left} and {tax} tax are left to refund of “{line.name}”.", "lines")


def _bottles(refund: Refund) -> dict[int, int]:
    lines = RefundLine.objects.filter(refund=refund, line__variation__isnull=False).order_by()
    return dict(lines.values_list("line__variation_id").annotate(quantity=Sum("quantity")))


def _told(refund: Refund) -> str:
    way = f"to the card ({refund.provider_id})" if refund.intent_id else "by hand: the store has moved no money"
    bottles = " The bottles are back on the shelf." if refund.restock else ""
    reason = f" Reason: {refund.reason}" if refund.reason else ""
    return f"Refunded {refund.amount} {way}.{bottles}{reason}"
