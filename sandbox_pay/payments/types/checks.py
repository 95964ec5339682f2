"""What Stripe refuses before a payment of a type begins: wrong country, currency, amount, or missing details."""

from collections.abc import Iterable

from sandbox_pay.objects.records import MethodRecord
from sandbox_pay.payments import account
from sandbox_pay.payments.currencies import format_amount
from sandbox_pay.payments.types.table import BY_NAME, EEA, PaymentType
from sandbox_pay.protocol.errors import ProviderError, invalid, missing_parameter
from sandbox_pay.protocol.json import Json, as_json

TYPES = "allowed_payment_method_types"
CHINESE = "cny"


def check_types(names: Iterable[str], home: str, currency: str, amount: int) -> None:
    """Refuse types that an account in this country can't offer for this sum (in minor units)."""
    for name in names:
        kind = BY_NAME.get(name)
        if kind is None or (kind.accounts is not None and home not in kind.accounts):
            raise invalid(
                f'The payment method type "{name}" is invalid: it is not activated for an account in {home}.',
                TYPES,
                "payment_intent_invalid_parameter",
            )
        _check_currency(kind, home, currency)
        _check_amount(kind, currency, amount)


def _check_currency(kind: PaymentType, home: str, currency: str) -> None:
    own = not kind.own_currency or currency in {account.currency_of(home), CHINESE}
    if not own or (kind.currencies is not None and currency not in kind.currencies):
        raise invalid(
            f"The currency provided ({currency}) is invalid for the payment method type {kind.name}.",
            "currency",
            "payment_intent_invalid_parameter",
        )


def _check_amount(kind: PaymentType, currency: str, amount: int) -> None:
    limits = kind.limits.get(currency)
    if limits is None:
        return
    if amount < limits.least:
        text = f"Amount must be at least {format_amount(limits.least, currency)} for {kind.name}."
        raise ProviderError(400, text, code="amount_too_small", param="amount")
    if amount > limits.most:
        text = f"Amount must be no more than {format_amount(limits.most, currency)} for {kind.name}."
        raise ProviderError(400, text, code="amount_too_large", param="amount")


def check_use(kind: PaymentType, *, manual: bool, saved: bool) -> None:
    """Refuse to set money aside, or to save the method, where the type can't do that."""
    if manual and not kind.manual_capture:
        raise invalid(f"The payment method type {kind.name} does not support manual capture.", "capture_method")
    if saved and not kind.reusable:
        raise invalid(
            f"The payment method type {kind.name} cannot be used with `setup_future_usage`.", "setup_future_usage"
        )


def check_allowed(method: MethodRecord, allowed: list[str]) -> None:
    """Refuse a method of a type that the intent does not take."""
    if method.type in allowed:
        return
    raise invalid(
        f"The PaymentMethod provided ({method.type}) is not allowed for this PaymentIntent. Please attach a "
        f"PaymentMethod of one of the following types: {', '.join(allowed)}.",
        "payment_method",
        "payment_intent_incompatible_payment_method",
    )


def check_buyer(kind: PaymentType, details: Json, home: str, currency: str) -> None:
    """Refuse missing billing details, and buyers in countries where the type is not known."""
    for name in kind.needs:
        outer, _, inner = name.rpartition(".")
        holder = as_json(details.get(outer)) if outer else details
        if not holder.get(inner):
            raise missing_parameter(f"billing_details[{outer}][{inner}]" if outer else f"billing_details[{inner}]")
    country = as_json(details.get("address")).get("country")
    if country and not _sells_to(kind, str(country).upper(), home, currency):
        raise invalid(
            f"The payment method type {kind.name} is not offered to buyers in {country}.",
            "billing_details[address][country]",
            "country_unsupported",
        )


def _sells_to(kind: PaymentType, buyer: str, home: str, currency: str) -> bool:
    if kind.domestic:
        return buyer == home
    if kind.buyers is not None and buyer not in kind.buyers:
        return False
    if kind.name == "klarna":
        # Klarna lends in the buyer's own currency; an account outside the EEA sells at home only.
        return account.currency_of(buyer) == currency and (home in EEA or buyer == home)
    return True
