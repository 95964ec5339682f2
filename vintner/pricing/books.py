"""Loads the price book: promotions, taxes, delivery and the store's own address, as `quote` reads them.

Every process keeps the book it loaded last, together with the number that database triggers change with
every edit. Asking for the number is the one query of a page, and nobody ever sees a stale price.
"""

from django.conf import settings
from django.db import connection

from vintner.pricing import promotion_rows
from vintner.pricing.models import Policy as PolicyRow
from vintner.pricing.models import TaxRate
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules import taxes
from vintner.pricing.rules.promotions import DEFAULT_POLICY, Pick, Policy, WithCoupons
from vintner.shipping.models import Method, ZoneRegion
from vintner.shipping.rules import Kind, Place, Region, Requires, Zone
from vintner.shipping.rules import Method as MethodRule

_kept: dict[int, PriceBook] = {}


def load(*, fresh: bool = False) -> PriceBook:
    """Return the price book as it stands: one query, or eight when it has changed. `fresh` reads it in any case."""
    number = _number()
    book = None if fresh else _kept.get(number)
    if book is None:
        book = PriceBook(
            promotions=promotion_rows.load(),
            policy=_policy(),
            tax_rates=_tax_rates(),
            zones=_zones(),
            base=base_place(),
            edition=number,
        )
        _kept.clear()
        _kept[number] = book
    return book


def _number() -> int:
    """Return the number of the book, 0 while nobody ever wrote anything into it.

    Every page of a product and every cart asks, so this is SQL: composing the query took longer than running it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT number FROM pricing_bookversion")
        row = cursor.fetchone()
    return row[0] if row else 0


def base_place() -> Place:
    """Return the store's own address (settings.STORE_BASE_ADDRESS)."""
    return Place(**settings.STORE_BASE_ADDRESS)


def _policy() -> Policy:
    row = PolicyRow.objects.first()
    if row is None:
        return DEFAULT_POLICY
    return Policy(
        pick=Pick(row.pick),
        in_turn=row.in_turn,
        from_regular=row.from_regular,
        with_coupons=WithCoupons(row.with_coupons),
        coupons_in_turn=row.coupons_in_turn,
        as_fees=row.as_fees,
        one_label=row.one_label,
        only_free_delivery=row.only_free_delivery,
    )


def _tax_rates() -> tuple[taxes.TaxRate, ...]:
    return tuple(
        taxes.TaxRate(
            id=row.pk,
            name=row.name,
            percent=row.percent,
            country=row.country,
            state=row.state,
            priority=row.priority,
            compound=row.compound,
            on_shipping=row.on_shipping,
            tax_class=row.tax_class,
        )
        for row in TaxRate.objects.order_by("priority", "id")
    )


def _zones() -> tuple[Zone, ...]:
    """Return zones in the merchant's order. One without methods stays: it says that nothing is delivered there."""
    regions = list(ZoneRegion.objects.select_related("zone").order_by("id"))
    methods = list(Method.objects.filter(enabled=True).select_related("zone").order_by("position", "id"))
    rows = {r.zone_id: r.zone for r in regions} | {m.zone_id: m.zone for m in methods}
    return tuple(
        Zone(
            id=zone.pk,
            name=zone.name,
            regions=tuple(Region(country=r.country, state=r.state) for r in regions if r.zone_id == zone.pk),
            methods=tuple(_method(m) for m in methods if m.zone_id == zone.pk),
        )
        for zone in sorted(rows.values(), key=lambda zone: (zone.position, zone.pk))
    )


def _method(row: Method) -> MethodRule:
    return MethodRule(
        id=row.pk,
        kind=Kind(row.kind),
        title=row.title,
        description=row.description,
        cost=row.cost,
        taxable=row.taxable,
        requires=Requires(row.requires),
        minimum=row.minimum,
    )
