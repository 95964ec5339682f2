"""Which tax rates count, and what they come to."""

from decimal import Decimal

import pytest

from vintner.money import Money
from vintner.pricing.rules.taxes import TaxRate, TaxStatus, rates_for, shipping_tax_class, taxes_on
from vintner.shipping.rules import Place

CALIFORNIA = Place(country="US", state="CA")


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
