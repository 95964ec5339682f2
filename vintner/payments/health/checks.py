"""Django's system checks of the payment settings."""

from collections.abc import Iterable, Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.db import ProgrammingError, transaction

from vintner.money import currency
from vintner.payments.health.configuration import PLUGIN_CONFLICT, ConfigurationFault, find_faults
from vintner.payments.types import list_offered
from vintner.payments.wallets.wallet_faults import find_setting_faults, read_wallet_setup


@checks.register()
def payment_types(app_configs: Sequence[AppConfig] | None, **_: object) -> list[checks.CheckMessage]:
    """At least one enabled type can be offered (vintner.W001)."""
    if not list_offered(settings.PAYMENT_TYPES, currency(), settings.ACCOUNT_COUNTRY):
        what = f"an account in {settings.ACCOUNT_COUNTRY} and the currency {currency()}"
        return [checks.Warning(f"None of PAYMENT_TYPES can be offered with {what}.", id="vintner.W001")]
    return []


@checks.register()
def payment_configuration(app_configs: Sequence[AppConfig] | None, **_: object) -> list[checks.CheckMessage]:
    """Enabled types take the store's currency (vintner.W002), and no other app takes payments (vintner.E002)."""
    return [_check_message(fault) for fault in find_faults()]


@checks.register(checks.Tags.database)
def wallet_setup(
    app_configs: Sequence[AppConfig] | None, databases: Iterable[str] | None = None, **_: object
) -> list[checks.CheckMessage]:
    """Wallets that the merchant offers can be displayed (vintner.W004). Run by `migrate` and `check --database`."""
    if not databases:
        return []
    try:
        with transaction.atomic():
            setup = read_wallet_setup()
    except ProgrammingError:  # `migrate` checks before it has made the tables and columns
        return []
    return [checks.Warning(fault, id="vintner.W004") for fault in find_setting_faults(setup)]


def _check_message(fault: ConfigurationFault) -> checks.CheckMessage:
    text = f"{fault.code}: {fault.message}"
    if fault.code == PLUGIN_CONFLICT:
        return checks.Error(text, id="vintner.E002")
    return checks.Warning(text, id="vintner.W002")
