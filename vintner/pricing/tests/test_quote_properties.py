"""What holds for every cart, whatever is in it."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from vintner.money import ZERO, Money
from vintner.pricing.quote import Item, PriceBook, Quote, quote
from vintner.pricing.rules import BulkTable, OfProducts, Promotion, TaxRate, TaxStatus, Tier, rates_for, taxes_on
from vintner.pricing.tests.golden import BOOK, PLACES
from vintner.shipping.rules import Place

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
places = st.sampled_from([*PLACES.values(), Place(country="DE"), Place(country="US")])
rate_ids = st.sampled_from(["", *(f"{m.kind}:{m.id}" for zone in BOOK.zones for m in zone.methods)])
percents = st.decimals(Decimal("0.01"), 100, places=2)


@st.composite
def carts(draw: st.DrawFn) -> list[Item]:
    numbers = draw(st.lists(st.integers(1, 60), unique=True, max_size=12))
    return [_item(draw, number) for number in numbers]


def _item(draw: st.DrawFn, number: int) -> Item:
    regular = draw(st.integers(0, 500_000))
    return Item(
        key=str(number),
        product_id=number // 3,
        variation_id=number,
        quantity=draw(st.integers(1, 999)),
        price=Money(draw(st.integers(0, regular))),
        regular=Money(regular),
        tax_status=draw(st.sampled_from(TaxStatus)),
        virtual=draw(st.booleans()),
    )


@st.composite
def books(draw: st.DrawFn) -> PriceBook:
    return replace(BOOK, promotions=tuple(_promotion(draw, number) for number in range(draw(st.integers(0, 3)))))


def _promotion(draw: st.DrawFn, number: int) -> Promotion:
    bounds = sorted(draw(st.lists(st.integers(1, 999), unique=True, min_size=1, max_size=4)))
    ends = [*(bound - 1 for bound in bounds[1:]), None]
    tiers = [Tier(at_least=a, at_most=b, percent_off=draw(percents)) for a, b in zip(bounds, ends, strict=True)]
    products = draw(st.frozensets(st.integers(0, 20)))
    conditions = (OfProducts(product_ids=products),) if products else ()
    return Promotion(id=number, title=f"P{number}", conditions=conditions, benefits=(BulkTable(tiers=tuple(tiers)),))


def cost(items: list[Item], place: Place, rate_id: str, book: PriceBook) -> Quote:
    return quote(items, place=place, rate_id=rate_id, book=book, now=NOON)


@given(carts(), places, rate_ids, books())
def test_the_total_adds_up(items: list[Item], place: Place, rate_id: str, book: PriceBook) -> None:
    made = cost(items, place, rate_id, book)
    assert made.subtotal == Money.total(line.subtotal for line in made.lines)
    assert made.total == made.subtotal - made.discount + made.shipping_total + made.tax_total


@given(carts(), places, rate_ids, books())
def test_nothing_is_below_zero(items: list[Item], place: Place, rate_id: str, book: PriceBook) -> None:
    made = cost(items, place, rate_id, book)
    amounts = [made.total, made.subtotal, *(tax.amount for tax in made.taxes), *(a.amount for a in made.adjustments)]
    assert all(amount >= ZERO for amount in amounts)
    assert all(ZERO <= line.unit_price <= line.regular_unit and line.subtotal >= ZERO for line in made.lines)


@given(carts(), places, rate_ids, books(), st.randoms(use_true_random=False))
def test_the_order_of_lines_changes_no_amount(
    items: list[Item], place: Place, rate_id: str, book: PriceBook, random: object
) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = cost(items, place, rate_id, book), cost(shuffled, place, rate_id, book)
    assert (one.total, one.taxes, one.shipping) == (other.total, other.taxes, other.shipping)
    assert {line.key: line for line in one.lines} == {line.key: line for line in other.lines}


@given(carts(), places, rate_ids, books())
def test_promotions_never_make_dearer_and_say_what_they_saved(
    items: list[Item], place: Place, rate_id: str, book: PriceBook
) -> None:
    before = Money.total(item.price * item.quantity for item in items)
    made = cost(items, place, rate_id, book)
    assert made.subtotal + Money.total(a.amount for a in made.adjustments) == before


@given(st.integers(0, 500_000), st.integers(1, 400), st.integers(1, 400))
def test_quantities_add_up_without_promotions(price: int, first: int, second: int) -> None:
    def subtotal(quantity: int) -> Money:
        item = Item(key="x", product_id=1, variation_id=1, quantity=quantity, price=Money(price), regular=Money(price))
        return cost([item], PLACES["TX"], "", BOOK).subtotal

    assert subtotal(first) + subtotal(second) == subtotal(first + second)


@given(st.integers(0, 10**9), st.lists(st.tuples(percents, st.integers(1, 3), st.booleans()), max_size=6))
def test_a_tax_is_within_half_a_cent_of_its_exact_amount(cents: int, drawn: list[tuple[Decimal, int, bool]]) -> None:
    rates = [TaxRate(id=n, name="T", percent=p, priority=q, compound=False) for n, (p, q, _) in enumerate(drawn)]
    for rate_id, amount in taxes_on(Money(cents), rates).items():
        exact = cents * rates[rate_id].percent / 100
        assert abs(amount.minor - exact) <= Decimal("0.5")


@given(st.lists(st.tuples(st.sampled_from(["", "US"]), st.sampled_from(["", "CA"]), st.integers(1, 3)), max_size=8))
def test_one_rate_counts_per_priority(drawn: list[tuple[str, str, int]]) -> None:
    rates = [
        TaxRate(id=n, name="T", percent=Decimal(1), country=c, state=s, priority=p) for n, (c, s, p) in enumerate(drawn)
    ]
    counting = rates_for(rates, PLACES["CA"], "standard")
    assert [rate.priority for rate in counting] == sorted({priority for _, _, priority in drawn})
