"""The settings of the provider's script on the checkouts and on an order's payment page."""

from collections.abc import Mapping

from django.conf import settings
from django.urls import reverse

from vintner.cart.carts import QuotedCart
from vintner.cart.prices.quoted_cart import payment_method_of
from vintner.cart.prices.recurring import has_subscription
from vintner.orders.models import Order
from vintner.payments.appearance import SavedAppearances
from vintner.payments.messages import METHOD_NO_ANSWER, SETUP_PAGE_MESSAGES
from vintner.payments.offered_types import find_by_code
from vintner.payments.page_settings import PaymentPageContext, build_provider_settings
from vintner.payments.pages import ProviderSettings
from vintner.payments.types import SAVABLE_AT_CHECKOUT
from vintner.shipping.address_form import BILLING, GROUPS
from vintner.shipping.regions import Address

_FIELDS = tuple(f"{BILLING}_{field.name}" for field in GROUPS[BILLING])


def checkout_settings(
    quoted: QuotedCart, values: Mapping[str, str], appearances: SavedAppearances, *, is_logged_in: bool
) -> ProviderSettings:
    """Return the settings for a checkout whose form starts with these values."""
    return build_provider_settings(
        PaymentPageContext(
            is_checkout=True,
            is_logged_in=is_logged_in,
            billing_fields=_FIELDS,
            billing_country=values.get(f"{BILLING}_country", ""),
            total=quoted.quote.total,
            appearances=appearances,
            has_subscription=has_subscription(quoted),
            is_renewed_by_hand=has_subscription(quoted) and _is_renewed_by_hand(quoted),
        )
    )


def _is_renewed_by_hand(quoted: QuotedCart) -> bool:
    """Return whether the cart's payment method cannot be saved for later boxes."""
    chosen = find_by_code(payment_method_of(quoted.cart))
    return chosen is not None and chosen.name not in SAVABLE_AT_CHECKOUT


def order_settings(
    order: Order, appearances: SavedAppearances, *, is_logged_in: bool, is_of_subscription: bool = False
) -> ProviderSettings:
    """Return the settings for the payment page of an order that was placed earlier."""
    return build_provider_settings(
        PaymentPageContext(
            is_logged_in=is_logged_in,
            billing_fields=_FIELDS,
            billing_country=Address.read(order.billing).country,
            total=order.total,
            order_id=order.pk,
            appearances=appearances,
            has_subscription=is_of_subscription,
        )
    )


def change_settings(subscription_number: int, billing: Address, appearances: SavedAppearances) -> ProviderSettings:
    """Return the settings for the page on which the method of a subscription is changed. Its total counts as 0."""
    return build_provider_settings(
        PaymentPageContext(
            is_logged_in=True,
            is_changing_payment=True,
            billing_fields=_FIELDS,
            billing_country=billing.country,
            order_id=subscription_number,
            return_url=f"{settings.STORE_URL}{reverse('view_subscription', args=[subscription_number])}",
            messages=SETUP_PAGE_MESSAGES,
            generic_error=METHOD_NO_ANSWER,
            appearances=appearances,
        )
    )
