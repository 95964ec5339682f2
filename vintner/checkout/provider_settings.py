"""The settings of the provider's script on the checkouts and on an order's payment page."""

from collections.abc import Mapping

from vintner.cart.carts import QuotedCart
from vintner.orders.models import Order
from vintner.payments.appearance import SavedAppearances
from vintner.payments.page_settings import PaymentPageContext, build_provider_settings
from vintner.payments.pages import ProviderSettings
from vintner.shipping.address_form import BILLING, GROUPS
from vintner.shipping.regions import Address

_FIELDS = tuple(f"{BILLING}_{field.name}" for field in GROUPS[BILLING])


def checkout_settings(
    quoted: QuotedCart, values: Mapping[str, str], looks: SavedAppearances, *, is_logged_in: bool
) -> ProviderSettings:
    """Return the settings for a checkout whose form starts with these values."""
    return build_provider_settings(
        PaymentPageContext(
            is_checkout=True,
            is_logged_in=is_logged_in,
            billing_fields=_FIELDS,
            billing_country=values.get(f"{BILLING}_country", ""),
            total=quoted.quote.total,
            looks=looks,
        )
    )


def order_settings(order: Order, looks: SavedAppearances, *, is_logged_in: bool) -> ProviderSettings:
    """Return the settings for the payment page of an order that was placed earlier."""
    return build_provider_settings(
        PaymentPageContext(
            is_logged_in=is_logged_in,
            billing_fields=_FIELDS,
            billing_country=Address.read(order.billing).country,
            total=order.total,
            order_id=order.pk,
            looks=looks,
        )
    )
