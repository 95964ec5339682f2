"""Builds the settings of pages with the provider's fields (pages.py: ProviderSettings)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.urls import reverse

from vintner.money import ZERO, Money, currency
from vintner.payments import offered_types
from vintner.payments.appearance import NO_APPEARANCES, THEME, SavedAppearances
from vintner.payments.messages import GENERIC, PAGE_MESSAGES
from vintner.payments.pages import CustomerData, MethodSettings, ProviderSettings
from vintner.payments.types import CARD
from vintner.web.page import CSRF_TOKEN


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentPageContext:
    """The page on which a payment method is entered, and its user. With `order_id`, that order is paid.

    With `is_changing_payment`, `order_id` is the subscription whose method is changed: nothing is paid.
    """

    is_logged_in: bool
    billing_fields: tuple[str, ...]
    billing_country: str = ""
    total: Money = ZERO
    order_id: int = 0
    return_url: str = ""
    """Where the provider sends the shopper back to; the orders' receipts if it is empty."""
    is_checkout: bool = False
    is_changing_payment: bool = False
    appearances: SavedAppearances = NO_APPEARANCES
    has_subscription: bool = False
    """Whether what is paid opens a subscription or is a box of one."""
    is_renewed_by_hand: bool = False
    """Whether the chosen method cannot be saved for later boxes."""
    messages: Mapping[str, str] = field(default_factory=lambda: PAGE_MESSAGES)
    generic_error: str = GENERIC


def build_provider_settings(context: PaymentPageContext) -> ProviderSettings:
    """Return the settings for a page."""
    receipts = f"{settings.STORE_URL}{reverse('order_received_unnamed')}"
    return ProviderSettings(
        is_checkout=context.is_checkout,
        is_order_pay=bool(context.order_id),
        is_changing_payment=context.is_changing_payment,
        is_logged_in=context.is_logged_in,
        cart_contains_subscription=context.has_subscription,
        subscription_requires_manual_renewal=context.is_renewed_by_hand,
        is_payment_needed=bool(context.total),
        is_combined=settings.COMBINED_LAYOUT,
        order_id=context.order_id,
        cart_total=context.total.minor,
        currency=currency(),
        key=settings.STRIPE_PUBLISHABLE_KEY,
        script=f"{settings.SANDBOX_URL}/sandbox/stripe.js" if settings.SANDBOX else "",
        locale="en",
        api_version=settings.STRIPE_API_VERSION,
        gateway_id=offered_types.code_of(CARD),
        billing_fields=context.billing_fields,
        customer=CustomerData(billing_country=context.billing_country),
        appearance=context.appearances.classic,
        blocks_appearance=context.appearances.blocks,
        theme_name=THEME,
        order_received_url=receipts,
        return_url=context.return_url or receipts,
        generic_error=context.generic_error,
        invalid_wallet_type=context.messages["invalid_wallet_type"],
        layout=settings.COMBINED_LAYOUT_TYPE,
        configuration_id=settings.PAYMENT_CONFIGURATION_ID,
        ajax_url="/?wc-ajax=%%endpoint%%",
        wp_ajax_url=reverse("admin_ajax"),
        create_setup_intent_nonce=CSRF_TOKEN,
        create_payment_intent_nonce=CSRF_TOKEN,
        create_and_confirm_setup_intent_nonce=CSRF_TOKEN,
        update_payment_intent_nonce=CSRF_TOKEN,
        update_failed_order_nonce=CSRF_TOKEN,
        save_appearance_nonce=CSRF_TOKEN,
        messages=dict(context.messages),
        methods=_method_settings(),
    )


def _method_settings() -> dict[str, MethodSettings]:
    reusable = offered_types.list_addable()
    return {
        each.name: MethodSettings(
            is_reusable=each in reusable,
            countries=offered_types.countries_of(each),
            supports_deferred=each.supports_deferred,
            title=each.long_label,
        )
        for each in offered_types.list_offered()
    }
