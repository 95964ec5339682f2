"""Reads what an event of Stripe reports of a payment that goes well."""

from collections.abc import Mapping

from vintner.money import Money
from vintner.payments.webhooks.events import ReportedPayment

_OF_INTENTS = frozenset(
    {
        "payment_intent.created",
        "payment_intent.requires_action",
        "payment_intent.processing",
        "payment_intent.succeeded",
    }
)
_OF_CHARGES = frozenset({"charge.succeeded", "charge.updated"})
_ON_THE_WAY = frozenset({"requires_payment_method", "requires_confirmation", "requires_action", "processing"})
_FAULTS_OF_INTENTS = ("last_payment_error", "canceled_at", "cancellation_reason")
_MUST_BE_READ = ("refunded", "amount_refunded", "disputed", "review", "dispute")


def read_report(kind: str, subject: Mapping[str, object]) -> ReportedPayment | None:
    """Return what the object of an event says of a payment; None if it says anything else, or lacks a field.

    An object is as it was when the event happened. None is never wrong: the intent is then read.
    """
    try:
        if kind in _OF_INTENTS and subject["object"] == "payment_intent":
            return _read_intent(subject)
        if kind in _OF_CHARGES and subject["object"] == "charge":
            return _read_charge(subject)
    except (KeyError, TypeError, ValueError):
        pass
    return None


def _read_intent(subject: Mapping[str, object]) -> ReportedPayment | None:
    received, is_made = _whole(subject["amount_received"]), subject["status"] == "succeeded"
    if any(subject.get(field) for field in (*_FAULTS_OF_INTENTS, *_MUST_BE_READ)):
        return None
    if not is_made and (received or subject["status"] not in _ON_THE_WAY):
        return None
    return ReportedPayment(
        intent_id=_text(subject["id"]),
        amount=Money(_whole(subject["amount"])),
        received=Money(received),
        currency=_text(subject["currency"]).upper(),
        customer_id=_text(subject["customer"] or ""),
        charge_id=_text(subject["latest_charge"] or ""),
        is_made=is_made,
    )


def _read_charge(subject: Mapping[str, object]) -> ReportedPayment | None:
    if subject["status"] != "succeeded" or subject["captured"] is not True:
        return None
    if any(subject.get(field) for field in _MUST_BE_READ):
        return None
    return ReportedPayment(
        intent_id=_text(subject["payment_intent"]),
        amount=Money(_whole(subject["amount"])),
        received=Money(_whole(subject["amount_captured"])),
        currency=_text(subject["currency"]).upper(),
        customer_id=_text(subject["customer"] or ""),
        charge_id=_text(subject["id"]),
        is_made=True,
    )


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("no amount")
    return value


def _text(value: object) -> str:
    """Return an id or a currency. Raises ValueError for an object in its place."""
    if not isinstance(value, str):
        raise ValueError("no text")
    return value
