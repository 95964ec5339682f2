"""Records as Stripe's JSON. Pure: what an answer shows depends on the record alone."""

from sandbox_pay.objects import next_actions, type_options
from sandbox_pay.objects.records import (
    CardRecord,
    Customer,
    Endpoint,
    IntentRecord,
    IntentRecordStatus,
    MethodRecord,
)
from sandbox_pay.protocol.json import Json

ADDRESS_FIELDS = ("city", "country", "line1", "line2", "postal_code", "state")
BROWSER_FIELDS = (
    "id", "object", "amount", "automatic_payment_methods", "canceled_at", "cancellation_reason", "capture_method",
    "client_secret", "confirmation_method", "created", "currency", "description", "last_payment_error", "livemode",
    "next_action", "payment_method", "payment_method_types", "allowed_payment_method_types", "processing",
    "receipt_email", "setup_future_usage", "shipping", "status",
)  # fmt: skip
"""What a publishable key may see of an intent: neither customer nor metadata."""


def address(values: Json | None) -> Json:
    return {name: (values or {}).get(name) or None for name in ADDRESS_FIELDS}


def billing_details(values: Json) -> Json:
    inner = values.get("address")
    return {
        "address": address(inner if isinstance(inner, dict) else None),
        "email": values.get("email") or None,
        "name": values.get("name") or None,
        "phone": values.get("phone") or None,
        "tax_id": values.get("tax_id") or None,
    }


def shipping(values: Json | None) -> Json | None:
    if not values:
        return None
    inner = values.get("address")
    rendered: Json = {"address": address(inner if isinstance(inner, dict) else None), "name": values.get("name") or ""}
    return rendered | {name: values.get(name) or None for name in ("carrier", "phone", "tracking_number")}


def customer(record: Customer) -> Json:
    if record.deleted:
        return {"id": record.id, "object": "customer", "deleted": True}
    return {
        "id": record.id,
        "object": "customer",
        "address": address(record.address) if record.address else None,
        "balance": 0,
        "created": record.created,
        "currency": None,
        "default_source": None,
        "delinquent": False,
        "description": record.description,
        "email": record.email,
        "invoice_prefix": record.id[-8:].upper(),
        "invoice_settings": {
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        "livemode": False,
        "metadata": {**record.metadata},
        "name": record.name,
        "phone": record.phone,
        "preferred_locales": [*record.preferred_locales],
        "shipping": shipping(record.shipping),
        "tax_exempt": "none",
        "test_clock": None,
    }


def payment_method(record: MethodRecord) -> Json:
    return {
        "id": record.id,
        "object": "payment_method",
        "allow_redisplay": record.allow_redisplay,
        "billing_details": billing_details(record.billing_details),
        record.type: _method_card(record, record.card) if record.card else {**record.details},
        "created": record.created,
        "customer": record.customer,
        "livemode": False,
        "metadata": {**record.metadata},
        "type": record.type,
    }


def _method_card(record: MethodRecord, card: CardRecord) -> Json:
    return {
        **card_facts(card),
        "checks": card_checks(card, record.billing_details, passed=record.customer is not None),
        "display_brand": card.brand,
        "generated_from": None,
        "networks": {"available": [card.brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": card.brand not in {"amex", "diners"}},
        "wallet": card_wallet(card),
    }


def card_facts(card: CardRecord) -> Json:
    return {
        "brand": card.brand,
        "country": card.country,
        "exp_month": card.exp_month,
        "exp_year": card.exp_year,
        "fingerprint": card.fingerprint,
        "funding": card.funding,
        "last4": card.last4,
    }


def card_wallet(card: CardRecord) -> Json | None:
    """Return the wallet of a card; a wallet's own number ends like the card's here."""
    if card.wallet is None:
        return None
    return {"type": card.wallet, card.wallet: {}, "dynamic_last4": card.last4}


def card_checks(card: CardRecord, details: Json, *, passed: bool) -> Json:
    inner = details.get("address")
    address_fields = inner if isinstance(inner, dict) else {}
    result = "pass" if passed else "unchecked"
    return {
        "address_line1_check": result if address_fields.get("line1") else None,
        "address_postal_code_check": result if address_fields.get("postal_code") else None,
        "cvc_check": result if card.has_cvc else None,
    }


def payment_intent(record: IntentRecord, public_url: str) -> Json:
    types = record.allowed_types or ["card"]
    asks = record.status is IntentRecordStatus.REQUIRES_ACTION
    return {
        "id": record.id,
        "object": "payment_intent",
        "allowed_payment_method_types": [*types],
        "amount": record.amount,
        "amount_capturable": record.amount if record.status is IntentRecordStatus.REQUIRES_CAPTURE else 0,
        "amount_details": {"tip": {}},
        "amount_received": record.amount_received,
        "application": None,
        "application_fee_amount": None,
        "automatic_payment_methods": _automatic(record),
        "canceled_at": record.canceled_at,
        "cancellation_reason": record.cancellation_reason,
        "capture_method": record.capture_method,
        "client_secret": record.client_secret,
        "confirmation_method": record.confirmation_method,
        "created": record.created,
        "currency": record.currency,
        "customer": record.customer,
        "description": record.description,
        "last_payment_error": record.last_payment_error,
        "latest_charge": record.latest_charge,
        "livemode": False,
        "metadata": {**record.metadata},
        "next_action": next_actions.render_next_action(record.action, record.challenge, public_url) if asks else None,
        "on_behalf_of": None,
        "payment_method": record.payment_method,
        "payment_method_configuration_details": None,
        "payment_method_options": {
            kind: _card_options(record)
            if kind == "card"
            else type_options.render_options(kind, record.payment_method_options)
            for kind in types
        },
        "payment_method_types": [*types],
        "processing": None,
        "receipt_email": record.receipt_email,
        "review": record.review,
        "setup_future_usage": record.setup_future_usage,
        "shipping": shipping(record.shipping),
        "statement_descriptor": record.statement_descriptor,
        "statement_descriptor_suffix": record.statement_descriptor_suffix,
        "status": record.status.value,
        "transfer_data": None,
        "transfer_group": None,
    }


def _automatic(record: IntentRecord) -> Json | None:
    return None if record.allowed_types else {"allow_redirects": record.redirects, "enabled": True}


def render_for_browser(intent: Json) -> Json:
    """Return the reduced intent that a publishable key may read."""
    return {name: intent[name] for name in BROWSER_FIELDS}


def _card_options(record: IntentRecord) -> Json:
    options = record.payment_method_options.get("card")
    wanted = options.get("request_three_d_secure") if isinstance(options, dict) else None
    return {
        "installments": None,
        "mandate_options": None,
        "network": None,
        "request_three_d_secure": wanted or "automatic",
    }


def webhook_endpoint(record: Endpoint) -> Json:
    return {
        "id": record.id,
        "object": "webhook_endpoint",
        "api_version": record.api_version,
        "application": None,
        "created": record.created,
        "description": record.description,
        "enabled_events": [*record.enabled_events],
        "livemode": False,
        "metadata": {**record.metadata},
        "status": "enabled" if record.enabled else "disabled",
        "url": record.url,
    }
