"""Which tax rates count, and what they come to."""

from dataclasses import replace
from decimal import Decimal

import pytest

from vintner.money import Money
from vintner.pricing.rules.items import STANDARD, TaxStatus
from vintner.pricing.rules.taxes import TaxTerms, rates_for, shipping_tax_class, taxes_on
from vintner.shipping.rules import Place
from vintner.shipping.rules.postcodes import Postcodes

CALIFORNIA = Place(country="US", state="CA", postcode="94110", city="San Francisco")


def rate(number: int, country: str = "", state: str = "", priority: int = 1) -> TaxTerms:
    return TaxTerms(id=number, name=f"T{number}", percent=Decimal(5), country=country, state=state, priority=priority)


def there(number: int, postcodes: str = "", *cities: str, state: str = "CA") -> TaxTerms:
    return replace(rate(number, "US", state), postcodes=Postcodes.read(postcodes), cities=cities)


@pytest.mark.parametrize(
    ("rates", "counting"),
    [
        ([rate(1), rate(2, "US")], [2]),
        ([rate(1, "US"), rate(2, "US", "CA")], [2]),
        ([rate(5, "US"), rate(3, "US")], [3]),
        ([rate(1, "", "CA"), rate(2, "US")], [2]),
        ([rate(1, "CA"), rate(2, "US", "NY")], []),
        ([rate(1, "US", priority=2), rate(2, "US", "CA", priority=1)], [2, 1]),
        ([there(1), there(2, "94110")], [2]),
        ([there(1, "941*"), there(2, "94110;94111")], [2]),
        ([there(1, "94199"), there(2)], [2]),
        ([there(1, "941*"), there(2, "941*", "SAN FRANCISCO")], [2]),
        ([there(1, "", "SAN FRANCISCO"), there(2, "", "OAKLAND", "SAN FRANCISCO")], [2]),
        ([there(1, "941*", "OAKLAND"), there(2, "900*", "SAN FRANCISCO")], []),
        ([there(1, "94110;94111", state=""), there(2)], [2]),
        ([there(1, "", "OAKLAND", "SAN FRANCISCO"), there(2, "94110")], [2]),
    ],
    ids=[
        "country before blank",
        "state before blank",
        "lowest id",
        "country first",
        "elsewhere",
        "one per priority",
        "a postcode before none",
        "more postcodes",
        "another postcode",
        "a city before none",
        "more cities",
        "in both or not at all",
        "state before postcodes",
        "postcodes before cities",
    ],
)
def test_rates_that_count(rates: list[TaxTerms], counting: list[int]) -> None:
    assert [each.id for each in rates_for(rates, CALIFORNIA, "standard")] == counting


@pytest.mark.parametrize(
    ("cents", "percent", "tax"),
    [(1000, "7.25", 73), (999, "7.25", 72), (200, "7.25", 15), (100, "0.5", 1), (99, "0.5", 0)],
    ids=["72.5 up", "72.43 down", "14.5 up", "half a cent up", "below half"],
)
def test_a_tax_is_rounded_half_up(cents: int, percent: str, tax: int) -> None:
    only = TaxTerms(id=1, name="T", percent=Decimal(percent))
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


def test_a_compound_rate_is_on_the_price_and_the_taxes_before() -> None:
    gst = TaxTerms(id=1, name="GST", percent=Decimal(5))
    qst = TaxTerms(id=2, name="QST", percent=Decimal("9.975"), priority=2, compound=True)
    rates = rates_for([qst, gst], Place(country="CA", state="QC"), STANDARD)
    assert taxes_on(Money(100_00), rates) == {1: Money(500), 2: Money(1047)}
