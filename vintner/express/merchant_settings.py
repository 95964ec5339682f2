"""What the merchant set about express buttons, as this process last read it."""

from vintner.express.models import ExpressSettings
from vintner.web.catalogue_version import cached_by_version


@cached_by_version
def current_settings() -> ExpressSettings:
    """Return the settings, at most half a second old; without a row no wallet is offered. One query at most."""
    return ExpressSettings.objects.first() or ExpressSettings(wallets=[])
