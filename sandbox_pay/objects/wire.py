"""Records as Stripe's JSON. Pure: what an answer shows depends on the record alone."""

from pydantic import JsonValue

from sandbox_pay.objects import next_actions, three_d_secure, type_options
from sandbox_pay.objects.destinations import destination
from sandbox_pay.objects.records import (
    BalanceTransaction,
    CardRecord,
    ChargeRecord,
    Customer,
    Endpoint,
    IntentRecord,
    IntentRecordStatus,
    MethodRecord,
    RefundRecord,
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
        **_card(card),
        "checks": _checks(card, record.billing_details, passed=record.customer is not None),
        "display_brand": card.brand,
        "generated_from": None,
        "networks": {"available": [card.brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": card.brand not in {"amex", "diners"}},
        "wallet": None,
    }


def _card(card: CardRecord) -> Json:
    return {
        "brand": card.brand,
        "country": card.country,
        "exp_month": card.exp_month,
        "exp_year": card.exp_year,
        "fingerprint": card.fingerprint,
        "funding": card.funding,
        "last4": card.last4,
    }


def _checks(card: CardRecord, details: Json, *, passed: bool) -> Json:
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


def charge(record: ChargeRecord) -> Json:
    return {
        "id": record.id,
        "object": "charge",
        "amount": record.amount,
        "amount_captured": record.amount if record.pending else record.taken,
        "amount_refunded": record.amount_refunded,
        "application": None,
        "application_fee": None,
        "application_fee_amount": None,
        "balance_transaction": record.balance_transaction,
        "billing_details": billing_details(record.billing_details),
        "calculated_statement_descriptor": "SANDBOX",
        "captured": record.taken > 0 or record.pending,
        "created": record.created,
        "currency": record.currency,
        "customer": record.customer,
        "description": record.description,
        "disputed": record.disputed,
        "failure_balance_transaction": None,
        "failure_code": record.failure_code,
        "failure_message": record.failure_message,
        "fraud_details": {},
        "livemode": False,
        "metadata": {**record.metadata},
        "on_behalf_of": None,
        "outcome": _outcome(record),
        "paid": record.succeeded,
        "payment_intent": record.payment_intent,
        "payment_method": record.payment_method,
        "payment_method_details": {
            "type": record.type,
            record.type: _charge_card(record, record.card) if record.card else {**record.details},
        },
        "radar_options": {},
        "receipt_email": record.receipt_email,
        "receipt_number": None,
        "receipt_url": None,
        "refunded": 0 < (record.taken or record.amount) == record.amount_refunded,
        "review": record.review,
        "shipping": shipping(record.shipping),
        "source_transfer": None,
        "statement_descriptor": record.statement_descriptor,
        "statement_descriptor_suffix": record.statement_descriptor_suffix,
        "status": "pending" if record.pending else "succeeded" if record.succeeded else "failed",
        "transfer_data": None,
        "transfer_group": None,
    }


def _outcome(record: ChargeRecord) -> Json:
    return {
        "advice_code": record.advice_code,
        "network_advice_code": None,
        "network_decline_code": None,
        "risk_level": record.risk_level,
        **_render_outcome(record),
    }


def _render_outcome(record: ChargeRecord) -> Json:
    """Return the outcome of a charge. Only cards have a network."""
    status, kind, reason = "approved_by_network", "authorized", None
    message = "Payment complete."
    if record.reviewed:
        kind, reason = "manual_review", "elevated_risk_level"
        message = "This payment has an elevated risk and was put into your queue of reviews."
    elif record.blocked:
        status, kind, reason = "not_sent_to_network", "blocked", "highest_risk_level"
        message = "This payment was blocked as too risky."
    elif not (record.succeeded or record.pending):
        status, kind, reason = "declined_by_network", "issuer_declined", record.decline_code or record.failure_code
        message = f"The bank returned the decline code `{reason}`."
    if record.card is None and kind == "issuer_declined":
        return {"network_status": None, "type": kind, "reason": reason, "seller_message": record.failure_message}
    return {"network_status": status, "type": kind, "reason": reason, "seller_message": message}


def _charge_card(record: ChargeRecord, card: CardRecord) -> Json:
    checks = _checks(card, record.billing_details, passed=record.succeeded)
    if record.failure_code == "incorrect_cvc":
        checks["cvc_check"] = "fail"
    return {
        **_card(card),
        "amount_authorized": record.amount if record.succeeded else None,
        "checks": checks,
        "installments": None,
        "mandate": None,
        "network": card.brand,
        "network_token": {"used": False},
        "regulated_status": "unregulated",
        "three_d_secure": _authentication(record),
        "wallet": None,
    }


def _authentication(record: ChargeRecord) -> Json | None:
    if not (record.authenticated or record.frictionless):
        return None
    return {**three_d_secure.render_result(with_question=record.authenticated), "exemption_indicator": None}


def balance_transaction(record: BalanceTransaction) -> Json:
    details: list[JsonValue] = []
    if record.fee:
        fee: Json = {
            "amount": record.fee,
            "application": None,
            "currency": record.currency,
            "description": "Stripe processing fees",
            "type": "stripe_fee",
        }
        details = [fee]
    return {
        "id": record.id,
        "object": "balance_transaction",
        "amount": record.amount,
        "available_on": record.created,
        "balance_type": "payments",
        "created": record.created,
        "currency": record.currency,
        "description": None,
        "exchange_rate": None,
        "fee": record.fee,
        "fee_details": details,
        "net": record.amount - record.fee,
        "reporting_category": record.kind,
        "source": record.source,
        "status": "available",
        "type": record.kind,
    }


def refund(record: RefundRecord) -> Json:
    rendered: Json = {
        "id": record.id,
        "object": "refund",
        "amount": record.amount,
        "balance_transaction": record.balance_transaction,
        "charge": record.charge,
        "created": record.created,
        "currency": record.currency,
        "destination_details": destination(record.method_type),
        "metadata": {**record.metadata},
        "payment_intent": record.payment_intent,
        "reason": record.reason,
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": record.status,
        "transfer_reversal": None,
    }
    if record.failure_reason is None:
        return rendered
    failed = record.failure_balance_transaction
    return {**rendered, "failure_balance_transaction": failed, "failure_reason": record.failure_reason}


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
