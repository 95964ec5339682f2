"""The ways to pay, and where each is offered (spec 4, method availability)."""

from dataclasses import dataclass

from vintner.money import Money
from vintner.payments import offered_types
from vintner.payments.types import CARD as CARD_TYPE
from vintner.payments.types import SAVABLE_AT_CHECKOUT, Flow, MethodType
from vintner.refusal import Refusal

CARD = offered_types.code_of(CARD_TYPE)
"""Cards, as the outside calls them."""
NO_METHOD = "Invalid payment method."
FIELD = "payment_method"


@dataclass(frozen=True, slots=True)
class OfferedMethod:
    """A way to pay, as the outside calls it (`code`). Without `countries`, it is offered wherever the bill goes."""

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
    """Return what this store offers, cards first."""
    return tuple(
        OfferedMethod(offered_types.code_of(each), each, offered_types.countries_of(each))
        for each in offered_types.list_offered()
    )


def offered_codes() -> tuple[str, ...]:
    """Return what may stand in the field payment_method."""
    return tuple(each.code for each in offered_methods())


def offered_code_or_blank(code: str) -> str:
    """Return the name of a way to pay that this store offers; '' for any other word."""
    return code if code in offered_codes() else ""


def require_method(code: str, country: str, total: Money | None = None) -> MethodType:
    """Return the way to pay of this name, for a bill to this country (and over this total). Raises Refusal."""
    if not code:
        raise missing_method()
    method_type = offered_types.find_by_code(code)
    if method_type is None:
        raise Refusal("payment_method", NO_METHOD, FIELD)
    refuse_unavailable(method_type, country, total)
    return method_type


def missing_method() -> Refusal:
    """Return the refusal of a payment that names no way to pay. Nothing is charged to a method that nobody chose."""
    return Refusal("no_payment_method", NO_METHOD, FIELD)


def refuse_unavailable(method_type: MethodType, country: str, total: Money | None = None) -> None:
    """Refuse a way to pay that is not for bills to this country, or over this total."""
    if problem := offered_types.find_problem(method_type, country, total):
        raise Refusal("payment_method", problem, FIELD)
