"""What a cart costs, stage by stage. More in words: test_worked_examples.py."""

from dataclasses import replace
from decimal import Decimal

import pytest

from vintner.money import ZERO, Money
from vintner.pricing.rules.items import TaxStatus
from vintner.pricing.rules.taxes import TaxTerms
from vintner.pricing.tests.golden import BOOK, FLAT, FLAT_CANADA, FREE, ONTARIO, PICKUP, TEXAS
from vintner.pricing.tests.making import HALF_DOZEN, cost, item, with_promotions
from vintner.shipping.rules import Place

WITH_BULK = with_promotions(HALF_DOZEN)


@pytest.mark.parametrize(
    ("quantity", "subtotal"),
    [(1, 1699), (2, 3398), (3, 4587), (5, 7646), (6, 8155), (7, 9514)],
    ids=["no tier", "below the table", "first tier from", "first tier to", "second tier from", "open end"],
)
def test_bulk_table(quantity: int, subtotal: int) -> None:
    assert cost(item(1699, quantity), book=WITH_BULK).subtotal == Money(subtotal)


def test_vintages_of_one_product_count_together() -> None:
    made = cost(item(1000, 2, variation=11), item(2000, 1, variation=12), book=WITH_BULK)
    assert [line.subtotal for line in made.lines] == [Money(1800), Money(1800)]


def test_other_products_do_not_count() -> None:
    made = cost(item(1000, 2), item(1000, 9, product=2), book=WITH_BULK)
    assert made.subtotal == Money(11_000)
    assert made.adjustments == ()


def test_a_promotion_starts_from_the_sale_price() -> None:
    [line] = cost(item(1000, 3, regular=2000), book=WITH_BULK).lines
    assert (line.unit_price, line.regular_unit) == (Money(900), Money(2000))


@pytest.mark.parametrize(
    ("subtotal", "offered", "chosen"),
    [
        (9999, [FLAT, PICKUP], FLAT),
        (10_000, [FLAT, FREE, PICKUP], FLAT),
    ],
    ids=["below the minimum", "from the minimum"],
)
def test_delivery_in_the_united_states(subtotal: int, offered: list[str], chosen: str) -> None:
    made = cost(item(subtotal), place=TEXAS)
    assert [option.rate_id for option in made.shipping_options] == offered
    assert made.shipping is not None
    assert made.shipping.rate_id == chosen


def test_free_shipping_asks_for_the_minimum_after_promotions() -> None:
    made = cost(item(2000, 6), place=TEXAS, rate_id=FREE, book=WITH_BULK)
    assert made.subtotal == Money(9600)
    assert made.shipping is not None
    assert made.shipping.rate_id == FLAT, "what is no longer offered falls back to the first"


@pytest.mark.parametrize("rate_id", ["", "flat_rate:99", "free_shipping:2", "nonsense"])
def test_a_delivery_that_is_not_offered_is_the_first(rate_id: str) -> None:
    made = cost(item(2000), place=ONTARIO, rate_id=rate_id)
    assert made.shipping is not None
    assert made.shipping.rate_id == FLAT_CANADA


def test_nothing_is_delivered_where_there_is_no_zone() -> None:
    made = cost(item(2000), place=Place(country="DE", state="BE"))
    assert (made.shipping_options, made.shipping, made.taxes) == ((), None, ())
    assert made.needs_shipping
    assert made.total == Money(2000)


def test_virtual_goods_need_no_delivery_but_are_taxed() -> None:
    made = cost(replace(item(2000), virtual=True))
    assert not made.needs_shipping
    assert made.shipping is None
    assert made.total == Money(2145)


def test_one_bottle_among_virtual_goods_needs_delivery() -> None:
    assert cost(replace(item(2000), virtual=True), item(1000, product=2)).shipping_total == Money(1000)


@pytest.mark.parametrize(
    ("status", "tax"),
    [(TaxStatus.TAXABLE, 218), (TaxStatus.SHIPPING, 73), (TaxStatus.NONE, 0)],
)
def test_what_of_a_product_is_taxed(status: TaxStatus, tax: int) -> None:
    assert cost(replace(item(2000), tax_status=status)).tax_total == Money(tax)


def test_no_tax_without_a_rate() -> None:
    assert cost(item(2000), place=TEXAS).taxes == ()


def test_a_tax_that_is_not_on_delivery() -> None:
    rate = replace(BOOK.tax_rates[0], on_shipping=False)
    assert cost(item(2000), book=replace(BOOK, tax_rates=(rate,))).tax_total == Money(145)


def test_goods_of_a_class_without_rates_pay_none() -> None:
    made = cost(replace(item(2000), tax_class="zero-rate"))
    assert made.tax_total == ZERO, "and delivery inherits their class"


def test_compound_taxes_come_on_top_of_the_others() -> None:
    rates = (
        TaxTerms(id=1, name="GST", percent=Decimal(5), country="CA"),
        TaxTerms(id=2, name="QST", percent=Decimal(10), country="CA", state="QC", priority=2, compound=True),
    )
    quebec = Place(country="CA", state="QC")
    made = cost(item(10_000), place=quebec, book=replace(BOOK, tax_rates=rates))
    assert [(tax.name, tax.amount.minor) for tax in made.taxes] == [("GST", 500 + 100), ("QST", 1050 + 210)]


def test_an_empty_cart_costs_nothing() -> None:
    made = cost()
    assert (made.lines, made.total, made.needs_shipping, made.shipping_options) == ((), ZERO, False, ())
