"""The rules of two small stores: tax, delivery, where wine may go, and what a half dozen saves."""

from decimal import Decimal

from vintner.money import Money
from vintner.pricing.models import Promotion, TaxRate, Tier
from vintner.shipping.models import Destination, Method, Zone, ZoneRegion


def open_store() -> None:
    """Write what a checkout needs besides wine: 7.25 % in CA, $10 flat and pickup in the US, $20 in Canada."""
    TaxRate.objects.create(name="CA Tax", country="US", state="CA", percent=Decimal("7.25"))
    TaxRate.objects.create(name="NY Tax", country="US", state="NY", percent=Decimal("8.875"))
    states = Zone.objects.create(name="United States", position=1)
    ZoneRegion.objects.create(zone=states, country="US")
    Method.objects.create(zone=states, kind="flat_rate", title="Flat rate", cost="10", position=1)
    Method.objects.create(zone=states, kind="local_pickup", title="Local pickup", position=2)
    canada = Zone.objects.create(name="Canada", position=2)
    ZoneRegion.objects.create(zone=canada, country="CA")
    Method.objects.create(zone=canada, kind="flat_rate", title="Flat rate", cost="20", position=1)
    for country, state, allowed in (("US", "CA", True), ("US", "NY", True), ("US", "UT", False), ("CA", "ON", True)):
        Destination.objects.create(country=country, state=state, wine_allowed=allowed)
    promotion = Promotion.objects.create(title="By the half dozen")
    Tier.objects.create(promotion=promotion, at_least=6, value=Decimal(20))


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
