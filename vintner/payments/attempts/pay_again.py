"""Creates a further attempt to pay an order, from the order's own page."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from vintner import chaos
from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts import attempts, open_intents, sent_wine
from vintner.payments.attempts.payment_input import PaymentInput, PurchaseCheck
from vintner.payments.attempts.signals import attempt_asked
from vintner.payments.messages import BUSY, MISSING_METHOD
from vintner.payments.models import Payment
from vintner.payments.offered_types import code_of
from vintner.refusal import Refusal


@dataclass
class RepeatedPayment(Exception):
    """The same press of a wallet's button has made this attempt already: its outcome is the answer."""

    payment_id: int


def is_payable(order: Order) -> bool:
    """Return whether the order still needs a payment: it is pending or failed, and costs something."""
    return order.status in PAYABLE and bool(order.total)


def pay_again(
    order_id: int,
    payment_input: PaymentInput,
    now: datetime,
    *,
    payer: User | None = None,
    shown_total: int | None = None,
    check: PurchaseCheck | None = None,
) -> Payment:
    """Create an attempt; `start_payment` charges it afterwards. `payer` is the user who is logged in.

    `shown_total` (minor units) is the total that the page displayed; None when the client sends none. `check` compares
    the order with what a wallet showed. Bottles and coupons that the order no longer holds are reserved again. Raises
    Refusal: `not_payable`, `busy`, `no_wine_there`, `no_method`, `total_changed`, `out_of_stock`, a code of coupons
    or of receivers of `attempt_asked`; and RepeatedPayment. The caller has checked whose order it is.
    """
    if not payment_input.has_method:
        raise Refusal("no_method", MISSING_METHOD)
    with transaction.atomic(durable=True):
        order = attempts.lock_order(order_id)
        repeated = attempts.find_repeated(order, payment_input, now)
        if repeated is not None:
            raise RepeatedPayment(repeated.pk)
        if not is_payable(order):
            status = order.get_status_display().lower()
            text = f"This order is {status} and cannot be paid for. Please write to us if you need help."
            raise Refusal("not_payable", text)
        if attempts.is_awaited(order, now):
            raise Refusal("busy", BUSY)
        sent_wine.refuse_wine(order, now)
        attempt_asked.send(Order, order=order)
        payment = attempts.create_next_attempt(order, payment_input, now, payer=payer)
        _refuse_changed_total(order, payment_input, shown_total)
        if check is not None:
            check(total=order.total, cart_hash=order.cart_hash)
        orders.set_payment_method(order, code_of(payment_input.method_type), payment_input.label)
        orders.reopen(order, now)
    chaos.point("after_order_commit")
    return payment


def _refuse_changed_total(order: Order, payment_input: PaymentInput, shown_total: int | None) -> None:
    """Refuse when staff changed the order while its page was open. An opened intent has the total that was
    displayed.
    """
    opened_over = open_intents.find_amount(payment_input.intent_id) if payment_input.intent_id else None
    displayed = shown_total if shown_total is not None or opened_over is None else opened_over.minor
    if displayed is not None and displayed != order.total.minor:
        text = f"This order costs {order.total} now. Nothing was charged: please look at it again before you pay."
        raise Refusal("total_changed", text)
