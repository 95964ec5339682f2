"""The express buttons of the demo store: all wallets that the demo's provider plays, on every page."""

from vintner.express.models import ExpressSettings
from vintner.payments.wallets.rules import Wallet


def offer_wallets() -> None:
    """Offer wallets, unless the merchant has decided."""
    chosen = [Wallet.APPLE_PAY.value, Wallet.GOOGLE_PAY.value, Wallet.LINK.value, Wallet.AMAZON_PAY.value]
    ExpressSettings.objects.get_or_create(pk=1, defaults={"wallets": chosen})
