"""Builds the section of payment methods, with the texts of the place-order button."""

from vintner.cart.carts import QuotedCart
from vintner.cart.prices.quoted_cart import payment_method_of
from vintner.checkout.pages import PaymentMethod, PaymentOptions, SavedCard
from vintner.money import Money, currency
from vintner.payments.offered_types import code_of, countries_of, list_offered
from vintner.payments.types import SAVABLE_AT_CHECKOUT, Flow, MethodType


def cart_payment_options(
    quoted: QuotedCart, *, problem: str = "", cards: tuple[SavedCard, ...] = (), may_save: bool = False
) -> PaymentOptions:
    """Return the payment methods for a cart."""
    ways = payment_options(quoted.quote.total, button="Place order", problem=problem, cards=cards, may_save=may_save)
    return ways.model_copy(update={"chosen": payment_method_of(quoted.cart)})


def payment_options(
    total: Money, *, button: str, problem: str = "", cards: tuple[SavedCard, ...] = (), may_save: bool = False
) -> PaymentOptions:
    """Return the payment methods for a total; none if there is nothing to pay."""
    return PaymentOptions(
        methods=tuple(_payment_method(each, total) for each in list_offered()) if total else (),
        amount=total.minor,
        currency=currency(),
        button=button,
        problem=problem,
        saved=cards,
        may_save=may_save,
    )


def _payment_method(method_type: MethodType, total: Money) -> PaymentMethod:
    return PaymentMethod(
        value=code_of(method_type),
        label=method_type.label,
        button=f"Pay {total}",
        countries=countries_of(method_type),
        type=method_type.name,
        title=method_type.long_label,
        kind="code" if method_type.flow is Flow.CODE else "element",
        supports_deferred=method_type.supports_deferred,
        may_save=method_type.name in SAVABLE_AT_CHECKOUT,
    )
