"""Which gateway the store uses."""

from functools import lru_cache

from django.conf import settings

from vintner.payments.gateway import Gateway
from vintner.payments.stripe.gateway import ProviderAccess, StripeGateway


def gateway() -> Gateway:
    """Return the provider that the settings name."""
    return _gateway(_read_access())


def may_detach_cards() -> bool:
    """Say whether this store may have the provider forget cards.

    A copy of a shop that is tried out with the shop's own live key must not: its customers would lose their cards.
    """
    return bool(settings.PRODUCTION) or not _read_access().live


def _read_access() -> ProviderAccess:
    return ProviderAccess(
        secret_key=settings.STRIPE_SECRET_KEY,
        api_version=settings.STRIPE_API_VERSION,
        url=settings.SANDBOX_URL,
        webhook_secrets=tuple(settings.STRIPE_WEBHOOK_SECRETS),
    )


@lru_cache(maxsize=4)
def _gateway(access: ProviderAccess) -> Gateway:
    return StripeGateway(access)
