"""What holds for every cart, whatever is in it."""

from decimal import Decimal
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from vintner.money import ZERO, Money
from vintner.pricing.quote import Item, PriceBook, Quote
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.taxes import TaxTerms, rates_for, taxes_on
from vintner.pricing.tests.drawn import carts, coupons, percents, price_books
from vintner.pricing.tests.golden import BOOK, PLACES
from vintner.pricing.tests.quoting import CARTS, places, quote_items, rate_ids
from vintner.shipping.rules import Place


@settings(max_examples=CARTS, deadline=None)  # a busy machine is no fault of the carts
@given(carts(), places, rate_ids, price_books(), coupons(), st.randoms(use_true_random=False))
def test_what_every_quote_keeps(
    items: list[Item], place: Place, rate_id: str, book: PriceBook, used: list[CouponTerms], random: Random
) -> None:
    made = quote_items(items, place, rate_id, book, used)
    the_parts_make_the_total(made)
    nothing_is_below_zero_and_no_discount_above_the_price(made)
    promotions_never_make_dearer_and_say_what_they_saved(items, made)
    shuffled, turned = list(items), list(used)
    random.shuffle(shuffled)
    random.shuffle(turned)
    the_order_of_lines_changes_nothing(made, quote_items(shuffled, place, rate_id, book, turned))


def the_parts_make_the_total(made: Quote) -> None:
    assert made.subtotal == Money.total(line.subtotal for line in made.lines)
    assert made.discount == Money.total(line.discount for line in made.lines)
    told = [*(each.amount for each in made.discounts), *(use.amount for use in made.coupons)]
    assert made.discount == Money.total(told), "every cent of discount has a name"
    assert made.total == made.subtotal - made.discount + made.shipping_total + made.fee_total + made.tax_total


def nothing_is_below_zero_and_no_discount_above_the_price(made: Quote) -> None:
    amounts = [made.total, made.subtotal, *(tax.amount for tax in made.taxes)]
    amounts += [each.amount for each in (*made.adjustments, *made.discounts)]
    amounts += [use.amount for use in made.coupons]
    assert all(amount >= ZERO for amount in amounts)
    assert all(ZERO <= line.unit_price <= line.regular_unit for line in made.lines)
    assert all(ZERO <= line.discount <= line.subtotal for line in made.lines)
    assert ZERO - (made.subtotal - made.discount) <= made.fee_total <= ZERO


def promotions_never_make_dearer_and_say_what_they_saved(items: list[Item], made: Quote) -> None:
    taken = {line.key for line in made.lines}
    before = Money.total(item.price * item.quantity for item in items if item.key in taken)
    assert made.subtotal + Money.total(each.amount for each in made.adjustments) == before
    assert {item.key for item in items if not item.given_by} <= taken, "only what was given can be taken back"


def the_order_of_lines_changes_nothing(one: Quote, other: Quote) -> None:
    assert (one.total, one.taxes, one.shipping, one.fees) == (other.total, other.taxes, other.shipping, other.fees)
    assert {line.key: line for line in one.lines} == {line.key: line for line in other.lines}


@given(st.integers(0, 500_000), st.integers(1, 400), st.integers(1, 400))
def test_quantities_add_up_without_promotions(price: int, first: int, second: int) -> None:
    def subtotal(quantity: int) -> Money:
        item = Item(key="x", product_id=1, variation_id=1, quantity=quantity, price=Money(price), regular=Money(price))
        return quote_items([item], PLACES["TX"], "", BOOK).subtotal

    assert subtotal(first) + subtotal(second) == subtotal(first + second)


@given(st.integers(0, 10**9), st.lists(st.tuples(percents, st.integers(1, 3), st.booleans()), max_size=6))
def test_a_tax_is_within_half_a_cent_of_its_exact_amount(cents: int, drawn: list[tuple[Decimal, int, bool]]) -> None:
    rates = [TaxTerms(id=n, name="T", percent=p, priority=q, compound=False) for n, (p, q, _) in enumerate(drawn)]
    for rate_id, amount in taxes_on(Money(cents), rates).items():
        exact = cents * rates[rate_id].percent / 100
        assert abs(amount.minor - exact) <= Decimal("0.5")


@given(st.lists(st.tuples(st.sampled_from(["", "US"]), st.sampled_from(["", "CA"]), st.integers(1, 3)), max_size=8))
def test_one_rate_counts_per_priority(drawn: list[tuple[str, str, int]]) -> None:
    rates = [
        TaxTerms(id=n, name="T", percent=Decimal(1), country=c, state=s, priority=p)
        for n, (c, s, p) in enumerate(drawn)
    ]
    counting = rates_for(rates, PLACES["CA"], "standard")
    assert [rate.priority for rate in counting] == sorted({priority for _, _, priority in drawn})
