"""The bitmaps say the same as going through the products one by one, also after changes."""

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vintner.catalogue.finding import bits
from vintner.catalogue.finding import product_index as module
from vintner.catalogue.finding.filters import FACETS, Filters
from vintner.catalogue.finding.narrowing import narrow
from vintner.catalogue.finding.product_index import SORTS, IndexRow, ProductIndex
from vintner.catalogue.finding.variation_table import OF_VARIATIONS, VariationRow

COLOURS, GRAPES, VINTAGES = ("red", "white"), ("merlot", "syrah", "gamay"), ("2018", "2019", "2020")


@st.composite
def bottles(draw: st.DrawFn) -> VariationRow:
    keys = [f"vintage:{year}" for year in sorted(draw(st.sets(st.sampled_from(VINTAGES), max_size=2)))]
    keys += ["in_stock:1"] if draw(st.booleans()) else []
    return VariationRow(draw(st.integers(100, 999)), draw(st.none() | st.integers(0, 5_000)), tuple(keys))


@st.composite
def rows(draw: st.DrawFn, product_id: int | None = None) -> IndexRow:
    keys = [f"colour:{draw(st.sampled_from(COLOURS))}"]
    keys += [f"grape:{grape}" for grape in draw(st.sets(st.sampled_from(GRAPES)))]
    keys += ["listed"] if draw(st.integers(0, 9)) else []
    variations = tuple(draw(st.lists(bottles(), max_size=4)))
    if variations:
        keys += sorted({key for each in variations for key in each.keys})
    else:
        keys += draw(bottles()).keys
    prices = [each.price for each in variations if each.price is not None]
    return IndexRow(
        product_id=draw(st.integers(1, 40)) if product_id is None else product_id,
        keys=tuple(keys),
        name=draw(st.sampled_from("abcdef")),
        price=min(prices, default=None) if variations else draw(st.none() | st.integers(0, 5_000)),
        featured=draw(st.booleans()),
        created=draw(st.integers(0, 50)),
        sales=draw(st.integers(0, 3)),
        rating=draw(st.integers(0, 500)),
        ratings=draw(st.integers(0, 3)),
        variations=variations,
    )


def values(facet: str, names: tuple[str, ...]) -> st.SearchStrategy[list[tuple[str, str]]]:
    return st.sets(st.sampled_from(names)).map(lambda chosen: [(facet, value) for value in sorted(chosen)])


@st.composite
def filters(draw: st.DrawFn) -> Filters:
    chosen = [*draw(values("colour", COLOURS)), *draw(values("grape", GRAPES)), *draw(values("vintage", VINTAGES))]
    chosen += draw(values("in_stock", ("1",)))
    return Filters(tuple(chosen), draw(st.none() | st.integers(0, 5_000)), draw(st.none() | st.integers(0, 5_000)))


def fits(row: IndexRow, filters: Filters, *, without: str = "", key: str = "") -> bool:
    """Say, the plain way, whether a product belongs to what is asked for, and has a key besides."""
    if "listed" not in row.keys:
        return False
    shared = {each for each in row.keys if not row.variations or each.partition(":")[0] not in OF_VARIATIONS}
    return any(bottle_fits(shared | set(each.keys), each.price, filters, without, key) for each in bottles_of(row))


def price_order(row: IndexRow, filters: Filters) -> tuple[bool, int, int]:
    """Return the place of a wine by the price of what is left of it."""
    prices = [each.price for each in row.variations if fits(row._replace(variations=(each,)), filters)]
    known = [price for price in prices if price is not None] if is_about_bottles(filters) else []
    price = min(known, default=None) if row.variations and is_about_bottles(filters) else row.price
    return price is None, price or 0, row.product_id


def is_about_bottles(filters: Filters) -> bool:
    prices = filters.least is not None or filters.most is not None
    return prices or any(facet in OF_VARIATIONS for facet in filters.facets)


def bottles_of(row: IndexRow) -> tuple[VariationRow, ...]:
    return row.variations or (VariationRow(row.product_id, row.price, ()),)


def bottle_fits(keys: set[str], price: int | None, filters: Filters, without: str, key: str) -> bool:
    if key and key not in keys:
        return False
    for facet in filters.facets:
        wanted = {f"{facet}:{value}" for value in filters.values(facet)}
        if facet != without and not wanted & keys:
            return False
    if filters.least is not None and (price is None or price < filters.least):
        return False
    return filters.most is None or (price is not None and price <= filters.most)


def stored(first: list[IndexRow], later: list[IndexRow]) -> tuple[ProductIndex, dict[int, IndexRow]]:
    index = ProductIndex()
    index.put(list({row.product_id: row for row in first}.values()))
    index.counts(index.having("listed"), FACETS, 1)  # and changes find what counting keeps
    for sort in SORTS:
        index.in_order(index.having("listed"), sort, 0, 1)  # so that changes find orders to keep
    for row in later:
        index.put([row])
    return index, {row.product_id: row for row in (*first, *later)}


@pytest.mark.sweep
@pytest.mark.parametrize("afresh", [0, 500], ids=["orders kept", "sorted afresh"])
@pytest.mark.parametrize("scattered", [0, 10**9, 3], ids=["bitmaps", "lists", "both"])
@settings(max_examples=60, deadline=None)
@given(first=st.lists(rows(), max_size=25), later=st.lists(rows(), max_size=12), filters=filters())
def test_choices_and_counts_are_those_of_going_through_all(
    afresh: int, scattered: int, first: list[IndexRow], later: list[IndexRow], filters: Filters
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SORTED_AFRESH", afresh)
        patch.setattr(bits, "_SCATTERED", scattered)
        index, known = stored(first, later)
        choice = narrow(index, index.having("listed"), filters)
    fitting = {row.product_id for row in known.values() if fits(row, filters)}
    assert set(index.in_order(choice.among, "date", 0, 99)) == fitting
    assert choice.total == len(fitting)
    by_price = index.in_order(choice.among, "price", 0, 99, choice.fitting)
    assert by_price == sorted(fitting, key=lambda each: price_order(known[each], filters))
    for facet in FACETS:
        counts: dict[str, int] = {}
        for row in known.values():
            for key in row.keys:
                if key.startswith(f"{facet}:") and fits(row, filters, without=facet, key=key):
                    counts[key] = counts.get(key, 0) + 1
        assert choice.counts[facet] == counts


@pytest.mark.sweep
@pytest.mark.parametrize("afresh", [0, 500], ids=["orders kept", "sorted afresh"])
@settings(max_examples=60, deadline=None)
@given(first=st.lists(rows(), max_size=25), later=st.lists(rows(), max_size=12), sort=st.sampled_from(sorted(SORTS)))
def test_every_order_stays_sorted_through_changes(
    afresh: int, first: list[IndexRow], later: list[IndexRow], sort: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SORTED_AFRESH", afresh)
        in_order_is_sorted(first, later, sort)


def in_order_is_sorted(first: list[IndexRow], later: list[IndexRow], sort: str) -> None:
    index, known = stored(first, later)
    listed = sorted((row for row in known.values() if "listed" in row.keys), key=SORTS[sort])
    ids = [row.product_id for row in listed]
    assert index.in_order(index.having("listed"), sort, 0, 99) == ids
    assert index.in_order(index.having("listed"), sort, 3, 4) == ids[3:7]


@dataclass(frozen=True)
class IndexedPrices:
    least: int | None
    most: int | None
    found: set[int]


@pytest.mark.parametrize(
    "case",
    [
        IndexedPrices(None, None, {1, 2, 3}),
        IndexedPrices(1000, 1000, {1}),
        IndexedPrices(1001, None, {2, 3}),
        IndexedPrices(None, 999, set()),
        IndexedPrices(0, 2500, {1, 2}),
        IndexedPrices(None, 10**9, {1, 2, 3}),
    ],
)
def test_prices_are_found_by_range_ends_included(case: IndexedPrices) -> None:
    index = ProductIndex()
    blank = {"keys": (), "name": "", "featured": False, "created": 0.0, "sales": 0, "rating": 0, "ratings": 0}
    prices = {1: 1000, 2: 2500, 3: 10**12, 4: None}
    index.put([IndexRow(product_id=number, price=price, **blank) for number, price in prices.items()])  # type: ignore[arg-type]
    assert set(index.in_order(index.priced(case.least, case.most), "date", 0, 9)) == case.found


@settings(max_examples=60, deadline=None)
@given(first=st.lists(rows(), max_size=40), most=st.integers(1, 3))
def test_of_many_values_the_commonest_are_counted_exactly(first: list[IndexRow], most: int) -> None:
    index, known = stored(first, [])
    counted = index.counts(index.having("in_stock:1"), ["grape"], most)["grape"]
    grapes = Counter(key for row in known.values() if "in_stock:1" in row.keys for key in row.keys if "grape" in key)
    right = sorted(grapes.items(), key=lambda pair: (-pair[1], pair[0]))
    assert sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:most] == right[:most]


@settings(max_examples=60, deadline=None)
@given(first=st.lists(rows(), max_size=25), later=rows())
def test_the_kept_counts_of_a_shelf_are_forgotten_when_a_wine_changes(first: list[IndexRow], later: IndexRow) -> None:
    index, _ = stored(first, [])
    narrow(index, index.having("listed"), Filters())
    index.put([later])
    shelf = index.having("listed")
    assert narrow(index, shelf, Filters()) == narrow(index, shelf, Filters(), hits=True)
