"""What the pages tell the provider's client (spec 3, payment gateway settings)."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from vintner.checkout.fields import BILLING, GROUPS
from vintner.checkout.methods import CARD
from vintner.checkout.pages import ProviderSettings
from vintner.orders.models import Order
from vintner.payments.appearance import THEME, saved_look
from vintner.payments.messages import GENERIC, PAGE
from vintner.web.page import CSRF_TOKEN


@dataclass(frozen=True, slots=True)
class Looks:
    """How the provider's fields were last said to look, as JSON, in the classic pages and in the block checkout."""

    classic: str = ""
    blocks: str = ""


NEVER_SAID = Looks()


def looks_of(request: HttpRequest) -> Looks:
    """Return what this visitor's pages have said."""
    return Looks(saved_look(request, THEME, blocks=False), saved_look(request, THEME, blocks=True))


def provider_settings(order: Order | None = None, *, looks: Looks = NEVER_SAID) -> ProviderSettings:
    """Return the settings of a checkout's page, or of the page on which `order` is paid."""
    return ProviderSettings(
        key=settings.STRIPE_PUBLISHABLE_KEY,
        script=f"{settings.SANDBOX_URL}/sandbox/stripe.js" if settings.SANDBOX else "",
        api_version=settings.STRIPE_API_VERSION,
        locale="en",
        gateway_id=CARD,
        ajax_url="/?wc-ajax=%%endpoint%%",
        order_received_url=f"{settings.STORE_URL}{reverse('order_received_unnamed')}",
        generic_error=GENERIC,
        messages=PAGE,
        update_order_status_nonce=CSRF_TOKEN,
        create_payment_intent_nonce=CSRF_TOKEN,
        update_payment_intent_nonce=CSRF_TOKEN,
        update_failed_order_nonce=CSRF_TOKEN,
        save_appearance_nonce=CSRF_TOKEN,
        billing_fields=tuple(f"{BILLING}_{field.name}" for field in GROUPS[BILLING]),
        theme_name=THEME,
        appearance=looks.classic,
        blocks_appearance=looks.blocks,
        is_order_pay=order is not None,
        order_id=order.pk if order is not None else 0,
        return_url=f"{settings.STORE_URL}{reverse('order_received_unnamed')}",
    )
