"""Refuses to start with types of payment methods that there are not."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from vintner.money import currency
from vintner.payments.types import BY_NAME, offered


@checks.register()
def payment_types(app_configs: Sequence[AppConfig] | None, **_: object) -> list[checks.CheckMessage]:
    """Every enabled type is known (vintner.E001), and at least one can be offered (vintner.W001)."""
    unknown = sorted(set(settings.PAYMENT_TYPES) - set(BY_NAME))
    if unknown:
        known = ", ".join(BY_NAME)
        return [checks.Error(f"PAYMENT_TYPES has {', '.join(unknown)}; known are {known}.", id="vintner.E001")]
    if not offered(settings.PAYMENT_TYPES, currency(), settings.ACCOUNT_COUNTRY):
        what = f"an account in {settings.ACCOUNT_COUNTRY} and the currency {currency()}"
        return [checks.Warning(f"None of PAYMENT_TYPES can be offered with {what}.", id="vintner.W001")]
    return []
