"""The shop that the cart's tests buy from: tax and delivery of the demo world, one bottle rule."""

from decimal import Decimal

import pytest

from vintner.money import Money
from vintner.pricing.models import Promotion, TaxRate, Tier
from vintner.shipping.models import Method, Zone, ZoneRegion


def open_shop() -> None:
    """Write California's tax, delivery in the United States and a bulk table that holds for every wine."""
    TaxRate.objects.create(name="CA Tax", country="US", state="CA", percent=Decimal("7.25"))
    zone = Zone.objects.create(name="United States")
    ZoneRegion.objects.create(zone=zone, country="US")
    Method.objects.create(zone=zone, kind="flat_rate", title="Flat rate", cost="10", position=1)
    Method.objects.create(
        zone=zone, kind="free_shipping", title="Free shipping", requires="either", minimum=Money(100_00), position=2
    )
    Method.objects.create(zone=zone, kind="local_pickup", title="Local pickup", position=3)
    promotion = Promotion.objects.create(title="By the half dozen")
    Tier.objects.create(promotion=promotion, at_least=6, value=Decimal(20))


@pytest.fixture
def shop(db: None) -> None:
    open_shop()
