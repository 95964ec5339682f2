"""Turns Stripe's objects into ours."""

import stripe

from vintner.money import Money
from vintner.payments.gateway import Claim, Intent, PaymentError
from vintner.payments.rules import IntentStatus


def read_intent(raw: stripe.PaymentIntent) -> Intent:
    """Return the intent in the store's words."""
    charge = raw.latest_charge if isinstance(raw.latest_charge, stripe.Charge) else None
    return Intent(
        id=raw.id,
        status=IntentStatus(raw.status),
        amount=Money(raw.amount),
        received=Money(raw.amount_received or 0),
        currency=raw.currency.upper(),
        client_secret=raw.client_secret or "",
        claim=_claim(raw.metadata),
        charge_id=charge.id if charge else str(raw.latest_charge or ""),
        card=_card(charge),
        error=_error(raw.last_payment_error),
    )


def _claim(metadata: object) -> Claim | None:
    """Return what we wrote into the metadata, None when it is not ours."""
    values = metadata.to_dict() if isinstance(metadata, stripe.StripeObject) else metadata
    if not isinstance(values, dict):
        return None
    order_id, attempt = str(values.get("order_id", "")), str(values.get("attempt", ""))
    if not (order_id.isascii() and order_id.isdecimal() and attempt.isascii() and attempt.isdecimal()):
        return None
    return Claim(order_id=int(order_id), attempt=int(attempt), signature=str(values.get("signature", "")))


def _card(charge: stripe.Charge | None) -> str:
    """Return 'Visa •••• 4242': all that the store ever knows of a card."""
    details = charge.payment_method_details if charge else None
    card = details.card if details else None
    if card is None or not card.last4:
        return ""
    return f"{(card.brand or 'card').replace('_', ' ').title()} •••• {card.last4}"


def _error(raw: object) -> PaymentError | None:
    if raw is None:
        return None
    return PaymentError(
        code=str(getattr(raw, "code", "") or ""),
        decline_code=str(getattr(raw, "decline_code", "") or ""),
        message=str(getattr(raw, "message", "") or ""),
    )
