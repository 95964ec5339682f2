"""Builds the pages of a customer's cards."""

from datetime import datetime

from django.conf import settings
from django.urls import reverse

from vintner.customers.models import User
from vintner.customers.pages import (
    AddCardSettings,
    AddPaymentMethodPage,
    KeptCard,
    PaymentMethodsPage,
    account_menu,
)
from vintner.money import currency
from vintner.payments.messages import CARD_LOG_IN, CARD_NO_ANSWER, CARD_NOT_CONFIRMED, CARD_NOT_KEPT, MESSAGES
from vintner.payments.models import SavedMethod
from vintner.web.page import CSRF_TOKEN, Head, Shared


def payment_methods_page(user: User, shared: Shared, now: datetime) -> PaymentMethodsPage:
    """Return the page with the user's own cards."""
    cards = SavedMethod.objects.filter(customer__user=user).order_by("-is_default", "-pk")
    return PaymentMethodsPage(
        head=Head(title=f"Payment methods – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("payment_methods"),
        cards=tuple(_kept(card, now) for card in cards),
        add_url=reverse("add_payment_method"),
    )


def _kept(card: SavedMethod, now: datetime) -> KeptCard:
    return KeptCard(
        label=card.label,
        expiry=card.expiry,
        expired=card.has_expired(now),
        is_default=card.is_default,
        default_url=reverse("make_default_card", args=[card.pk]),
        delete_url=reverse("delete_card", args=[card.pk]),
    )


def add_payment_method_page(user: User, shared: Shared) -> AddPaymentMethodPage:
    """Return the page on which the user enters a card."""
    return AddPaymentMethodPage(
        head=Head(title=f"Add a card – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("payment_methods"),
        action=reverse("add_payment_method"),
        back_url=reverse("payment_methods"),
        provider=_settings(user),
    )


def _settings(user: User) -> AddCardSettings:
    return AddCardSettings(
        key=settings.STRIPE_PUBLISHABLE_KEY,
        script=f"{settings.SANDBOX_URL}/sandbox/stripe.js" if settings.SANDBOX else "",
        api_version=settings.STRIPE_API_VERSION,
        locale="en",
        wp_ajax_url=reverse("admin_ajax"),
        create_and_confirm_nonce=CSRF_TOKEN,
        messages={
            **MESSAGES,
            "invalid_request_error": CARD_NOT_KEPT,
            "setup_intent_authentication_failure": CARD_NOT_CONFIRMED,
        },
        generic_error=CARD_NO_ANSWER,
        not_confirmed=CARD_NOT_CONFIRMED,
        log_in=CARD_LOG_IN,
        email=user.email,
        name=user.full_name,
        currency=currency(),
    )
