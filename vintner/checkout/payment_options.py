"""Builds the section of payment methods, with the texts of the place-order button."""

from django.utils import timezone

from vintner.cart.carts import QuotedCart
from vintner.cart.prices.quoted_cart import payment_method_of
from vintner.cart.prices.small_totals import find_small_total
from vintner.checkout.pages import Agreement, PaymentMethod, PaymentOptions, SavedCard
from vintner.money import Money, currency
from vintner.payments.offered_types import code_of, countries_of, list_offered
from vintner.payments.types import CARD, SAVABLE_AT_CHECKOUT, Flow, MethodType
from vintner.subscriptions.words import MANUAL_RENEWAL, consents_of, digest_of


def cart_payment_options(
    quoted: QuotedCart, *, problem: str = "", cards: tuple[SavedCard, ...] = (), may_save: bool = False
) -> PaymentOptions:
    """Return the payment methods for a cart; none for a total that is too small, with the reason."""
    consents, small_total = consents_of(quoted, timezone.now()), find_small_total(quoted.quote)
    ways = payment_options(
        quoted.quote.total,
        button="Place order",
        problem=small_total or problem,
        cards=cards,
        may_save=may_save,
        keeps=bool(consents),
    )
    agreements = tuple(Agreement(wine=each.line.label.name, sentences=each.sentences) for each in consents)
    return ways.model_copy(
        update={
            "methods": () if small_total else ways.methods,
            "chosen": payment_method_of(quoted.cart),
            "agreements": agreements,
            "agreed": digest_of(consents),
        }
    )


def payment_options(
    total: Money,
    *,
    button: str,
    problem: str = "",
    cards: tuple[SavedCard, ...] = (),
    may_save: bool = False,
    keeps: bool = False,
    later: tuple[str, str] = ("", MANUAL_RENEWAL),
    offered: tuple[MethodType, ...] = (),
) -> PaymentOptions:
    """Return the payment methods for a total; none if there is nothing to pay, but those `offered` to be kept.

    `keeps`: the method is saved for later boxes. If nothing is to be paid now, it is a card, which can be saved so.
    `later` is what is said of later boxes then: below methods that can be saved, and below others.
    """
    kept = offered or tuple(each for each in list_offered() if keeps and each is CARD)
    types = list_offered() if total else kept
    return PaymentOptions(
        methods=tuple(_payment_method(each, total, button, later if keeps else ("", "")) for each in types),
        amount=total.minor,
        currency=currency(),
        button=button,
        problem=problem,
        saved=cards,
        may_save=may_save,
        keeps=keeps,
    )


def _payment_method(method_type: MethodType, total: Money, button: str, later: tuple[str, str]) -> PaymentMethod:
    may_save = method_type.name in SAVABLE_AT_CHECKOUT
    return PaymentMethod(
        value=code_of(method_type),
        label=method_type.label,
        button=f"Pay {total}" if total else button,
        countries=countries_of(method_type),
        type=method_type.name,
        title=method_type.long_label,
        kind="code" if method_type.flow is Flow.CODE else "element",
        supports_deferred=method_type.supports_deferred,
        may_save=may_save,
        renewal_note=later[0] if may_save else later[1],
    )
