"""The payment methods that the store offers, and for which bills."""

from dataclasses import dataclass

from vintner.money import Money
from vintner.payments import offered_types
from vintner.payments.types import CARD as CARD_TYPE
from vintner.payments.types import SAVABLE_AT_CHECKOUT, Flow, MethodType
from vintner.refusal import Refusal

CARD = offered_types.code_of(CARD_TYPE)
"""WooCommerce's code of cards."""
NO_METHOD = "Invalid payment method."
FIELD = "payment_method"


@dataclass(frozen=True, slots=True)
class OfferedMethod:
    """A payment method; `code` is WooCommerce's name. Without `countries`, it is offered for bills to all countries."""

    code: str
    method_type: MethodType
    countries: tuple[str, ...] = ()

    @property
    def may_save(self) -> bool:
        return self.method_type.name in SAVABLE_AT_CHECKOUT

    @property
    def asks_code(self) -> bool:
        return self.method_type.flow is Flow.CODE


def offered_methods() -> tuple[OfferedMethod, ...]:
    """Return the payment methods of this store, cards first."""
    return tuple(
        OfferedMethod(offered_types.code_of(each), each, offered_types.countries_of(each))
        for each in offered_types.list_offered()
    )


def offered_codes() -> tuple[str, ...]:
    """Return the values that the field payment_method may have."""
    return tuple(each.code for each in offered_methods())


def offered_code_or_blank(code: str) -> str:
    """Return the code if this store offers the method, '' otherwise."""
    return code if code in offered_codes() else ""


def require_method(code: str, country: str, total: Money | None = None) -> MethodType:
    """Return the type of the method with this code, for a bill to this country and with this total. Raises Refusal."""
    if not code:
        raise missing_method()
    method_type = offered_types.find_by_code(code)
    if method_type is None:
        raise Refusal("payment_method", NO_METHOD, FIELD)
    refuse_unavailable(method_type, country, total)
    return method_type


def missing_method() -> Refusal:
    """Return the refusal of a payment without a method. Nothing is charged to a method that nobody chose."""
    return Refusal("no_payment_method", NO_METHOD, FIELD)


def refuse_unavailable(method_type: MethodType, country: str, total: Money | None = None) -> None:
    """Refuse a method that is not available for bills to this country or with this total."""
    if problem := offered_types.find_problem(method_type, country, total):
        raise Refusal("payment_method", problem, FIELD)
