"""Wine waits in the store until no day of its way is in a season of its destination."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.shipping.rules import DispatchTerms, Hold, HoldKind, Place, SeasonTerms, Transit, YearDay
from vintner.shipping.rules.arrivals import arrival_after, leaves_from
from vintner.shipping.rules.holds import find_hold

PACIFIC = ZoneInfo("America/Los_Angeles")
TERMS = DispatchTerms(zone=PACIFIC, cutoff=time(12), packing_days=1)
TWO_TO_FOUR = Transit(least=2, most=4)
ARIZONA = frozenset({("US", "AZ")})


def season(first: tuple[int, int], last: tuple[int, int], kind: HoldKind = HoldKind.HEAT) -> SeasonTerms:
    return SeasonTerms(kind=kind, first=YearDay(*first), last=YearDay(*last), places=ARIZONA)


SUMMER = season((6, 15), (9, 15))
WINTER = season((12, 15), (3, 1), HoldKind.COLD)


def hold(text: str, *seasons: SeasonTerms, transit: Transit | None = TWO_TO_FOUR) -> Hold | None:
    """Return the hold of an order of this moment, by the store's clock."""
    return find_hold(TERMS, transit, seasons, datetime.fromisoformat(text).replace(tzinfo=PACIFIC))


def days(found: Hold | None) -> tuple[str, str, str] | None:
    if found is None:
        return None
    assert found.safe.arrival is not None
    return str(found.safe.leaves), str(found.safe.arrival.earliest), str(found.safe.arrival.latest)


@pytest.mark.parametrize(
    ("placed", "safe"),
    [
        ("2027-06-08 10:00", ("2027-09-16", "2027-09-20", "2027-09-22")),  # arrives by Tuesday, June 15
        ("2027-06-07 10:00", None),  # arrives by Monday, June 14
        ("2027-07-01 10:00", ("2027-09-16", "2027-09-20", "2027-09-22")),
        ("2027-09-14 10:00", ("2027-09-16", "2027-09-20", "2027-09-22")),  # would leave on its last day
        ("2027-09-15 10:00", None),  # leaves on the day after
    ],
)
def test_both_ends_of_a_season_are_in_it(placed: str, safe: tuple[str, str, str] | None) -> None:
    assert days(hold(placed, SUMMER)) == safe


@pytest.mark.parametrize("placed", ["2026-12-14 10:00", "2026-12-31 23:00", "2027-01-01 00:30", "2027-02-25 10:00"])
def test_a_season_may_go_on_over_the_new_year(placed: str) -> None:
    assert days(hold(placed, WINTER)) == ("2027-03-02", "2027-03-04", "2027-03-08")


@pytest.mark.parametrize(
    ("last", "year", "leaves"),
    [
        ((2, 28), 2028, "2028-02-29"),  # a leap year's last day of February is outside
        ((2, 28), 2027, "2027-03-01"),
        ((2, 29), 2028, "2028-03-01"),
        ((2, 29), 2027, "2027-03-01"),  # a Monday
    ],
)
def test_a_leap_day_belongs_to_seasons_that_name_it(last: tuple[int, int], year: int, leaves: str) -> None:
    found = hold(f"{year}-01-20 10:00", season((12, 15), last))
    assert found is not None
    assert str(found.safe.leaves) == leaves


def test_a_season_from_a_leap_day_on_begins_a_day_later_in_other_years() -> None:
    spring = season((2, 29), (4, 30))
    assert not spring.covers(date(2027, 2, 28))
    assert spring.covers(date(2027, 3, 1))
    assert spring.covers(date(2028, 2, 29))


def test_a_parcel_waits_through_seasons_with_no_room_between_them() -> None:
    hot, storms = season((6, 15), (9, 15)), season((9, 20), (10, 10), HoldKind.COLD)
    found = hold("2027-07-01 10:00", hot, storms)
    assert days(found) == ("2027-10-11", "2027-10-13", "2027-10-15")
    assert found is not None
    assert found.kind is HoldKind.HEAT  # what it meets first


def test_with_no_safe_day_in_a_year_nothing_waits_for_ever() -> None:
    assert hold("2027-07-01 10:00", season((1, 1), (6, 30)), season((7, 1), (12, 31))) is None


def test_without_days_on_the_way_the_day_of_departure_counts() -> None:
    found = hold("2027-07-01 10:00", SUMMER, transit=None)
    assert found is not None
    assert (str(found.safe.leaves), found.safe.arrival, str(found.at_once.leaves)) == ("2027-09-16", None, "2027-07-02")
    assert hold("2027-06-12 10:00", SUMMER, transit=None) is not None  # leaves on Tuesday, June 15
    assert hold("2027-06-10 10:00", SUMMER, transit=None) is None


def test_a_season_is_for_its_states_countries_and_zone() -> None:
    arizona, nevada, ontario = (Place(country=c, state=s) for c, s in (("US", "AZ"), ("US", "NV"), ("CA", "ON")))
    canada = SeasonTerms(kind=HoldKind.COLD, first=YearDay(12, 1), last=YearDay(3, 1), places=frozenset({("CA", "")}))
    west = SeasonTerms(kind=HoldKind.COLD, first=YearDay(12, 1), last=YearDay(3, 1), zone_id=7)
    assert [SUMMER.is_for(each, 1) for each in (arizona, nevada, ontario)] == [True, False, False]
    assert [canada.is_for(each, 1) for each in (arizona, nevada, ontario)] == [False, False, True]
    assert [west.is_for(arizona, zone) for zone in (7, 8, 0)] == [True, False, False]


year_days = st.dates(date(2024, 1, 1), date(2024, 12, 31)).map(lambda day: YearDay(day.month, day.day))
seasons = st.builds(
    SeasonTerms, kind=st.sampled_from(HoldKind), first=year_days, last=year_days, places=st.just(ARIZONA)
)
tables = st.builds(
    DispatchTerms,
    zone=st.just(PACIFIC),
    cutoff=st.times(),
    packing_days=st.integers(0, 3),
    leaves_on=st.frozensets(st.integers(0, 6), min_size=1),
    holidays=st.frozensets(st.dates(date(2027, 6, 1), date(2028, 4, 1)), max_size=8),
)
moments = st.integers(0, 800 * 24).map(lambda hours: datetime(2027, 1, 1, tzinfo=UTC) + timedelta(hours=hours))
transits = st.none() | st.builds(
    lambda least, more: Transit(least=least, most=least + more), st.integers(0, 7), st.integers(0, 4)
)


@given(terms=tables, transit=transits, there=st.lists(seasons, min_size=1, max_size=3), moment=moments)
def test_the_way_of_a_held_parcel_meets_no_season(
    terms: DispatchTerms, transit: Transit | None, there: list[SeasonTerms], moment: datetime
) -> None:
    found = find_hold(terms, transit, there, moment)
    if found is None:
        return
    assert not any(each.covers(day) for each in there for day in found.safe.days)
    assert any(each.covers(day) for each in there for day in found.at_once.days)
    assert found.at_once.leaves < found.safe.leaves
    assert found.safe.leaves.weekday() in terms.leaves_on
    assert found.safe.leaves not in terms.holidays


@given(terms=tables, transit=transits, there=st.lists(seasons, min_size=1, max_size=3), moment=moments)
def test_no_parcel_waits_longer_than_it_has_to(
    terms: DispatchTerms, transit: Transit | None, there: list[SeasonTerms], moment: datetime
) -> None:
    found = find_hold(terms, transit, there, moment)
    left = None if found is None else found.at_once.leaves
    while found is not None and left is not None and left < found.safe.leaves:
        arrives = arrival_after(terms, transit, left) if transit else None
        last = arrives.latest if arrives else left
        way = (left + timedelta(days=each) for each in range((last - left).days + 1))
        assert any(each.covers(day) for day in way for each in there), left
        left = leaves_from(terms, left + timedelta(days=1))


@given(terms=seasons, day=st.dates(date(2023, 1, 1), date(2030, 12, 31)))
def test_a_season_ends_with_its_last_day(terms: SeasonTerms, day: date) -> None:
    if not terms.covers(day) or terms.is_whole_year:
        return
    end = terms.end_after(day)
    assert day <= end
    assert terms.covers(end)
    assert not terms.covers(end + timedelta(days=1))
    assert (end - day).days < 366
