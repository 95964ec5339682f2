"""How fast the store sends, as staff keep it, read for the price book."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings

from vintner.shipping import zones
from vintner.shipping.models import DeliveryTimes, HoldSeason, Holiday
from vintner.shipping.rules import DispatchTerms, Place, Placing, Promise, SeasonTerms
from vintner.shipping.rules.delivery import NOTHING_PROMISED


def load() -> DispatchTerms | None:
    """Return when orders leave, in the store's time zone; None while the merchant did not say. Three queries then."""
    row = DeliveryTimes.objects.first()
    if row is None:
        return None
    seasons = tuple(season.terms for season in HoldSeason.objects.filter(active=True))
    return read(row, frozenset(Holiday.objects.values_list("day", flat=True)), seasons)


def read(row: DeliveryTimes, holidays: frozenset[date], seasons: tuple[SeasonTerms, ...] = ()) -> DispatchTerms:
    """Return the terms of a row."""
    return DispatchTerms(
        zone=ZoneInfo(settings.TIME_ZONE),
        cutoff=row.cutoff,
        packing_days=row.packing_days,
        leaves_on=frozenset(row.leaves_on),
        holidays=holidays,
        seasons=seasons,
        hold_is_optional=row.hold_is_optional,
    )


def find_promise(rate_id: str, place: Place, now: datetime, *, has_wine: bool) -> Promise:
    """Return what an order of this moment is promised by a delivery (`flat_rate:1`). Nothing where nothing can be
    promised, and for a delivery that a promotion paid: it is no method. Four queries at most.
    """
    row, terms = zones.find_method(rate_id), load()
    method = zones.read_method(row, []) if row is not None else None
    if row is None or method is None or terms is None:
        return NOTHING_PROMISED
    return method.promise(Placing(now=now, dispatch=terms), place, row.zone_id, has_wine=has_wine)
