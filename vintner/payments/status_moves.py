"""Moves an order to another status for staff, after handling its payments."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.amounts import amount_paid
from vintner.orders.models import Order
from vintner.orders.rules import PAID, PAYABLE, Status, staff_targets
from vintner.payments.attempts import attempts
from vintner.payments.attempts.abandon import cancel_unpaid_order, give_up_attempts
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.attempts.capture import find_authorized, void
from vintner.payments.attempts.rules import DONE, PaymentStatus
from vintner.payments.messages import BUSY
from vintner.payments.models import Payment
from vintner.payments.provider import gateway
from vintner.payments.refunds import remaining_amount
from vintner.refusal import Refusal

MOVE_MONEY: Final = "payments.move_money"
"""The permission to capture, void and refund."""
_WHO: Final = "Only staff with the permission “Can capture, void and refund payments”"
NOT_PAID: Final = f"This order is not paid. {_WHO} may mark it as processing or completed."
VOIDS: Final = f"A card has set the money for this order aside, and canceling voids that. {_WHO} may do so."
ONLY_SET_ASIDE: Final = "The card has only set the money aside: capture it, and the order goes on by itself."
SET_ASIDE: Final = "A card has set the money for this order aside: void that first."
PAID_ONCE: Final = (
    "This order was paid for, so nobody can pay for it again. Refund what is left of it; for another try, let the"
    " customer place a new order."
)
PAID_MEANWHILE: Final = "It turned out to be paid: refund it."
RETURNED: Final = "All the money of this order goes back to the customer: there is nothing left that pays for the wine."
ON_ITS_WAY: Final = (
    "The bank is working on this payment, and it can no longer be stopped. Wait until it has arrived or failed."
)


def move_by_staff(order: Order, to: Status, by: User, why: str = "") -> None:
    """Move an order to a status. Raises Refusal with a message for staff, and ProviderDown."""
    _refuse_without_permission(order, to, by)
    refusal = _money_refusal(_OrderMoney(order), to)
    if refusal is not None:
        raise refusal
    if find_authorized(order) is not None and to is Status.CANCELLED:
        void(order.pk, by=by, why=why)
        return
    if order.status in PAYABLE and to is Status.CANCELLED:
        _cancel_unpaid(order, by, why)
        return
    if order.status == Status.ON_HOLD:
        for payment in Payment.objects.filter(order=order, status=PaymentStatus.PROCESSING).order_by("attempt"):
            _stop_payment(payment)
    if order.status in PAYABLE and to not in PAYABLE:
        give_up_attempts(order.pk, timezone.now())
    with transaction.atomic():
        locked = orders.lock(order.pk)
        _refuse_without_permission(locked, to, by)  # its status may have changed since it was read
        _refuse_returned(locked, to)
        orders.move_by_staff(locked, to, by, why)


def _refuse_returned(order: Order, to: Status) -> None:
    """Refuse to send the wine of an order all of whose money has gone back, or is about to. The order is locked."""
    if to in PAID and amount_paid(order) and not remaining_amount(order):
        raise Refusal("returned", RETURNED)


def allowed_targets(order: Order, by: User) -> tuple[Status, ...]:
    """Return the statuses to which a member of staff may move an order."""
    allowed = [to for to in staff_targets(Status(order.status)) if _permission_refusal(order, to, by) is None]
    money = _OrderMoney(order)
    return tuple(to for to in allowed if _money_refusal(money, to) is None)


def _refuse_without_permission(order: Order, to: Status, by: User) -> None:
    refusal = _permission_refusal(order, to, by)
    if refusal is not None:
        raise refusal


def _permission_refusal(order: Order, to: Status, by: User) -> Refusal | None:
    """Return a refusal if the move needs the permission to move money and the user lacks it."""
    if by.has_perm(MOVE_MONEY):
        return None
    if to in PAID and order.status not in PAID:
        return Refusal("not_paid", NOT_PAID)
    if to is Status.CANCELLED and find_authorized(order) is not None:
        return Refusal("voids", VOIDS)
    return None


class _OrderMoney:
    """The state of an order's money. One query, none if payments are prefetched; two more for an order that was paid
    but has no successful payment.
    """

    def __init__(self, order: Order) -> None:
        self._order = order
        payments = list(order.payments.all())
        self._statuses = {payment.status for payment in payments}
        self._took_money = order.paid_at is not None or any(payment.captured for payment in payments)

    @property
    def is_set_aside(self) -> bool:
        return PaymentStatus.AUTHORIZED in self._statuses

    @property
    def was_paid(self) -> bool:
        return PaymentStatus.SUCCEEDED in self._statuses or (self._took_money and bool(remaining_amount(self._order)))


def _money_refusal(money: _OrderMoney, to: Status) -> Refusal | None:
    """Return a refusal if the order's money forbids the move for everybody. An order that was paid, or will be, must
    not become payable again: it could be charged twice.
    """
    if to not in (*PAID, *PAYABLE):
        return None
    if money.is_set_aside:
        return Refusal("only_set_aside", ONLY_SET_ASIDE if to in PAID else SET_ASIDE)
    if to in PAYABLE and money.was_paid:
        return Refusal("paid", PAID_ONCE)
    return None


def _stop_payment(payment: Payment) -> None:
    """Cancel a pending payment at the provider, and leave the order as it is.

    Raises Refusal when the money has arrived meanwhile, or can no longer be stopped.
    """
    own = Payment.objects.filter(pk=payment.pk)
    own.update(
        given_up_at=timezone.now()
    )  # before the provider is called: the cancelled intent must not cancel the order
    try:
        ended = apply_intent(payment.order_id, gateway().cancel(str(payment.intent_id)))
    finally:
        own.filter(status=PaymentStatus.PROCESSING).update(given_up_at=None)
    if ended.status == PaymentStatus.PROCESSING:
        raise Refusal("on_its_way", ON_ITS_WAY)
    if ended.status in DONE:
        raise Refusal("paid", PAID_MEANWHILE)


def _cancel_unpaid(order: Order, by: User, why: str) -> None:
    """Cancel an unpaid order, its intents at the provider first."""
    if attempts.is_in_progress(order, timezone.now()):
        raise Refusal("busy", BUSY)
    if not cancel_unpaid_order(order, why or f"Canceled by {by.full_name or by.email}.", by=by):
        raise Refusal("paid", PAID_MEANWHILE)
