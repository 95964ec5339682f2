"""Delivery as staff keep it, read for the price book."""

import structlog
from django.conf import settings

from vintner.shipping.models import ClassCost, Method, Zone, ZoneRegion
from vintner.shipping.pickup_points import read_pickup_point
from vintner.shipping.regions import read_country_and_state
from vintner.shipping.rules import (
    DeliveryKind,
    DeliveryMethod,
    DeliveryRegion,
    DeliveryZone,
    PerClass,
    Requires,
    Transit,
    costs,
)
from vintner.shipping.rules.costs import BadCost
from vintner.shipping.rules.postcodes import Postcodes

log = structlog.get_logger(__name__)


def load() -> tuple[DeliveryZone, ...]:
    """Return zones in the merchant's order. One without methods stays: it says that nothing is delivered there.

    Four queries.
    """
    regions = list(ZoneRegion.objects.order_by("id"))
    methods = list(Method.objects.filter(enabled=True).order_by("position", "id"))
    class_costs = list(ClassCost.objects.order_by("id"))
    priced = [(row.zone_id, read_method(row, [c for c in class_costs if c.method_id == row.pk])) for row in methods]
    used = {row.zone_id for row in regions} | {row.zone_id for row in methods}
    return tuple(
        DeliveryZone(
            id=zone.pk,
            name=zone.name,
            regions=tuple(_region(row) for row in regions if row.zone_id == zone.pk),
            methods=tuple(method for zone_id, method in priced if zone_id == zone.pk and method is not None),
            postcodes=Postcodes.kept(zone.postcodes),
            within=frozenset(settings.STORE_COUNTRIES),
        )
        for zone in Zone.objects.order_by("position", "id")
        if zone.postcodes or zone.pk in used
    )


def _region(row: ZoneRegion) -> DeliveryRegion:
    country, state = read_country_and_state(row.country, row.state)
    return DeliveryRegion(continent=row.continent, country=country, state=state)


def read_method(row: Method, class_costs: list[ClassCost]) -> DeliveryMethod | None:
    """Return the method; None for one whose cost is no sum: the admin takes none, so it came in another way."""
    try:
        cost = costs.read(row.cost)
        by_class = [(each.shipping_class, costs.read(each.cost)) for each in class_costs]
    except BadCost as bad:
        log.error("delivery_not_offered", method=row.pk, problem=str(bad))
        return None
    return DeliveryMethod(
        id=row.pk,
        kind=DeliveryKind(row.kind),
        title=row.title,
        description=row.description,
        cost=cost,
        class_costs=tuple((name, each) for name, each in by_class if each is not None),
        per_class=PerClass(row.per_class),
        taxable=row.taxable,
        requires=Requires(row.requires),
        minimum=row.minimum,
        before_discounts=row.before_discounts,
        carrier=row.carrier,
        transit=_transit(row),
        pickup=read_pickup_point(row) if row.kind == Method.Kind.LOCAL_PICKUP else None,
    )


def find_method(rate_id: str) -> Method | None:
    """Return the method that an order was sent by (`flat_rate:1`); None for one that is gone, and for a delivery that a
    promotion paid: it is no method. One query.
    """
    number = rate_id.partition(":")[2]
    return Method.objects.filter(pk=int(number)).first() if number.isascii() and number.isdecimal() else None


def _transit(row: Method) -> Transit | None:
    if row.transit_from is None or row.transit_to is None:
        return None
    return Transit(least=row.transit_from, most=row.transit_to)
