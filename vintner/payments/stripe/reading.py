"""Reads Stripe's objects into those of the gateway."""

from dataclasses import replace

import stripe

from vintner.money import Money
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.brands import brand_name
from vintner.payments.gateway import (
    CardOnFile,
    Intent,
    PaymentError,
    ProviderRefund,
    RefundResult,
    ReusableMethod,
    SetupIntent,
)
from vintner.payments.stripe.claims import read_claim, read_intent_claim
from vintner.payments.stripe.reusable import read_reusable
from vintner.payments.types import BY_NAME, CARD


def read_intent(raw: stripe.PaymentIntent) -> Intent:
    """Read a payment intent."""
    charge = raw.latest_charge if isinstance(raw.latest_charge, stripe.Charge) else None
    return Intent(
        id=raw.id,
        status=IntentStatus(raw.status),
        amount=Money(raw.amount),
        received=Money(raw.amount_received or 0),
        currency=raw.currency.upper(),
        client_secret=raw.client_secret or "",
        claim=read_intent_claim(raw),
        charge_id=charge.id if charge else str(raw.latest_charge or ""),
        card=_card_label(charge),
        error=_read_error(raw.last_payment_error),
        customer_id=_id(raw.customer),
        paid_with=_read_paid_with(charge),
        method_id=_id(raw.payment_method),
        types=tuple(raw.payment_method_types),
        saves_method=bool(raw.setup_future_usage),
        page=_read_page(raw.next_action),
        funding=read_funding(charge and charge.payment_method_details),
    )


_PAGE_FIELDS = {
    "redirect_to_url": "url",
    "alipay_handle_redirect": "url",
    "boleto_display_details": "hosted_voucher_url",
    "multibanco_display_details": "hosted_voucher_url",
    "oxxo_display_details": "hosted_voucher_url",
    "verify_with_microdeposits": "hosted_verification_url",
}
"""Type of the next action → the field with the URL of its page."""


def _read_page(action: stripe.PaymentIntent.NextAction | stripe.SetupIntent.NextAction | None) -> str:
    field = _PAGE_FIELDS.get(action.type, "") if action else ""
    return str(getattr(getattr(action, action.type, None), field, "") or "") if action and field else ""


def read_funding(method: object) -> str:
    """Return what funds the card of a payment method, of the preview of one or of a charge; '' for anything else."""
    return str(getattr(getattr(method, "card", None), "funding", None) or "")


def read_refund(raw: stripe.Refund) -> ProviderRefund:
    """Read a refund."""
    values = raw.metadata.to_dict() if raw.metadata is not None else {}
    return ProviderRefund(
        id=raw.id,
        intent_id=_id(raw.payment_intent),
        amount=Money(raw.amount),
        key=str(values.get("refund", "")),
        returned=_REFUND_RESULTS.get(raw.status or "", RefundResult.PENDING),
    )


_REFUND_RESULTS = {"succeeded": RefundResult.YES, "failed": RefundResult.NO, "canceled": RefundResult.NO}
"""Status of a refund → whether money goes back; `pending` and `requires_action` wait for a bank or the customer."""


def read_setup(raw: stripe.SetupIntent, left: stripe.PaymentMethod | None = None) -> SetupIntent:
    """Read a setup intent. Its method is read if it was expanded; `left` is the generated method that replaces it."""
    method = left or (raw.payment_method if isinstance(raw.payment_method, stripe.PaymentMethod) else None)
    reusable = _read_method(method) if method else None
    action = raw.next_action
    return SetupIntent(
        id=raw.id,
        status=IntentStatus(raw.status),
        client_secret=raw.client_secret or "",
        claim=read_claim(raw.metadata, "pk"),
        customer_id=_id(raw.customer),
        method=reusable and replace(reusable, mandate=_id(raw.mandate) or reusable.mandate),
        error=_read_error(raw.last_setup_error),
        next_action=action.type if action else "",
        page=_read_page(action),
    )


def find_generated_method(raw: stripe.SetupIntent) -> str:
    """Return the id of the SEPA debit that a redirect type has generated to be saved; '' for other types."""
    attempt = raw.latest_attempt if isinstance(raw.latest_attempt, stripe.SetupAttempt) else None
    details = attempt.payment_method_details if attempt else None
    of_type = getattr(details, details.type, None) if details else None
    return _id(getattr(of_type, "generated_sepa_debit", None))


def read_card_on_file(raw: stripe.PaymentMethod) -> CardOnFile | None:
    """Read a method and its customer, None for one that cannot be charged again or has no fingerprint."""
    card = _read_method(raw)
    return CardOnFile(card=card, customer_id=_id(raw.customer)) if card else None


def _read_method(raw: stripe.PaymentMethod) -> ReusableMethod | None:
    return read_reusable(raw.type, getattr(raw, raw.type, None), raw.id, raw.billing_details.email or "")


def _id(raw: object) -> str:
    """Return the id of an object that is expanded, only an id, or missing."""
    return str(getattr(raw, "id", raw) or "")


def _card_details(charge: stripe.Charge | None) -> "stripe.Charge.PaymentMethodDetails.Card | None":
    """Return a charge's card. The object has only the attribute of its own type."""
    return getattr(charge.payment_method_details, "card", None) if charge else None


def _read_paid_with(charge: stripe.Charge | None) -> ReusableMethod | None:
    """Read the reusable method of a charge, None for one without a fingerprint."""
    details = charge.payment_method_details if charge else None
    if charge is None or details is None:
        return None
    email = charge.billing_details.email or ""
    of_type = getattr(details, details.type, None)
    return read_reusable(details.type, of_type, charge.payment_method or "", email)


def _card_label(charge: stripe.Charge | None) -> str:
    """Return the brand and last digits of a card ('Visa •••• 4242'), or the label of another type."""
    details, card = charge.payment_method_details if charge else None, _card_details(charge)
    if card is None or not card.last4:
        method_type = BY_NAME.get(details.type) if details else None
        return method_type.label if method_type is not None and method_type is not CARD else ""
    return f"{brand_name(card.brand or 'card')} •••• {card.last4}"


def _read_error(raw: object) -> PaymentError | None:
    if raw is None:
        return None
    return PaymentError(
        code=str(getattr(raw, "code", "") or ""),
        decline_code=str(getattr(raw, "decline_code", "") or ""),
        message=str(getattr(raw, "message", "") or ""),
    )
