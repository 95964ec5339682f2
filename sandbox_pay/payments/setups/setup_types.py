"""Which types of payment methods can be set up for later, and what Stripe refuses before it tries."""

from collections.abc import Iterable

from sandbox_pay.objects.records import MethodRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import account
from sandbox_pay.payments.actions import NEEDS_RETURN_URL
from sandbox_pay.payments.types import checks
from sandbox_pay.payments.types.table import BY_NAME, Family
from sandbox_pay.protocol.errors import invalid
from sandbox_pay.protocol.json import as_json


def check_types(names: Iterable[str], home: str) -> None:
    """Refuse types that an account in this country can't keep for later."""
    for name in names:
        kind = BY_NAME.get(name)
        if kind is None or not kind.reusable or (kind.accounts is not None and home not in kind.accounts):
            raise invalid(
                f'The payment method type "{name}" is invalid: it can\'t be set up by an account in {home}.',
                checks.TYPES,
                "setup_intent_invalid_parameter",
            )


def check_method(intent: SetupIntentRecord, method: MethodRecord, home: str, *, agreed: bool) -> None:
    """Refuse a method that this SetupIntent does not take; `agreed` tells of the shopper's word for debits."""
    kind, allowed = BY_NAME[method.type], intent.allowed_types or ["card"]
    if method.type not in allowed:
        raise invalid(
            f"The PaymentMethod provided ({method.type}) is not allowed for this SetupIntent. Please attach a "
            f"PaymentMethod of one of the following types: {', '.join(allowed)}.",
            "payment_method",
        )
    checks.check_buyer(kind, method.billing_details, home, account.currency_of(home))
    if kind.family is Family.DEBIT and not agreed:
        raise invalid(
            f"Setting a {kind.name} up needs the shopper's agreement: send `mandate_data` with the confirmation.",
            "mandate_data",
            "setup_intent_mandate_invalid",
        )
    if kind.action in NEEDS_RETURN_URL and not intent.return_url:
        raise invalid(
            f"To set a {kind.name} up you must provide a `return_url`: the shopper leaves your page and has to find "
            "back.",
            "return_url",
        )


def needs_the_shopper(intent: SetupIntentRecord, method: MethodRecord) -> bool:
    """Return whether the type sends the shopper elsewhere first; a proved bank account needs no further proof."""
    kind = BY_NAME[method.type]
    if kind.family is not Family.DEBIT:
        return kind.action is not None
    wanted = as_json(intent.payment_method_options.get(kind.name)).get("verification_method")
    return kind.action is not None and not method.verified and wanted != "instant"
