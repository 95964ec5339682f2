"""Builds the pages of a customer's saved payment methods."""

from collections.abc import Mapping
from datetime import datetime
from typing import cast

from django.conf import settings
from django.urls import reverse

from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.payments import offered_types
from vintner.payments.messages import CARD_NO_ANSWER, SETUP_PAGE_MESSAGES
from vintner.payments.models import CardSetup, SavedMethod
from vintner.payments.page_settings import PaymentPageContext, build_provider_settings
from vintner.payments.pages import (
    AddableMethod,
    AddPaymentMethodPage,
    Payer,
    PaymentMethodsPage,
    SavedPaymentMethod,
    UnprovedAccount,
)
from vintner.payments.saved_methods.rules import SetupStatus
from vintner.payments.saved_methods.signals import find_uses
from vintner.payments.types import CARD, Flow, MethodType
from vintner.web.page import CSRF_TOKEN, Head, Shared

CONSENT = (
    "By saving it you authorize {store} and its payment service to debit this account for the orders that you place,"
    " and your bank to carry that out. You end this by deleting the account from your payment methods."
)


def payment_methods_page(user: User, shared: Shared, now: datetime) -> PaymentMethodsPage:
    """Return the page with the user's own payment methods."""
    saved = list(SavedMethod.objects.filter(customer__user=user).order_by("-is_default", "-pk"))
    unproved = CardSetup.objects.filter(user=user, status=SetupStatus.ACTION_REQUIRED).exclude(provider_page="")
    uses = _find_uses(user)
    cards = [_saved_card(method, now, uses.get(method.pk, ""), _heir_of(method, saved, now)) for method in saved]
    types = {each.type for each in saved} | {each.name for each in offered_types.list_addable()}
    return PaymentMethodsPage(
        head=Head(title=f"Payment methods – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("payment_methods", user),
        cards=tuple(cards),
        unproved=tuple(UnprovedAccount(label=each.method_type.label, url=each.provider_page) for each in unproved),
        only_cards=types <= {CARD.name},
        add_url=reverse("add_payment_method"),
    )


def _find_uses(user: User) -> dict[int, str]:
    """Return method id → what it is used for, as packages above say."""
    found: dict[int, str] = {}
    for _, uses in find_uses.send(User, user=user):
        found.update(cast("Mapping[int, str]", uses))
    return found


def _heir_of(method: SavedMethod, saved: list[SavedMethod], now: datetime) -> str:
    """Return which method takes over when one is deleted, as `actions.find_heir` does."""
    return next((each.label for each in saved if each.pk != method.pk and not each.has_expired(now)), "")


def _saved_card(card: SavedMethod, now: datetime, uses: str, heir: str) -> SavedPaymentMethod:
    return SavedPaymentMethod(
        type=card.type,
        label=card.label,
        mandate=card.mandate,
        expiry=card.expiry,
        expired=card.has_expired(now),
        is_default=card.is_default,
        used_for=uses,
        heir=heir,
        default_url=reverse("make_default_card", args=[card.pk]),
        delete_url=reverse("delete_card", args=[card.pk]),
    )


def add_payment_method_page(user: User, shared: Shared) -> AddPaymentMethodPage:
    """Return the page on which the user enters a payment method."""
    methods = offered_types.list_addable() or (CARD,)
    title = "Add a card" if methods == (CARD,) else "Add a payment method"
    return AddPaymentMethodPage(
        head=Head(title=f"{title} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("payment_methods", user),
        action=reverse("add_payment_method"),
        back_url=reverse("payment_methods"),
        payer=Payer(name=user.full_name, email=user.email),
        methods=tuple(AddableMethod(type=each.name, label=each.label, consent=_consent_text(each)) for each in methods),
        provider=build_provider_settings(_page_context(user)),
    )


def _consent_text(method_type: MethodType) -> str:
    """Return the mandate's text for types that are debited, '' for the others."""
    if method_type.flow is not Flow.DEBIT and not method_type.leaves:
        return ""
    return CONSENT.format(store=settings.STORE_NAME)


def _page_context(user: User) -> PaymentPageContext:
    """Return a context without a payment. The provider's fields leave out what the account has."""
    known = ("billing_email", *(("billing_first_name", "billing_last_name") if user.full_name else ()))
    return PaymentPageContext(
        is_logged_in=True,
        billing_fields=known,
        messages=SETUP_PAGE_MESSAGES,
        generic_error=CARD_NO_ANSWER,
        return_url=f"{settings.STORE_URL}{reverse('payment_methods')}",
    )
