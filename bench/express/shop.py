"""The store that the bars buy from: uneven prices, taxes, promotions, coupons and several deliveries."""

from decimal import Decimal
from typing import Final

from bench.express.sheets import SheetAddress
from bench.invariants.database import wipe
from vintner.catalogue.models import Product
from vintner.express.models import ExpressSettings
from vintner.payments.wallets.rules import Wallet
from vintner.pricing.models import Coupon
from vintner.shipping.models import Method, Zone
from vintner.testing.builders import make_product
from vintner.testing.store import open_store
from vintner.web.catalogue_version import forget_version

PRICES: Final = ("9.99", "16.45", "33.33", "120.00", "0.97")
BOTTLES: Final = 999_999
LEGAL: Final = (
    SheetAddress("US", "CA", "94110", "San Francisco"),
    SheetAddress("US", "California", "90001", "Los Angeles"),
    SheetAddress("US", "NY", "10001", "New York"),
    SheetAddress("CA", "ON", "M5V", "Toronto", "M5V 2T6"),
)
"""Where wine may go. States come in full as well, and Canadian postcodes without their second half."""
CLOSED: Final = SheetAddress("US", "UT", "84101", "Salt Lake City")


def open_wallet_store() -> list[Product]:
    """Write the store; return its wines."""
    wipe()
    open_store()
    ExpressSettings.objects.update_or_create(id=1, defaults={"wallets": [each.value for each in Wallet]})
    states = Zone.objects.get(name="United States")
    Method.objects.create(zone=states, kind="flat_rate", title="Overnight", cost="24.95", position=3)
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    Coupon.objects.create(code="five", kind="fixed_cart", amount=Decimal(5))
    forget_version()
    return [make_product(stock=BOTTLES, price=price) for price in PRICES]
