"""Delivery as staff keep it, read for the price book."""

import structlog

from vintner.shipping.models import ClassCost, Method, Zone, ZoneRegion
from vintner.shipping.rules import DeliveryKind, DeliveryMethod, DeliveryRegion, DeliveryZone, PerClass, Requires, costs
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
    priced = [(row.zone_id, _method(row, [c for c in class_costs if c.method_id == row.pk])) for row in methods]
    used = {row.zone_id for row in regions} | {row.zone_id for row in methods}
    return tuple(
        DeliveryZone(
            id=zone.pk,
            name=zone.name,
            regions=tuple(_region(row) for row in regions if row.zone_id == zone.pk),
            methods=tuple(method for zone_id, method in priced if zone_id == zone.pk and method is not None),
            postcodes=Postcodes.kept(zone.postcodes),
        )
        for zone in Zone.objects.order_by("position", "id")
        if zone.postcodes or zone.pk in used
    )


def _region(row: ZoneRegion) -> DeliveryRegion:
    return DeliveryRegion(continent=row.continent, country=row.country, state=row.state)


def _method(row: Method, class_costs: list[ClassCost]) -> DeliveryMethod | None:
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
    )
