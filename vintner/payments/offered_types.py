"""The types of payment methods that this store offers, by its settings, and for which bills."""

from django.conf import settings

from vintner.money import Money, currency
from vintner.payments import types
from vintner.payments.messages import MESSAGES
from vintner.payments.types import BY_NAME, CARD, MethodType
from vintner.payments.wallets.rules import METHOD_TYPES, Wallet
from vintner.refusal import Refusal

PREFIX = "stripe"
"""The value of the field payment_method for cards; for other types, an underscore and the type follow."""
METHOD_FIELD = "payment_method"
"""The field of forms that names the chosen type, by WooCommerce's codes (`code_of`)."""
NO_METHOD = "Invalid payment method."
NOT_IN_COUNTRY = "{label} is not available for bills to this country. Please choose another way to pay."


def list_offered() -> tuple[MethodType, ...]:
    """Return the types that can be chosen in this store, cards first."""
    return types.list_offered(settings.PAYMENT_TYPES, currency(), settings.ACCOUNT_COUNTRY)


def list_offered_codes() -> tuple[str, ...]:
    """Return the values that the field payment_method may have."""
    return tuple(code_of(each) for each in list_offered())


def list_addable() -> tuple[MethodType, ...]:
    """Return the types that can be saved without paying, cards first.

    A type that is saved as another type needs that one to be offered too, or the saved method could not be used.
    """
    names = {each.name for each in list_offered()}
    return tuple(each for each in list_offered() if each.name in types.ADDABLE and (each.leaves or each.name) in names)


def find(name: str) -> MethodType | None:
    """Return the offered type of this name."""
    return next((each for each in list_offered() if each.name == name), None)


def code_of(method_type: MethodType) -> str:
    """Return the value of the field payment_method for a type."""
    return PREFIX if method_type is CARD else f"{PREFIX}_{method_type.name}"


def find_by_code(code: str) -> MethodType | None:
    """Return the offered type for a value of the field payment_method."""
    return next((each for each in list_offered() if code_of(each) == code), None)


def countries_of(method_type: MethodType) -> tuple[str, ...]:
    """Return the allowed billing countries; an empty result allows all."""
    return tuple(sorted(types.billing_countries(method_type, currency(), settings.ACCOUNT_COUNTRY)))


def find_problem(method_type: MethodType, country: str, total: Money | None = None) -> str:
    """Return why a bill to this country (with this total, if known) cannot be paid by a type, '' when it can."""
    code = types.find_problem(
        method_type, country, total, currency=currency(), account_country=settings.ACCOUNT_COUNTRY
    )
    if code == "country_unsupported":
        return NOT_IN_COUNTRY.format(label=method_type.label)
    return MESSAGES[code] if code else ""


def offered_code_or_blank(code: str) -> str:
    """Return the code if this store offers the type, '' otherwise."""
    return code if find_by_code(code) is not None else ""


def require_type(code: str, country: str, total: Money | None = None) -> MethodType:
    """Return the type with this code, for a bill to this country and with this total. Raises Refusal."""
    if not code:
        raise missing_method()
    method_type = find_by_code(code)
    if method_type is None:
        raise Refusal("payment_method", NO_METHOD, METHOD_FIELD)
    refuse_unavailable(method_type, country, total)
    return method_type


def wallet_code(wallet: Wallet) -> str:
    """Return the value of the field payment_method for the type by which a wallet pays."""
    return code_of(BY_NAME[METHOD_TYPES[wallet]])


def is_wallet_available(wallet: Wallet) -> bool:
    """Return whether the store's currency and account can be paid by the type of a wallet."""
    return types.is_available(BY_NAME[METHOD_TYPES[wallet]], currency(), settings.ACCOUNT_COUNTRY)


def require_wallet_type(wallet: Wallet, country: str, total: Money | None = None) -> MethodType:
    """Return the type by which a wallet pays, for a bill to this country and with this total. Raises Refusal.

    The list of the checkout does not matter, because the merchant offers wallets by settings of their own.
    """
    method_type = BY_NAME[METHOD_TYPES[wallet]]
    if not is_wallet_available(wallet):
        raise Refusal("payment_method", NO_METHOD, METHOD_FIELD)
    refuse_unavailable(method_type, country, total)
    return method_type


def missing_method() -> Refusal:
    """Return the refusal of a payment without a method. Nothing is charged to a method that nobody chose."""
    return Refusal("no_payment_method", NO_METHOD, METHOD_FIELD)


def refuse_unavailable(method_type: MethodType, country: str, total: Money | None = None) -> None:
    """Refuse a type that is not available for bills to this country or with this total."""
    if problem := find_problem(method_type, country, total):
        raise Refusal("payment_method", problem, METHOD_FIELD)
