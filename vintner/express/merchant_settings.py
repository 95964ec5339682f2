"""What the merchant set about express buttons, as this process last read it."""

from vintner.express.models import ExpressSettings
from vintner.web.catalogue_version import cached_by_version


@cached_by_version
def current_settings() -> ExpressSettings:
    """Return the settings, at most half a second old; without a row no wallet is offered. One query at most."""
    return ExpressSettings.objects.first() or ExpressSettings(wallets=[])


def chosen_wallets() -> tuple[str, ...]:
    """Return the wallets that the merchant offers, as the database has them. The setting CHOSEN_WALLETS names this."""
    row = ExpressSettings.objects.first()
    return tuple(row.wallets) if row else ()
