"""The types of payment methods that this store offers: the table, read by the store's settings."""

from django.conf import settings

from vintner.money import Money, currency
from vintner.payments import types
from vintner.payments.messages import MESSAGES
from vintner.payments.types import CARD, MethodType

PREFIX = "stripe"
"""The field payment_method is this for cards, and this, '_' and the type for all else (payments 1.3)."""
NOT_IN_COUNTRY = "{label} is not available for bills to this country. Please choose another way to pay."


def list_offered() -> tuple[MethodType, ...]:
    """Return what can be chosen in this store, cards first."""
    return types.list_offered(settings.PAYMENT_TYPES, currency(), settings.ACCOUNT_COUNTRY)


def list_addable() -> tuple[MethodType, ...]:
    """Return the types that can be saved without paying, cards first.

    One that leaves another type behind needs that one to be offered too, or nothing could be paid with what is saved.
    """
    names = {each.name for each in list_offered()}
    return tuple(each for each in list_offered() if each.name in types.ADDABLE and (each.leaves or each.name) in names)


def find(name: str) -> MethodType | None:
    """Return the offered type of this name."""
    return next((each for each in list_offered() if each.name == name), None)


def code_of(method_type: MethodType) -> str:
    """Return what the outside calls a way to pay."""
    return PREFIX if method_type is CARD else f"{PREFIX}_{method_type.name}"


def find_by_code(code: str) -> MethodType | None:
    """Return the offered type that the outside calls so."""
    return next((each for each in list_offered() if code_of(each) == code), None)


def countries_of(method_type: MethodType) -> tuple[str, ...]:
    """Return where the bill may go; none named is everywhere."""
    return tuple(sorted(types.billing_countries(method_type, currency(), settings.ACCOUNT_COUNTRY)))


def find_problem(method_type: MethodType, country: str, total: Money | None = None) -> str:
    """Say why a bill to this country (over this total, when it is known) can't be paid so, '' when it can."""
    code = types.find_problem(
        method_type, country, total, currency=currency(), account_country=settings.ACCOUNT_COUNTRY
    )
    if code == "country_unsupported":
        return NOT_IN_COUNTRY.format(label=method_type.label)
    return MESSAGES[code] if code else ""
