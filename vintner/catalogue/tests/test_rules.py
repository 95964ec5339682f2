"""Price and stock at a moment."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.catalogue.models import Variation
from vintner.catalogue.rules import LOW_STOCK, MOST_PER_LINE, Availability, Backorders, Price, Stock, price_at
from vintner.catalogue.wine_label import unstated_vintage
from vintner.money import Money

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
AMOUNTS = st.builds(Money, st.integers(0, 10_000_000))
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds
STOCKS = st.builds(
    Stock,
    counted=st.booleans(),
    free=st.integers(-5, 2_000),
    backorders=st.sampled_from(Backorders),
    flagged_in_stock=st.booleans(),
    low_at=st.none() | st.integers(0, 50),
)


@pytest.mark.parametrize(
    ("starts", "ends", "current"),
    [
        (None, None, 1500),
        (NOON, None, 1500),
        (NOON + timedelta(seconds=1), None, 2000),
        (None, NOON, 2000),
        (None, NOON + timedelta(seconds=1), 1500),
        (NOON - timedelta(days=1), NOON + timedelta(days=1), 1500),
    ],
    ids=["no dates", "starts now", "starts in a second", "ends now", "ends in a second", "runs"],
)
def test_a_sale_runs_from_its_start_until_before_its_end(
    starts: datetime | None, ends: datetime | None, current: int
) -> None:
    price = price_at(regular=Money(2000), sale=Money(1500), starts_at=starts, ends_at=ends, now=NOON)

    until = ends if current == 1500 else None
    assert price == Price(current=Money(current), regular=Money(2000), until=until)


def test_a_sale_that_is_not_cheaper_is_none() -> None:
    price = price_at(regular=Money(2000), sale=Money(2000), starts_at=None, ends_at=None, now=NOON)

    assert not price.on_sale


@pytest.mark.parametrize(
    ("name", "vintage"),
    [
        ("Syrah", "NV"),
        ("Syrah 2021", "2021"),
        ("Syrah 2021, the 2021", "2021"),
        ("Brut 1911 NV", "NV"),
        ("Vertical 1999 and 2001", ""),
        ("Solera 1883", "NV"),
        ("Lot 12019 20199", "NV"),
    ],
)
def test_the_vintage_of_a_wine_that_states_none(name: str, vintage: str) -> None:
    assert unstated_vintage(name) == vintage


def test_without_a_regular_price_there_is_no_price() -> None:
    assert Variation(regular_price=None, sale_price=Money(5)).price(NOON) is None


@given(AMOUNTS, st.none() | AMOUNTS, st.none() | MOMENTS, st.none() | MOMENTS, MOMENTS)
def test_nobody_pays_more_than_the_regular_price(
    regular: Money, sale: Money | None, starts: datetime | None, ends: datetime | None, now: datetime
) -> None:
    price = price_at(regular=regular, sale=sale, starts_at=starts, ends_at=ends, now=now)

    assert price is not None
    assert price.regular == regular
    assert price.current in (regular, sale)
    assert price.current <= regular
    assert price.on_sale == (price.current < regular)


@given(AMOUNTS, AMOUNTS, MOMENTS, MOMENTS)
def test_at_the_end_of_a_sale_the_regular_price_is_back(
    regular: Money, sale: Money, starts: datetime, ends: datetime
) -> None:
    price = price_at(regular=regular, sale=sale, starts_at=starts, ends_at=ends, now=ends)

    assert price is not None
    assert price.current == regular


@given(STOCKS, st.booleans())
def test_what_is_out_of_stock_cannot_be_bought_and_nothing_else(stock: Stock, alone: bool) -> None:
    sold_out = stock.availability is Availability.OUT_OF_STOCK

    assert (stock.most(sold_individually=alone) == 0) == sold_out


@given(STOCKS, st.booleans())
def test_nobody_can_buy_more_than_there_is(stock: Stock, alone: bool) -> None:
    most = stock.most(sold_individually=alone)

    assert 0 <= most <= MOST_PER_LINE
    if stock.counted and stock.backorders is Backorders.NO:
        assert most <= max(stock.free, 0)
    if alone:
        assert most <= 1


@given(STOCKS)
def test_only_counted_stock_is_ever_low(stock: Stock) -> None:
    if stock.availability is Availability.LOW:
        assert stock.counted
        assert 0 < stock.free <= (LOW_STOCK if stock.low_at is None else stock.low_at)


@pytest.mark.parametrize(
    ("free", "backorders", "availability"),
    [
        (3, Backorders.NO, Availability.IN_STOCK),
        (2, Backorders.NO, Availability.LOW),
        (0, Backorders.NO, Availability.OUT_OF_STOCK),
        (0, Backorders.NOTIFY, Availability.ON_BACKORDER),
        (0, Backorders.YES, Availability.ON_BACKORDER),
        (-4, Backorders.NO, Availability.OUT_OF_STOCK),
    ],
)
def test_what_the_shopper_is_told(free: int, backorders: Backorders, availability: Availability) -> None:
    assert Stock(counted=True, free=free, backorders=backorders).availability is availability
