"""SetupIntents, their attempts and confirmation tokens as Stripe's JSON. Pure, like `wire.py`."""

from sandbox_pay.objects import next_actions, three_d_secure, wire
from sandbox_pay.objects.records import IntentRecordStatus, MethodRecord
from sandbox_pay.objects.setup_records import ConfirmationToken, SetupAttempt, SetupIntentRecord
from sandbox_pay.protocol.json import Json, as_json

BROWSER_FIELDS = (
    "id", "object", "allowed_payment_method_types", "automatic_payment_methods", "cancellation_reason",
    "client_secret", "created", "description", "last_setup_error", "livemode", "next_action", "payment_method",
    "payment_method_types", "status", "usage",
)  # fmt: skip
"""What a publishable key may see of a SetupIntent: neither customer nor metadata."""
ATTEMPT_CARD_FIELDS = (
    "brand", "checks", "country", "exp_month", "exp_year", "fingerprint", "funding", "last4", "wallet",
)  # fmt: skip

OPTIONED = frozenset({"acss_debit", "amazon_pay", "bacs_debit", "card", "link", "sepa_debit", "us_bank_account"})
"""The types that have options when they are set up."""


def setup_intent(record: SetupIntentRecord, public_url: str) -> Json:
    types = [*record.allowed_types] if record.allowed_types else ["card"]
    asks = record.status is IntentRecordStatus.REQUIRES_ACTION
    return {
        "id": record.id,
        "object": "setup_intent",
        "allowed_payment_method_types": [*types],
        "application": None,
        "automatic_payment_methods": _automatic(record),
        "cancellation_reason": record.cancellation_reason,
        "client_secret": record.client_secret,
        "created": record.created,
        "customer": record.customer,
        "customer_account": None,
        "description": record.description,
        "excluded_payment_method_types": None,
        "flow_directions": None,
        "last_setup_error": record.last_setup_error,
        "latest_attempt": record.latest_attempt,
        "livemode": False,
        "mandate": record.mandate,
        "metadata": {**record.metadata},
        "next_action": next_actions.render_next_action(record.action, record.challenge, public_url) if asks else None,
        "on_behalf_of": None,
        "payment_method": record.payment_method,
        "payment_method_configuration_details": None,
        "payment_method_options": {
            kind: _card_options(record) if kind == "card" else as_json(record.payment_method_options.get(kind))
            for kind in types
            if kind in OPTIONED
        },
        "payment_method_types": [*types],
        "single_use_mandate": None,
        "status": record.status.value,
        "usage": record.usage,
    }


def render_for_browser(intent: Json) -> Json:
    """Return the reduced SetupIntent that a publishable key may read."""
    return {name: intent[name] for name in BROWSER_FIELDS}


def _automatic(record: SetupIntentRecord) -> Json | None:
    return None if record.allowed_types else {"allow_redirects": record.redirects, "enabled": True}


def _card_options(record: SetupIntentRecord) -> Json:
    options = as_json(record.payment_method_options.get("card"))
    return {
        "mandate_options": None,
        "network": options.get("network"),
        "request_three_d_secure": options.get("request_three_d_secure") or "automatic",
    }


def setup_attempt(record: SetupAttempt) -> Json:
    return {
        "id": record.id,
        "object": "setup_attempt",
        "application": None,
        "created": record.created,
        "customer": record.customer,
        "customer_account": None,
        "flow_directions": None,
        "livemode": False,
        "on_behalf_of": None,
        "payment_method": record.method.id,
        "payment_method_details": _attempt_details(record),
        "setup_error": record.error,
        "setup_intent": record.setup_intent,
        "status": record.status,
        "usage": record.usage,
    }


def _attempt_details(record: SetupAttempt) -> Json:
    rendered = wire.payment_method(record.method)
    kind = str(rendered["type"])
    if kind != "card":
        return {"type": kind, kind: {"generated_sepa_debit": record.generated} if record.generated else {}}
    card = as_json(rendered["card"])
    details: Json = {name: card[name] for name in ATTEMPT_CARD_FIELDS}
    details |= {
        "network": card["brand"],
        "three_d_secure": three_d_secure.render_result() if record.authenticated else None,
    }
    return {"type": "card", "card": details}


def confirmation_token(record: ConfirmationToken, method: MethodRecord) -> Json:
    """Return the token with a preview of its method. A used one expires no more."""
    return {
        "id": record.id,
        "object": "confirmation_token",
        "created": record.created,
        "expires_at": None if record.used else record.expires_at,
        "livemode": False,
        "mandate_data": None,
        "payment_intent": record.payment_intent,
        "payment_method_options": None,
        "payment_method_preview": _preview(method),
        "return_url": record.return_url,
        "setup_future_usage": record.setup_future_usage,
        "setup_intent": record.setup_intent,
        "shipping": _token_shipping(record.shipping),
        "use_stripe_sdk": True,
    }


def _preview(method: MethodRecord) -> Json:
    rendered = wire.payment_method(method)
    kind = str(rendered["type"])
    names = ("allow_redisplay", "billing_details", "customer", "type", kind)
    return {name: rendered[name] for name in names if name in rendered}


def _token_shipping(values: Json | None) -> Json | None:
    rendered = wire.shipping(values)
    return None if rendered is None else {name: rendered[name] for name in ("address", "name", "phone")}
