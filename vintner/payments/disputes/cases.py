"""Payments in doubt: disputed by the bank, or to be looked at by a person (payments 1.7).

While a doubt is open its order waits on hold, and the merchant is written to. News are hints: the case is read again.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from vintner import chaos
from vintner.contention import Crowded, persist
from vintner.money import ZERO
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import PAID, Status
from vintner.payments import refunds
from vintner.payments.attempts.apply_intent import ForeignIntent, apply_intent
from vintner.payments.attempts.attempts import find_order_id
from vintner.payments.attempts.start_payment import assert_no_transaction
from vintner.payments.gateway import Doubt, NotWrittenDown, ProviderCase, Verdict
from vintner.payments.models import Case, Payment
from vintner.payments.provider import gateway

OPENED: Final = {
    Doubt.DISPUTE: "The bank has taken {amount} back: the cardholder disputes the payment ({reason}, {id}).",
    Doubt.INQUIRY: "The bank asks about {amount}, and may take it back ({reason}, {id}).",
    Doubt.REVIEW: "The card service wants this payment to be looked at ({reason}, {id}).",
}
ANSWER: Final = " Answer at the card service until {until}."
WON: Final = {
    Doubt.DISPUTE: "The bank has decided for the store: {amount} are back ({id}).",
    Doubt.INQUIRY: "The bank has no more questions ({id}).",
    Doubt.REVIEW: "The payment was looked at and is good ({id}).",
}
LOST: Final = "The bank has decided for the cardholder: {amount} are lost ({id})."
DROPPED: Final = "Nobody looks at this payment any more ({reason}, {id})."
DECIDE: Final = " Decide what becomes of the order."

log = logging.getLogger(__name__)


def read_again(case_id: str) -> None:
    """Bring a dispute or a review up to date; one of somebody else's payment changes nothing. Raises ProviderDown."""
    assert_no_transaction()
    found = gateway().find_case(case_id)
    payment = _payment(found.intent_id) if found else None
    if found is None or payment is None:
        return
    try:
        persist(partial(_apply, payment, found))
    except Crowded as crowd:
        raise NotWrittenDown(f"case {case_id}") from crowd


def _payment(intent_id: str) -> Payment | None:
    """Return the attempt of an intent, which the store may not have heard of yet; None when it is not ours."""
    known = Payment.objects.filter(intent_id=intent_id).first()
    intent = gateway().find(intent_id) if known is None and intent_id else None
    order_id = find_order_id(intent) if intent is not None else None
    if intent is None or order_id is None:
        return known
    try:
        return apply_intent(order_id, intent)
    except ForeignIntent as error:
        log.warning("case of intent %s: %s", intent_id, error)
        return None


def _apply(payment: Payment, found: ProviderCase) -> None:
    """Do what the case's news ask for, once."""
    with transaction.atomic():
        order = orders.lock(payment.order_id)
        case = Case.objects.select_for_update().filter(provider_id=found.id).first() or _open(order, payment, found)
        if case.closed_at is None:
            case.doubt, case.reason, case.amount = Case.Doubt(found.doubt), found.reason[:80], found.amount
            case.respond_by = found.respond_by or case.respond_by
            if found.verdict is not Verdict.OPEN:
                case.verdict, case.closed_at = Case.Verdict(found.verdict), timezone.now()
                _DEEDS[found.verdict](order, case)
            case.save()
        chaos.point("before_case_commit")


def _open(order: Order, payment: Payment, found: ProviderCase) -> Case:
    """Write the case down. Nothing more is sent for the order, and the merchant is told."""
    case = Case(payment=payment, provider_id=found.id, doubt=found.doubt, amount=found.amount, reason=found.reason)
    case.order_was = _was(order)
    answer = ANSWER.format(until=f"{found.respond_by:%B %-d, %Y}") if found.respond_by else ""
    orders.hold_back(order, _told(OPENED[found.doubt], case) + answer, about=f"case {found.id}")
    return case


def _was(order: Order) -> str:
    """Return where the order goes back to, '' when it waits for something else than a case. One that was dropped, as a
    review is by a dispute, leaves it waiting.
    """
    if order.status in PAID:
        return str(order.status)
    moved = order.events.exclude(became="").order_by("-pk").values_list("note", flat=True).first() or ""
    dropped = Case.objects.filter(payment__order=order, verdict=Case.Verdict.DROPPED).exclude(order_was="")
    return next((case.order_was for case in dropped if case.provider_id in moved), "")


def _win(order: Order, case: Case) -> None:
    _go_on(order, case, _told(WON[Doubt(case.doubt)], case))


def _lose(order: Order, case: Case) -> None:
    """The money is gone: the books say so, as of any other money that went back."""
    orders.note(order, _told(LOST, case), alert=True)
    amount = min(case.amount, refunds.left(order))
    if amount > ZERO:
        refunds.record_charged_back(order, amount, key=f"case:{case.provider_id}", reason=_told(LOST, case))
    _go_on(order, case, "What the bank has left is still paid.")


def _drop(order: Order, case: Case) -> None:
    """Another case that the order waits for decides in its place; where it does not wait, nothing is to be done."""
    text = _told(DROPPED, case)
    if order.status == Status.ON_HOLD and not _others(order, case).exists():
        orders.note(order, f"{text}{DECIDE}", alert=True)
    else:
        _hand_over(order, case)
        orders.note(order, text)


def _go_on(order: Order, case: Case, text: str) -> None:
    """Let the order go where it was, unless somebody moved it since or it is still in doubt for another reason."""
    if not case.order_was or order.status != Status.ON_HOLD:
        orders.note(order, text)
    elif _others(order, case).exists():
        _hand_over(order, case)
        orders.note(order, text)
    else:
        orders.hand_back(order, Status(case.order_was), text)


def _others(order: Order, case: Case) -> QuerySet[Case]:
    return Case.objects.filter(payment__order=order, closed_at=None).exclude(pk=case.pk)


def _hand_over(order: Order, case: Case) -> None:
    """Let the cases that are still open know where the order goes back to."""
    _others(order, case).filter(order_was="").update(order_was=case.order_was)


def _told(text: str, case: Case) -> str:
    return text.format(amount=case.amount, reason=case.reason.replace("_", " "), id=case.provider_id)


_DEEDS: dict[Verdict, Callable[[Order, Case], None]] = {
    Verdict.WON: _win,
    Verdict.LOST: _lose,
    Verdict.DROPPED: _drop,
}
