"""What is wrong with the settings of payments: told when the store starts, and on the page of their health."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.conf import settings

from vintner.money import currency
from vintner.payments.types import BY_NAME

UNSUPPORTED_CURRENCY: Final = "unsupported_currency"
PLUGIN_CONFLICT: Final = "official_plugin_conflict"
_OTHERS: Final[Mapping[str, str]] = MappingProxyType(
    {"djstripe": "dj-stripe", "pinax.stripe": "pinax-stripe", "payments": "django-payments"}
)
"""Django apps that take payments by the same provider: they would read the same events, and change the same intents."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that staff has to set otherwise. `code` is the name that the outside knows."""

    code: str
    message: str


def faults() -> tuple[Fault, ...]:
    """Return what is wrong with the settings of this store."""
    return (
        *_of_currency(settings.PAYMENT_TYPES, currency()),
        *_of_apps(settings.INSTALLED_APPS),
    )


def _of_currency(enabled: Iterable[str], prices_in: str) -> Iterator[Fault]:
    for name in enabled:
        method_type = BY_NAME.get(name)
        if method_type is not None and method_type.currencies and prices_in not in method_type.currencies:
            accepted = ", ".join(sorted(method_type.currencies))
            text = f"{method_type.label} ({name}) is enabled but takes no {prices_in}, so it is not offered: only"
            yield Fault(UNSUPPORTED_CURRENCY, f"{text} {accepted}.")


def _of_apps(installed: Iterable[str]) -> Iterator[Fault]:
    for app in installed:
        for package, title in _OTHERS.items():
            if app == package or app.startswith(f"{package}."):
                words = f"{title} is installed, too, and takes payments by the same card service. Remove one."
                yield Fault(PLUGIN_CONFLICT, words)
