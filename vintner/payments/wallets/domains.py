"""Compares the store's domain with the provider's list, and registers it there."""

from datetime import datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.module_loading import import_string

from vintner.payments.gateway import Rejected
from vintner.payments.provider import gateway
from vintner.payments.wallets.models import StoreDomain
from vintner.payments.wallets.registry import WalletDomain
from vintner.provider_keys import mode_of
from vintner.refusal import Refusal


def chosen_wallets() -> tuple[str, ...]:
    """Return the wallets that the merchant offers. The setting CHOSEN_WALLETS names a function of a package above."""
    found: tuple[str, ...] = import_string(settings.CHOSEN_WALLETS)()
    return found


def store_domain() -> str:
    """Return the domain that shoppers see in the address of the store."""
    return (urlsplit(settings.STORE_URL).hostname or "").lower()


def key_mode() -> str:
    """Return the mode of the secret key: a domain that is registered for tests is not registered for sales."""
    return mode_of(settings.STRIPE_SECRET_KEY)


def is_public(domain: str) -> bool:
    """Return whether a domain can be registered: neither an internet address nor a name of this machine alone."""
    try:
        ip_address(domain)
    except ValueError:
        return "." in domain and not domain.endswith((".localhost", ".local"))
    return False


def check_domain(domain: str, now: datetime) -> StoreDomain:
    """Read a domain at the provider and store what was found. Raises ProviderDown."""
    return _store(domain, gateway().find_domain(domain), now)


def register_domain(domain: str, now: datetime) -> StoreDomain:
    """Register a domain at the provider and store the answer. Raises ProviderDown, or Refusal with the provider's
    reason.
    """
    try:
        return _store(domain, gateway().register_domain(domain), now)
    except Rejected as error:
        words = f"The card service refused to register {domain}: {error.message or error.code}"
        raise Refusal("domain_refused", words) from error


def _store(domain: str, found: WalletDomain | None, now: datetime) -> StoreDomain:
    values = {
        "provider_id": found.id if found else "",
        "enabled": found.enabled if found else False,
        "inactive": dict(found.inactive) if found else {},
        "mode": key_mode(),
        "checked_at": now,
    }
    row, _ = StoreDomain.objects.update_or_create(name=domain, defaults=values)
    return row
