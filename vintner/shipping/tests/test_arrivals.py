"""When a parcel arrives: by cut-off, working days, departures, holidays and the store's own clock."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.shipping.arrival_words import arrival_words
from vintner.shipping.rules import Arrival, DispatchTerms, Transit
from vintner.shipping.rules.arrivals import WORKING_DAYS, arrival, leaves_on, packed_on, ready

PACIFIC = ZoneInfo("America/Los_Angeles")
TERMS = DispatchTerms(zone=PACIFIC, cutoff=time(14), packing_days=1)
TWO_TO_FOUR = Transit(least=2, most=4)
THANKSGIVING = date(2026, 11, 26)
CHRISTMAS, NEW_YEAR = date(2026, 12, 25), date(2027, 1, 1)


def at(text: str) -> datetime:
    """Return a moment by the store's clock."""
    return datetime.fromisoformat(text).replace(tzinfo=PACIFIC)


def days(found: Arrival | None) -> tuple[str, str]:
    assert found is not None
    return str(found.earliest), str(found.latest)


@pytest.mark.parametrize(
    ("placed", "earliest", "latest"),
    [
        ("2026-11-30 10:00", "2026-12-03", "2026-12-07"),  # Monday: packed and sent on Tuesday, over a weekend at most
        ("2026-11-30 13:59:59", "2026-12-03", "2026-12-07"),
        ("2026-11-30 14:00", "2026-12-04", "2026-12-08"),  # the cut-off itself is too late
        ("2026-12-04 10:00", "2026-12-09", "2026-12-11"),  # Friday: packed on Monday
        ("2026-12-04 15:00", "2026-12-10", "2026-12-14"),  # counts for Monday, packed on Tuesday
        ("2026-12-05 10:00", "2026-12-10", "2026-12-14"),  # Saturday and Sunday count for Monday
        ("2026-12-06 23:59", "2026-12-10", "2026-12-14"),
    ],
)
def test_the_moment_of_the_order_decides(placed: str, earliest: str, latest: str) -> None:
    assert days(arrival(TERMS, TWO_TO_FOUR, at(placed))) == (earliest, latest)


@pytest.mark.parametrize(
    ("placed", "holidays", "earliest", "latest"),
    [
        ("2026-11-24 10:00", {THANKSGIVING}, "2026-11-30", "2026-12-02"),  # on its way over the holiday
        ("2026-11-25 10:00", {THANKSGIVING}, "2026-12-01", "2026-12-03"),  # packed after the holiday
        ("2026-11-26 10:00", {THANKSGIVING}, "2026-12-02", "2026-12-04"),  # placed on the holiday: as on Friday
        ("2026-12-29 10:00", {CHRISTMAS, NEW_YEAR}, "2027-01-04", "2027-01-06"),  # over the end of the year
        ("2026-12-31 15:00", {CHRISTMAS, NEW_YEAR}, "2027-01-07", "2027-01-11"),
    ],
)
def test_nothing_moves_on_holidays(placed: str, holidays: set[date], earliest: str, latest: str) -> None:
    terms = replace(TERMS, holidays=frozenset(holidays))
    assert days(arrival(terms, TWO_TO_FOUR, at(placed))) == (earliest, latest)


def test_what_is_packed_waits_for_a_day_on_which_parcels_leave() -> None:
    terms = replace(TERMS, leaves_on=frozenset({0, 1, 2}))  # no wine in a truck over the weekend
    wednesday, late_on_tuesday = at("2026-12-02 10:00"), at("2026-12-01 15:00")
    assert (packed_on(terms, wednesday), leaves_on(terms, wednesday)) == (date(2026, 12, 3), date(2026, 12, 7))
    assert leaves_on(terms, late_on_tuesday) == date(2026, 12, 7)
    assert days(arrival(terms, Transit(least=1, most=2), wednesday)) == ("2026-12-08", "2026-12-09")


def test_a_parcel_may_leave_on_a_saturday_and_travels_from_monday_on() -> None:
    terms = replace(TERMS, leaves_on=frozenset({5}))
    assert days(arrival(terms, Transit(least=1, most=1), at("2026-12-02 10:00"))) == ("2026-12-07", "2026-12-07")


def test_with_nothing_to_wait_for_it_is_the_same_day() -> None:
    terms = replace(TERMS, packing_days=0)
    assert days(arrival(terms, Transit(least=0, most=0), at("2026-12-01 13:59"))) == ("2026-12-01", "2026-12-01")
    assert days(ready(terms, at("2026-12-01 14:00"))) == ("2026-12-02", "2026-12-02")


@pytest.mark.parametrize(
    ("moment", "packed"),
    [
        (datetime(2026, 10, 30, 20, 59, tzinfo=UTC), date(2026, 11, 2)),  # Friday 13:59 in summer
        (datetime(2026, 10, 30, 21, 0, tzinfo=UTC), date(2026, 11, 3)),
        (datetime(2026, 11, 2, 21, 59, tzinfo=UTC), date(2026, 11, 3)),  # Monday 13:59 in winter, an hour later by UTC
        (datetime(2026, 11, 2, 22, 0, tzinfo=UTC), date(2026, 11, 4)),
        (datetime(2027, 3, 12, 21, 59, tzinfo=UTC), date(2027, 3, 15)),  # Friday before the clocks go forward
        (datetime(2027, 3, 15, 20, 59, tzinfo=UTC), date(2027, 3, 16)),  # Monday after
        (datetime(2027, 3, 15, 21, 0, tzinfo=UTC), date(2027, 3, 17)),
    ],
)
def test_the_cut_off_is_by_the_store_s_clock_in_summer_and_winter(moment: datetime, packed: date) -> None:
    assert packed_on(TERMS, moment) == packed


def test_a_shopper_elsewhere_has_the_store_s_day() -> None:
    in_tokyo = datetime(2026, 12, 2, 3, 0, tzinfo=ZoneInfo("Asia/Tokyo"))  # Tuesday 10:00 in California
    assert packed_on(TERMS, in_tokyo) == date(2026, 12, 2)


def test_a_store_that_sends_nothing_promises_nothing() -> None:
    closed = frozenset(date(2026, 12, 1) + timedelta(days=each) for each in range(800))
    assert arrival(replace(TERMS, holidays=closed), TWO_TO_FOUR, at("2026-12-01 10:00")) is None
    assert arrival(replace(TERMS, leaves_on=frozenset()), TWO_TO_FOUR, at("2026-12-01 10:00")) is None


tables = st.builds(
    DispatchTerms,
    zone=st.sampled_from([PACIFIC, ZoneInfo("America/New_York"), ZoneInfo("UTC")]),
    cutoff=st.times(),
    packing_days=st.integers(0, 5),
    leaves_on=st.frozensets(st.integers(0, 6), min_size=1),
    holidays=st.frozensets(st.dates(date(2026, 11, 1), date(2027, 2, 1)), max_size=8),
)
moments = st.integers(0, 146 * 24 * 60).map(
    lambda minutes: datetime(2026, 10, 25, tzinfo=UTC) + timedelta(minutes=minutes)
)


@given(terms=tables, moment=moments, least=st.integers(0, 8), more=st.integers(0, 5))
def test_every_promise_can_be_kept(terms: DispatchTerms, moment: datetime, least: int, more: int) -> None:
    packed, left = packed_on(terms, moment), leaves_on(terms, moment)
    found = arrival(terms, Transit(least=least, most=least + more), moment)
    assert packed is not None and left is not None and found is not None  # noqa: PT018 - three values to narrow
    assert moment.astimezone(terms.zone).date() <= packed <= left <= found.earliest <= found.latest
    assert packed.weekday() in WORKING_DAYS
    assert left.weekday() in terms.leaves_on
    assert not terms.holidays & {packed, left, found.earliest, found.latest}
    assert least == 0 or found.earliest.weekday() in WORKING_DAYS


@given(terms=tables, moment=moments, later=st.timedeltas(timedelta(0), timedelta(days=10)))
def test_who_orders_later_gets_nothing_earlier(terms: DispatchTerms, moment: datetime, later: timedelta) -> None:
    first, second = (arrival(terms, TWO_TO_FOUR, each) for each in (moment, moment + later))
    assert first is not None and second is not None  # noqa: PT018 - two values to narrow
    assert first.earliest <= second.earliest
    assert first.latest <= second.latest


@pytest.mark.parametrize(
    ("carrier", "dates", "is_pickup", "words"),
    [
        ("FedEx Ground", ((2026, 12, 1), (2026, 12, 3)), False, "FedEx Ground, arrives Tue–Thu, Dec 1–3"),
        ("", ((2026, 12, 1), (2026, 12, 1)), False, "Arrives Tue, Dec 1"),
        ("", ((2026, 12, 30), (2027, 1, 4)), False, "Arrives Wed–Mon, Dec 30 – Jan 4"),
        ("", ((2026, 12, 1), (2026, 12, 8)), False, "Arrives Dec 1–8"),
        ("", ((2026, 12, 28), (2027, 1, 5)), False, "Arrives Dec 28 – Jan 5"),
        ("", ((2026, 12, 1), (2026, 12, 1)), True, "Ready Tue, Dec 1"),
        ("a courier", None, False, "A courier"),
        ("", None, False, ""),
    ],
)
def test_the_promise_in_words(
    carrier: str, dates: tuple[tuple[int, int, int], tuple[int, int, int]] | None, is_pickup: bool, words: str
) -> None:
    found = Arrival(earliest=date(*dates[0]), latest=date(*dates[1])) if dates else None
    assert arrival_words(carrier, found, is_pickup=is_pickup) == words
