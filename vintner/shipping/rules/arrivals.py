"""When a parcel arrives, by the merchant's cut-off, packing days, departures and holidays (docs/pricing.md#arrival)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from vintner.shipping.rules.seasons import SeasonTerms

WORKING_DAYS = frozenset(range(5))
"""Monday to Friday, as `date.weekday` counts them: the store packs, and carriers hand over, on no other day."""
_A_DAY = timedelta(days=1)
FARTHEST = timedelta(days=366)
"""A store that sends nothing for a year promises nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DispatchTerms:
    """How fast the store sends what was ordered. An order counts for its day until `cutoff`, in the time of `zone`.

    What would meet one of the `seasons` on its way waits, unless the shopper may decline that (`hold_is_optional`).
    """

    zone: ZoneInfo
    cutoff: time
    packing_days: int = 0
    leaves_on: frozenset[int] = WORKING_DAYS
    holidays: frozenset[date] = frozenset()
    seasons: tuple[SeasonTerms, ...] = ()
    hold_is_optional: bool = True

    def is_working(self, day: date) -> bool:
        return day.weekday() in WORKING_DAYS and day not in self.holidays

    def is_leaving(self, day: date) -> bool:
        return day.weekday() in self.leaves_on and day not in self.holidays


@dataclass(frozen=True, slots=True, kw_only=True)
class Transit:
    """How many working days a parcel is on its way, at least and at most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """The first and the last day on which something is expected."""

    earliest: date
    latest: date


def packed_on(terms: DispatchTerms, moment: datetime) -> date | None:
    """Return the day on which an order of this moment is packed, and can be picked up. None: not within a year."""
    local = moment.astimezone(terms.zone)
    day = local.date() if local.time() < terms.cutoff else local.date() + _A_DAY
    return _add_working_days(terms, day, terms.packing_days)


def leaves_on(terms: DispatchTerms, moment: datetime) -> date | None:
    """Return the day on which the parcel of such an order leaves the store."""
    packed = packed_on(terms, moment)
    return None if packed is None else leaves_from(terms, packed)


def leaves_from(terms: DispatchTerms, day: date) -> date | None:
    """Return the first day from `day` on on which parcels leave."""
    return _first(terms.is_leaving, day)


def arrival(terms: DispatchTerms, transit: Transit, moment: datetime) -> Arrival | None:
    """Return when the parcel of an order of this moment arrives; None where the table cannot tell."""
    left = leaves_on(terms, moment)
    return None if left is None else arrival_after(terms, transit, left)


def arrival_after(terms: DispatchTerms, transit: Transit, left: date) -> Arrival | None:
    """Return when a parcel arrives that leaves on this day."""
    earliest, latest = (_add_transit(terms, left, days) for days in (transit.least, transit.most))
    return None if earliest is None or latest is None else Arrival(earliest=earliest, latest=latest)


def ready(terms: DispatchTerms, moment: datetime) -> Arrival | None:
    """Return the day from which an order of this moment can be picked up."""
    packed = packed_on(terms, moment)
    return None if packed is None else Arrival(earliest=packed, latest=packed)


def _add_transit(terms: DispatchTerms, left: date, days: int) -> date | None:
    """Return the working day so many after the departure, which may be on a Saturday. With no days, it is the same."""
    return _add_working_days(terms, left + _A_DAY, days - 1) if days else left


def _add_working_days(terms: DispatchTerms, day: date, days: int) -> date | None:
    """Return the working day so many after the first one from `day` on."""
    found = _first(terms.is_working, day)
    for _ in range(days):
        found = None if found is None else _first(terms.is_working, found + _A_DAY)
    return found


def _first(suits: Callable[[date], bool], day: date) -> date | None:
    """Return the first day from `day` on that suits, within a year."""
    last = day + FARTHEST
    while day <= last:
        if suits(day):
            return day
        day += _A_DAY
    return None
