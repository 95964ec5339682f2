"""Chooses the gateway by the settings."""

from functools import lru_cache

from django.conf import settings

from vintner.payments.gateway import Gateway
from vintner.payments.stripe.gateway import ProviderAccess, StripeGateway


def gateway() -> Gateway:
    """Return the gateway of the configured provider."""
    return _gateway(_read_access())


def may_detach_cards() -> bool:
    """Return whether this store may detach payment methods at the provider.

    A test copy of a shop with the shop's live key must not: the real customers would lose their cards.
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
