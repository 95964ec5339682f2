"""Which gateway the store uses."""

from functools import lru_cache

from django.conf import settings

from vintner.payments.gateway import Gateway
from vintner.payments.stripe.gateway import Access, StripeGateway


def gateway() -> Gateway:
    """Return the provider that the settings name."""
    return _gateway(
        Access(
            secret_key=settings.STRIPE_SECRET_KEY,
            api_version=settings.STRIPE_API_VERSION,
            url=settings.SANDBOX_URL,
            webhook_secrets=tuple(settings.STRIPE_WEBHOOK_SECRETS),
        )
    )


@lru_cache(maxsize=4)
def _gateway(access: Access) -> Gateway:
    return StripeGateway(access)
