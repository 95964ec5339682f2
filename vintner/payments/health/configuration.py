"""Finds faults in the payment settings, for Django's checks and the health page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.conf import settings

from vintner.money import currency
from vintner.payments.types import BY_NAME

UNSUPPORTED_CURRENCY: Final = "unsupported_currency"
PLUGIN_CONFLICT: Final = "official_plugin_conflict"
_CONFLICTING_APPS: Final[Mapping[str, str]] = MappingProxyType(
    {"djstripe": "dj-stripe", "pinax.stripe": "pinax-stripe", "payments": "django-payments"}
)
"""Django apps that use the same provider: they would handle the same events and change the same intents."""


@dataclass(frozen=True, slots=True)
class ConfigurationFault:
    """A setting that has to be changed. `code` is the WooCommerce name of the fault."""

    code: str
    message: str


def find_faults() -> tuple[ConfigurationFault, ...]:
    """Return the faults in this store's settings."""
    return (
        *_find_currency_faults(settings.PAYMENT_TYPES, currency()),
        *_find_app_conflicts(settings.INSTALLED_APPS),
    )


def _find_currency_faults(enabled: Iterable[str], prices_in: str) -> Iterator[ConfigurationFault]:
    for name in enabled:
        method_type = BY_NAME.get(name)
        if method_type is not None and method_type.currencies and prices_in not in method_type.currencies:
            accepted = ", ".join(sorted(method_type.currencies))
            text = f"{method_type.label} ({name}) is enabled but takes no {prices_in}, so it is not offered: only"
            yield ConfigurationFault(UNSUPPORTED_CURRENCY, f"{text} {accepted}.")


def _find_app_conflicts(installed: Iterable[str]) -> Iterator[ConfigurationFault]:
    for app in installed:
        for package, title in _CONFLICTING_APPS.items():
            if app == package or app.startswith(f"{package}."):
                words = f"{title} is installed, too, and takes payments by the same card service. Remove one."
                yield ConfigurationFault(PLUGIN_CONFLICT, words)
