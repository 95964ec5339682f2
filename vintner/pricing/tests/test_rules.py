"""Which promotion and which tax rates count."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from vintner.money import Money
from vintner.pricing.rules import (
    BulkTable,
    Condition,
    During,
    OfProducts,
    Promotion,
    TaxRate,
    TaxStatus,
    Tier,
    best_offer,
    rates_for,
    shipping_tax_class,
    taxes_on,
)
from vintner.shipping.rules import Place

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CALIFORNIA = Place(country="US", state="CA")


def promotion(number: int, percent: str, *conditions: Condition) -> Promotion:
    table = BulkTable(tiers=(Tier(at_least=2, at_most=None, percent_off=Decimal(percent)),))
    return Promotion(id=number, title=f"P{number}", conditions=conditions, benefits=(table,))


def winner(*promotions: Promotion, quantity: int = 2) -> int | None:
    offer = best_offer(promotions, product_id=1, price=Money(1000), quantity=quantity, now=NOON)
    return offer.promotion.id if offer else None


def test_the_biggest_discount_wins() -> None:
    assert winner(promotion(1, "10"), promotion(2, "20"), promotion(3, "15")) == 2


def test_of_equal_discounts_the_first_by_priority_wins() -> None:
    assert winner(promotion(7, "10"), promotion(2, "10")) == 7


def test_a_quantity_below_every_tier_gets_nothing() -> None:
    assert winner(promotion(1, "10"), quantity=1) is None


@pytest.mark.parametrize(
    ("condition", "wins"),
    [
        (OfProducts(product_ids=frozenset({1, 2})), 1),
        (OfProducts(product_ids=frozenset({2})), None),
        (During(), 1),
        (During(starts_at=NOON), 1),
        (During(starts_at=NOON + HOUR), None),
        (During(ends_at=NOON), None),
        (During(ends_at=NOON + HOUR), 1),
    ],
    ids=["of it", "of another", "always", "from now", "not yet", "just over", "still on"],
)
def test_conditions(condition: Condition, wins: int | None) -> None:
    assert winner(promotion(1, "10", condition)) == wins


def test_every_condition_must_hold() -> None:
    assert winner(promotion(1, "10", During(), OfProducts(product_ids=frozenset({9})))) is None


def rate(number: int, country: str = "", state: str = "", priority: int = 1) -> TaxRate:
    return TaxRate(id=number, name=f"T{number}", percent=Decimal(5), country=country, state=state, priority=priority)


@pytest.mark.parametrize(
    ("rates", "counting"),
    [
        ([rate(1), rate(2, "US")], [2]),
        ([rate(1, "US"), rate(2, "US", "CA")], [2]),
        ([rate(5, "US"), rate(3, "US")], [3]),
        ([rate(1, "", "CA"), rate(2, "US")], [2]),
        ([rate(1, "CA"), rate(2, "US", "NY")], []),
        ([rate(1, "US", priority=2), rate(2, "US", "CA", priority=1)], [2, 1]),
    ],
    ids=["country before blank", "state before blank", "lowest id", "country first", "elsewhere", "one per priority"],
)
def test_rates_that_count(rates: list[TaxRate], counting: list[int]) -> None:
    assert [each.id for each in rates_for(rates, CALIFORNIA, "standard")] == counting


@pytest.mark.parametrize(
    ("cents", "percent", "tax"),
    [(1000, "7.25", 73), (999, "7.25", 72), (200, "7.25", 15), (100, "0.5", 1), (99, "0.5", 0)],
    ids=["72.5 up", "72.43 down", "14.5 up", "half a cent up", "below half"],
)
def test_a_tax_is_rounded_half_up(cents: int, percent: str, tax: int) -> None:
    only = TaxRate(id=1, name="T", percent=Decimal(percent))
    assert taxes_on(Money(cents), [only]) == {1: Money(tax)}


@pytest.mark.parametrize(
    ("goods", "tax_class"),
    [
        ([], None),
        ([(TaxStatus.NONE, "standard")], None),
        ([(TaxStatus.SHIPPING, "reduced")], "reduced"),
        ([(TaxStatus.TAXABLE, "reduced"), (TaxStatus.TAXABLE, "standard")], "standard"),
    ],
    ids=["nothing", "untaxed", "of the goods", "standard wins"],
)
def test_delivery_is_taxed_like_the_goods(goods: list[tuple[TaxStatus, str]], tax_class: str | None) -> None:
    assert shipping_tax_class(goods) == tax_class
