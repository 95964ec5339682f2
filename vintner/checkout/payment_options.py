"""Builds the section of payment methods, with the texts of the place-order button."""

from vintner.cart.buyers import payment_method_of
from vintner.cart.carts import QuotedCart
from vintner.checkout.pages import PaymentMethod, PaymentOptions, SavedCard
from vintner.checkout.payment_methods import OfferedMethod, offered_methods
from vintner.money import Money, currency


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
        methods=tuple(_payment_method(each, total) for each in offered_methods()) if total else (),
        amount=total.minor,
        currency=currency(),
        button=button,
        problem=problem,
        saved=cards,
        may_save=may_save,
    )


def _payment_method(method: OfferedMethod, total: Money) -> PaymentMethod:
    method_type = method.method_type
    return PaymentMethod(
        value=method.code,
        label=method_type.label,
        button=f"Pay {total}",
        countries=method.countries,
        type=method_type.name,
        title=method_type.long_label,
        kind="code" if method.asks_code else "element",
        supports_deferred=method_type.supports_deferred,
        may_save=method.may_save,
    )
