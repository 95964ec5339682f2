"""Handles disputes, inquiries and reviews of payments (docs/behaviour/payments.md#disputes-and-reviews).

While a case is open its order waits on hold, and the merchant gets an e-mail. Events are hints: the case is read again.
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
from vintner.payments.attempts.attempts import assert_no_transaction, find_order_id
from vintner.payments.gateway import CaseVerdict, Doubt, NotRecorded, ProviderCase
from vintner.payments.models import Case, Payment
from vintner.payments.provider import gateway

OPENED_NOTES: Final = {
    Doubt.DISPUTE: "The bank has taken {amount} back: the cardholder disputes the payment ({reason}, {id}).",
    Doubt.INQUIRY: "The bank asks about {amount}, and may take it back ({reason}, {id}).",
    Doubt.REVIEW: "The card service wants this payment to be looked at ({reason}, {id}).",
}
ANSWER_NOTE: Final = " Answer at the card service until {until}."
WON_NOTES: Final = {
    Doubt.DISPUTE: "The bank has decided for the store: {amount} are back ({id}).",
    Doubt.INQUIRY: "The bank has no more questions ({id}).",
    Doubt.REVIEW: "The payment was looked at and is good ({id}).",
}
LOST_NOTE: Final = "The bank has decided for the cardholder: {amount} are lost ({id})."
DROPPED_NOTE: Final = "Nobody looks at this payment any more ({reason}, {id})."
DECIDE_NOTE: Final = " Decide what becomes of the order."

log = logging.getLogger(__name__)


def refresh_case(case_id: str) -> None:
    """Update a dispute or a review from the provider. One of a foreign payment changes nothing. Raises ProviderDown."""
    assert_no_transaction()
    provider_case = gateway().find_case(case_id)
    payment = _find_payment(provider_case.intent_id) if provider_case else None
    if provider_case is None or payment is None:
        return
    try:
        persist(partial(_apply_case, payment, provider_case))
    except Crowded as crowd:
        raise NotRecorded(f"case {case_id}") from crowd


def _find_payment(intent_id: str) -> Payment | None:
    """Return the attempt of an intent, None for a foreign one. The intent may be new to the store: then it is
    applied.
    """
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


def _apply_case(payment: Payment, provider_case: ProviderCase) -> None:
    """Update the case, and move its order once."""
    with transaction.atomic():
        order = orders.lock(payment.order_id)
        known = Case.objects.select_for_update().filter(provider_id=provider_case.id).first()
        case = known or _open_case(order, payment, provider_case)
        if case.closed_at is None:
            case.doubt, case.reason, case.amount = (
                Case.Doubt(provider_case.doubt),
                provider_case.reason[:80],
                provider_case.amount,
            )
            case.respond_by = provider_case.respond_by or case.respond_by
            if provider_case.verdict is not CaseVerdict.OPEN:
                case.verdict, case.closed_at = Case.Verdict(provider_case.verdict), timezone.now()
                _HANDLERS[provider_case.verdict](order, case)
            case.save()
        chaos.point("before_case_commit")


def _open_case(order: Order, payment: Payment, provider_case: ProviderCase) -> Case:
    """Create the case, put the order on hold so that nothing is sent, and write to the merchant."""
    case = Case(
        payment=payment,
        provider_id=provider_case.id,
        doubt=provider_case.doubt,
        amount=provider_case.amount,
        reason=provider_case.reason,
    )
    case.order_was = _previous_status(order)
    answer = ANSWER_NOTE.format(until=f"{provider_case.respond_by:%B %-d, %Y}") if provider_case.respond_by else ""
    orders.hold_for_dispute(
        order, _format_note(OPENED_NOTES[provider_case.doubt], case) + answer, about=f"case {provider_case.id}"
    )
    return case


def _previous_status(order: Order) -> str:
    """Return the status to which the order returns after the case, '' when it waits for something else.

    An order that still waits because of a dropped case (a review that a dispute replaced) returns where that case had
    it from.
    """
    if order.status in PAID:
        return str(order.status)
    moved = order.events.exclude(became="").order_by("-pk").values_list("note", flat=True).first() or ""
    dropped = Case.objects.filter(payment__order=order, verdict=Case.Verdict.DROPPED).exclude(order_was="")
    return next((case.order_was for case in dropped if case.provider_id in moved), "")


def _win(order: Order, case: Case) -> None:
    _restore_order(order, case, _format_note(WON_NOTES[Doubt(case.doubt)], case))


def _lose(order: Order, case: Case) -> None:
    """Record the lost money as a refund of which the store moved no money."""
    orders.add_note(order, _format_note(LOST_NOTE, case), alert=True)
    amount = min(case.amount, refunds.remaining_amount(order))
    if amount > ZERO:
        refunds.record_charged_back(order, amount, key=f"case:{case.provider_id}", reason=_format_note(LOST_NOTE, case))
    _restore_order(order, case, "What the bank has left is still paid.")


def _drop(order: Order, case: Case) -> None:
    """Alert staff when the order waits for this case alone. Otherwise another open case decides."""
    text = _format_note(DROPPED_NOTE, case)
    if order.status == Status.ON_HOLD and not _other_open_cases(order, case).exists():
        orders.add_note(order, f"{text}{DECIDE_NOTE}", alert=True)
    else:
        _pass_on_previous_status(order, case)
        orders.add_note(order, text)


def _restore_order(order: Order, case: Case, text: str) -> None:
    """Return the order to its previous status, unless staff moved it since or another case is open."""
    if not case.order_was or order.status != Status.ON_HOLD:
        orders.add_note(order, text)
    elif _other_open_cases(order, case).exists():
        _pass_on_previous_status(order, case)
        orders.add_note(order, text)
    else:
        orders.restore_status(order, Status(case.order_was), text)


def _other_open_cases(order: Order, case: Case) -> QuerySet[Case]:
    return Case.objects.filter(payment__order=order, closed_at=None).exclude(pk=case.pk)


def _pass_on_previous_status(order: Order, case: Case) -> None:
    """Store in the other open cases to which status the order returns."""
    _other_open_cases(order, case).filter(order_was="").update(order_was=case.order_was)


def _format_note(text: str, case: Case) -> str:
    return text.format(amount=case.amount, reason=case.reason.replace("_", " "), id=case.provider_id)


_HANDLERS: dict[CaseVerdict, Callable[[Order, Case], None]] = {
    CaseVerdict.WON: _win,
    CaseVerdict.LOST: _lose,
    CaseVerdict.DROPPED: _drop,
}
