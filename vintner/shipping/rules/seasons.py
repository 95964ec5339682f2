"""Times of the year in which wine is not sent to a place: it is too hot there, or it freezes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from vintner.shipping.rules.places import Place

_LEAP_YEAR: Final = date(2024, 1, 1)


class HoldKind(StrEnum):
    """Why wine is not sent."""

    HEAT = "heat"
    COLD = "cold"


class YearDay(NamedTuple):
    """A day of every year. February 29 stands for February 28 at the end of a season, and for March 1 at its start, in
    years that do not have it.
    """

    month: int
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTerms:
    """A season from its first to its last day, both in it. It may go on over the new year.

    It is for the places of a zone (`zone_id`, 0 for none) and for `places`: country and state, '' for all of a country.
    """

    kind: HoldKind
    first: YearDay
    last: YearDay
    zone_id: int = 0
    places: frozenset[tuple[str, str]] = frozenset()

    @property
    def crosses_new_year(self) -> bool:
        return self.first > self.last

    @property
    def is_whole_year(self) -> bool:
        """Whether the day after the last day is the first one again."""
        return all(self.covers(day) for day in _every_day())

    def covers(self, day: date) -> bool:
        at = YearDay(day.month, day.day)
        if self.crosses_new_year:
            return at >= self.first or at <= self.last
        return self.first <= at <= self.last

    def is_for(self, place: Place, zone_id: int) -> bool:
        """Return whether the season holds at a place, which is in this zone."""
        if self.zone_id and self.zone_id == zone_id:
            return True
        return (place.country, place.state) in self.places or (place.country, "") in self.places

    def meets(self, other: "SeasonTerms") -> bool:
        """Return whether the two have a day in common."""
        return any(self.covers(day) and other.covers(day) for day in _every_day())

    def end_after(self, day: date) -> date:
        """Return the last day of the season that a day of it belongs to."""
        is_next_year = self.crosses_new_year and YearDay(day.month, day.day) >= self.first
        return last_day(day.year + is_next_year, self.last)


def last_day(year: int, end: YearDay) -> date:
    """Return the last day of a season in a year."""
    try:
        return date(year, end.month, end.day)
    except ValueError:  # February 29
        return date(year, 2, 28)


def _every_day() -> Iterator[date]:
    """Return all days that a year can have."""
    return (_LEAP_YEAR + timedelta(days=each) for each in range(366))
