"""When a parcel waits in the store because it would meet a season on its way (docs/pricing.md#weather)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from vintner.shipping.rules.arrivals import (
    FARTHEST,
    Arrival,
    DispatchTerms,
    Transit,
    arrival_after,
    leaves_from,
    leaves_on,
)
from vintner.shipping.rules.seasons import HoldKind, SeasonTerms

_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """The day on which a parcel leaves, and when it arrives: None where nobody knows how long it is on its way."""

    leaves: date
    arrival: Arrival | None

    @property
    def days(self) -> Iterator[date]:
        """The days on which the parcel may be on its way, weekends too."""
        last = self.arrival.latest if self.arrival else self.leaves
        return (self.leaves + _A_DAY * each for each in range((last - self.leaves).days + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A parcel that waits: why, when it leaves then, and when it would without the hold.

    `is_optional`: the shopper may have it sent `at_once`.
    """

    kind: HoldKind
    safe: Departure
    at_once: Departure
    is_optional: bool


def find_hold(
    terms: DispatchTerms, transit: Transit | None, seasons: Sequence[SeasonTerms], moment: datetime
) -> Hold | None:
    """Return the hold of an order of this moment. None if it meets none of these seasons, and if there is no safe day
    within a year.

    No day from its departure to its last day of arrival is in a season. Without a transit, the day of departure counts.
    """
    left = leaves_on(terms, moment) if seasons else None
    at_once = None if left is None else _depart(terms, transit, left)
    if at_once is None or (met := _season_met(at_once, seasons)) is None:
        return None
    safe = _first_safe(terms, transit, seasons, at_once)
    if safe is None:
        return None
    return Hold(kind=met[0].kind, safe=safe, at_once=at_once, is_optional=terms.hold_is_optional)


def _first_safe(
    terms: DispatchTerms, transit: Transit | None, seasons: Sequence[SeasonTerms], at_once: Departure
) -> Departure | None:
    """Return the first departure whose way meets no season. One before the end of a season that is met meets it too."""
    departure: Departure | None = at_once
    while departure is not None and departure.leaves <= at_once.leaves + FARTHEST:
        met = _season_met(departure, seasons)
        if met is None:
            return departure
        season, day = met
        left = leaves_from(terms, season.end_after(day) + _A_DAY)
        departure = None if left is None else _depart(terms, transit, left)
    return None


def _depart(terms: DispatchTerms, transit: Transit | None, left: date) -> Departure | None:
    """Return the departure of this day; None where the arrival cannot be told."""
    if transit is None:
        return Departure(leaves=left, arrival=None)
    found = arrival_after(terms, transit, left)
    return None if found is None else Departure(leaves=left, arrival=found)


def _season_met(departure: Departure, seasons: Sequence[SeasonTerms]) -> tuple[SeasonTerms, date] | None:
    """Return the first season on the way, and the day on which it is met."""
    met = ((season, day) for day in departure.days for season in seasons if season.covers(day))
    return next(met, None)
