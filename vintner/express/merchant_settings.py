"""What the merchant set about express buttons, as this process last read it."""

from vintner.express.models import ExpressSettings
from vintner.payments.offered_types import is_wallet_available
from vintner.payments.wallets.rules import Wallet
from vintner.web.catalogue_version import cached_by_version


@cached_by_version
def current_settings() -> ExpressSettings:
    """Return the settings, at most half a second old; without a row no wallet is offered. One query at most."""
    return ExpressSettings.objects.first() or ExpressSettings(wallets=[])


def offered_wallets(chosen: ExpressSettings) -> tuple[str, ...]:
    """Return the chosen wallets by which the store's account can be paid, in the merchant's order."""
    return tuple(each for each in chosen.wallets if is_wallet_available(Wallet(each)))


def chosen_wallets() -> tuple[str, ...]:
    """Return the wallets that the merchant offers, as the database has them. The setting CHOSEN_WALLETS names this."""
    row = ExpressSettings.objects.first()
    return tuple(row.wallets) if row else ()
