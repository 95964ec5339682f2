"""The confirmation page of an action of the order list: which orders, who gets an email, what happens to bottles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from vintner.back_office.action_step import ActionStep
from vintner.money import Money
from vintner.orders.emails import emails
from vintner.orders.models import Order
from vintner.orders.rules import Status, staff_targets
from vintner.orders.shipments.promises import completion_problem
from vintner.refusal import Refusal
from vintner.shipping.regions import Address

MOST_AT_ONCE: Final = 500
"""Orders of one confirmation page. Each is a field of its form."""
TOO_MANY: Final = f"At most {MOST_AT_ONCE} orders are changed at once. Choose fewer, or filter the list."
EXPECTED: Final = "expected_statuses"
"""The form field with the status that each order had on the page: with it, the action is confirmed."""
_NOT_PAID_BACK: Final = "No money is paid back by this"


@dataclass(frozen=True, slots=True)
class ListAction:
    """An action of the list that changes the status: its name, its label, and what it does to bottles and money."""

    name: str
    label: str
    bottles: str
    money: str


ACTIONS: Final = {
    Status.PROCESSING: ListAction(
        "mark_processing",
        "Mark as processing",
        "Bottles that are not taken from the stock yet are taken now.",
        f"{_NOT_PAID_BACK}, and none is taken: orders that are not paid count as paid from now on.",
    ),
    Status.COMPLETED: ListAction(
        "mark_completed",
        "Mark as completed",
        "The stock stays as it is: these bottles were taken from it before.",
        f"{_NOT_PAID_BACK}, and none is taken.",
    ),
    Status.ON_HOLD: ListAction(
        "put_on_hold",
        "Put on hold",
        "The bottles stay with these orders. Those that are not taken from the stock yet are taken now.",
        f"{_NOT_PAID_BACK}, and none is taken.",
    ),
    Status.CANCELLED: ListAction(
        "cancel",
        "Cancel orders",
        "The bottles go back on the shelf at once.",
        f"{_NOT_PAID_BACK}: refund what was paid on the order’s page. Money that is only authorized is released.",
    ),
    Status.REFUNDED: ListAction(
        "set_to_refunded",
        "Set to refunded (no money is moved)",
        "The bottles do not go back on the shelf.",
        f"{_NOT_PAID_BACK}. The orders only count as refunded: pay the money back yourself.",
    ),
}
"""The list's action that leads to each status."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedOrder:
    """An order of the confirmation page. `left_out` says why it will not be changed, '' if it will."""

    pk: int
    number: str
    buyer: str
    email: str
    total: Money
    status: str
    is_emailed: bool
    left_out: str


def ask_before(to: Status, chosen: Iterable[Order]) -> ActionStep:
    """Return the page that asks to confirm the list's action that leads to a status."""
    listed, action = list(chosen), ACTIONS[to]
    orders = [_describe(order, to) for order in listed]
    emailed = sum(each.is_emailed for each in orders)
    context: dict[str, object] = {
        "action": action,
        "heading": f"{action.label}: {count_orders(len(orders))}",
        "orders": orders,
        "expected_statuses": ",".join(f"{order.pk}:{order.status}" for order in listed),
        "emails": _email_words(emailed, len(orders)),
    }
    return ActionStep(template="back_office/list_confirmation.html", context=context)


def check_status(order: Order, posted: Mapping[str, object]) -> None:
    """Raise Refusal for an order whose status is not the one that the confirmation page displayed."""
    expected = dict(each.split(":", 1) for each in str(posted.get(EXPECTED, "")).split(",") if ":" in each)
    if expected.get(str(order.pk)) != order.status:
        label = order.get_status_display()
        raise Refusal("changed", f"The status is “{label}” by now: it changed after you chose the action. Not changed.")


def count_orders(count: int) -> str:
    """Return '1 order', '2 orders'."""
    return f"{count} order{'' if count == 1 else 's'}"


def completion_refusal(order: Order, *, is_offered: bool) -> str:
    """Return why an order is not completed as one of many, '' if it is: its own page asks about that.

    One that is not offered on its own page either is refused for another reason.
    """
    if order.paid_at is None and is_offered:
        return "It has not been paid. If you have the money, complete it on its own page."
    if problem := completion_problem(order, timezone.now()):
        return f"{problem} Release its hold, or complete it on its own page."
    return ""


def _describe(order: Order, to: Status) -> AffectedOrder:
    left_out = _reason_to_leave_out(order, to)
    kinds = (
        (emails.EmailKind.REFUNDED,) if to is Status.REFUNDED else emails.email_kinds_for_move(Status(order.status), to)
    )
    return AffectedOrder(
        pk=order.pk,
        number=order.number,
        buyer=Address.read(order.billing).name,
        email=order.email,
        total=order.total,
        status=order.get_status_display(),
        is_emailed=not left_out and any(kind not in emails.TO_MERCHANT for kind in kinds),
        left_out=left_out,
    )


def _reason_to_leave_out(order: Order, to: Status) -> str:
    """Return why the action will refuse an order, as far as the order itself tells."""
    if to is Status.REFUNDED:
        is_possible = order.paid_at is not None and order.status != Status.REFUNDED
    else:
        is_possible = to in staff_targets(Status(order.status))
    if not is_possible:
        return f"It is {order.get_status_display().lower()}: not changed."
    return completion_refusal(order, is_offered=True) if to is Status.COMPLETED else ""


def _email_words(emailed: int, of: int) -> str:
    if not emailed:
        return "No customer is written to."
    if emailed == of:
        return f"An email leaves at once to {'the customer' if of == 1 else f'the customers of all {of} orders'}."
    return f"An email leaves at once to the customers of {emailed} of the {of} orders."
