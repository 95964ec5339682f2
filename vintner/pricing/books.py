"""Loads the price book: promotions, taxes, delivery and the store's own address, as `quote` reads them.

Every process keeps the book it loaded last, together with the number that database triggers change with
every edit. Asking for the number is the one query of a page, and nobody ever sees a stale price.
"""

from typing import Final

from django.conf import settings
from django.db import connection

from vintner.pricing import promotion_rows
from vintner.pricing.models import Policy as PolicyRow
from vintner.pricing.models import TaxRate
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules import taxes
from vintner.pricing.rules.promotions import DEFAULT_POLICY, CombiningTerms, Pick, WithCoupons
from vintner.shipping import destinations, dispatch, zones
from vintner.shipping.regions import read_country_and_state
from vintner.shipping.rules import Place, Preselect
from vintner.shipping.rules.postcodes import Postcodes

NUMBER: Final = "SELECT coalesce((SELECT number FROM pricing_bookversion), 0)"
"""The number of the book as SQL, 0 while nobody ever wrote anything into it."""
_kept: dict[tuple[int, tuple[str, ...]], PriceBook] = {}


def load(*, fresh: bool = False, number: int | None = None) -> PriceBook:
    """Return the price book as it stands: one query, at most 14 when it has changed. `fresh` reads it in any case.

    A caller whose own query has just read NUMBER passes it: then there is no query for it.
    """
    number = _number() if number is None else number
    countries = tuple(settings.STORE_COUNTRIES)
    book = None if fresh else _kept.get((number, countries))
    if book is None:
        book = PriceBook(
            promotions=promotion_rows.load(),
            policy=_policy(),
            tax_rates=_tax_rates(),
            zones=zones.load(),
            destinations=destinations.load(),
            base=base_place(),
            dispatch=dispatch.load(),
            edition=number,
        )
        _kept.clear()
        _kept[number, countries] = book
    return book


def _number() -> int:
    """Every page of a product asks, so this is SQL: composing the query took longer than running it."""
    with connection.cursor() as cursor:
        cursor.execute(NUMBER)
        number: int = cursor.fetchone()[0]
    return number


def base_place() -> Place:
    """Return the store's own address (settings.STORE_BASE_ADDRESS)."""
    return Place(**settings.STORE_BASE_ADDRESS)


def _policy() -> CombiningTerms:
    row = PolicyRow.objects.first()
    if row is None:
        return DEFAULT_POLICY
    return CombiningTerms(
        pick=Pick(row.pick),
        in_turn=row.in_turn,
        from_regular=row.from_regular,
        with_coupons=WithCoupons(row.with_coupons),
        coupons_in_turn=row.coupons_in_turn,
        as_fees=row.as_fees,
        one_label=row.one_label,
        only_free_delivery=row.only_free_delivery,
        hide_paid=row.hide_paid,
        preselect=Preselect(row.preselect),
    )


def _tax_rates() -> tuple[taxes.TaxTerms, ...]:
    return tuple(_tax_terms(row) for row in TaxRate.objects.order_by("priority", "id"))


def _tax_terms(row: TaxRate) -> taxes.TaxTerms:
    country, state = read_country_and_state(row.country, row.state)
    return taxes.TaxTerms(
        id=row.pk,
        name=row.name,
        percent=row.percent,
        country=country,
        state=state,
        postcodes=Postcodes.kept(row.postcodes),
        cities=taxes.read_cities(row.cities),
        priority=row.priority,
        compound=row.compound,
        on_shipping=row.on_shipping,
        tax_class=row.tax_class,
    )
