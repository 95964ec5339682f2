"""The search index of all products, held as bitmaps in the memory of each process.

A key such as 'colour:red' is one integer whose bit n says whether the n-th product has it. Combining filters, counting
what each further one would leave and turning a page take microseconds, whether there are a thousand products or a
hundred thousand. As SQL, each would read every row.

Database triggers write the rows of the index (catalogue/migrations/sql/product_index.sql). Before each use,
`current_index` reads the rows written by transactions that the last refresh could not see, so a result is never older
than its request.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from heapq import merge
from itertools import islice
from typing import NamedTuple

import numpy as np

from vintner.catalogue.finding.bits import Marks, Members, Places, PriceBits, bits_of, marks_of, places_of
from vintner.catalogue.finding.facet_columns import Column
from vintner.catalogue.finding.variation_table import NO_PRICE, Amounts, VariationRow, VariationTable

SORTS: "dict[str, Callable[[IndexRow], tuple[object, ...]]]" = {
    "menu_order": lambda row: (not row.featured, row.name, row.product_id),
    "popularity": lambda row: (-row.sales, row.product_id),
    "rating": lambda row: (-row.rating, -row.ratings, row.product_id),
    "date": lambda row: (-row.created, row.product_id),
    "price": lambda row: (row.price is None, row.price or 0, row.product_id),
    "price-desc": lambda row: (row.price is None, -(row.price or 0), row.product_id),
    "title": lambda row: (row.name, row.product_id),
    "id": lambda row: (row.product_id,),
}
"""Value of `orderby` → what a product's place in that order depends on."""
PRICE_SORTS = ("price", "price-desc")
MANY = 3_000
"""After more changes at once than this, or than a tenth of all products, all orders are sorted anew."""
SORTED_AFRESH = 500
"""Up to so many products are sorted when needed. Of more, the cached order of all products is filtered."""
SHELVES = 100
"""Shelves whose counts are cached."""
_LENGTH = "name"
"""Facet of the keys that say how many words a product's name has."""


class IndexRow(NamedTuple):
    """A product in the index. `price` is the lowest in cents, `created` in seconds since 1970, `rating` in hundredths.

    `variations` are those of a variable product.
    """

    product_id: int
    keys: tuple[str, ...]
    name: str
    price: int | None
    featured: bool
    created: float
    sales: int
    rating: int
    ratings: int
    variations: tuple[VariationRow, ...] = ()


class WordSets(NamedTuple):
    """The products whose text has a word: in the name or a code; in anything but the descriptions; anywhere."""

    named: int
    stated: int
    anywhere: int


class ProductIndex:
    """All products by what they are filtered and sorted by. A set of products is an integer: bit n is product n."""

    def __init__(self) -> None:
        self._rows: list[IndexRow] = []
        self._places: dict[int, int] = {}
        self._having: dict[str, dict[str, Members]] = {}
        """Facet → key → the products that have it."""
        self._columns: dict[str, Column] = {}
        """Facet → the keys of each product; made when first needed."""
        self._prices = PriceBits()
        self.variations = VariationTable()
        self._orders: dict[str, Places] = {}
        self._shelves: dict[int, dict[str, dict[str, int]]] = {}
        """Shelf → its counts; emptied when a row changes."""
        self.cached_words: dict[str, WordSets] = {}
        """Word → its products. Filled and bounded by `word_index.py`."""

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, rows: Sequence[IndexRow]) -> None:
        """Add rows that are new, and replace rows that differ from the index."""
        differing = [row for row in rows if not self._knows(row)]
        if not differing:
            return
        self._shelves.clear()
        if len(differing) > max(MANY, len(self._rows) // 10):
            self._orders.clear()  # sorting anew is quicker, and done when an order is needed
        if not self._rows:
            self._fill(differing)
            return
        for column in self._columns.values():
            column.grow(sum(row.product_id not in self._places for row in differing))
        for row in differing:
            self._put_row(row)

    def _knows(self, row: IndexRow) -> bool:
        place = self._places.get(row.product_id)
        return place is not None and self._rows[place] == row

    def _fill(self, rows: Sequence[IndexRow]) -> None:
        """Fill an empty index. Setting bits one by one would copy each bitmap once per product."""
        self._orders.clear()
        self._columns.clear()
        self._rows = list(rows)
        self._places = {row.product_id: place for place, row in enumerate(rows)}
        found: dict[str, list[int]] = {}
        for place, row in enumerate(rows):
            for key in _keys(row):
                found.setdefault(key, []).append(place)
        for key, having in found.items():
            self._having.setdefault(_facet(key), {})[key] = Members(having, len(rows))
        self._prices.fill([row.price for row in rows])
        self.variations.fill((place, row.variations) for place, row in enumerate(rows) if row.variations)

    def _put_row(self, row: IndexRow) -> None:
        place = self._places.setdefault(row.product_id, len(self._rows))
        before: tuple[str, ...] = ()
        former: tuple[VariationRow, ...] = ()
        if place < len(self._rows):
            before, former = _keys(self._rows[place]), self._rows[place].variations
            self._replace(place, row)
        else:
            self._add(place, row)
        self._prices.put(place, row.price)
        if row.variations != former:
            self.variations.put(place, row.variations)
        for key in set(before) ^ set(_keys(row)):
            self._flip(place, key)
        for facet, column in self._columns.items():
            column.put(place, _keys_of(facet, row))

    def _add(self, place: int, row: IndexRow) -> None:
        self._rows.append(row)
        for sort in self._orders:
            self._insert(sort, place)

    def _replace(self, place: int, row: IndexRow) -> None:
        old = self._rows[place]
        moved = [sort for sort in self._orders if SORTS[sort](old) != SORTS[sort](row)]
        for sort in moved:
            self._orders[sort] = np.delete(self._orders[sort], self._rank(sort, old))
        self._rows[place] = row
        for sort in moved:
            self._insert(sort, place)

    def _insert(self, sort: str, place: int) -> None:
        self._orders[sort] = np.insert(self._orders[sort], self._rank(sort, self._rows[place]), place)

    def _rank(self, sort: str, row: IndexRow) -> int:
        """Return how many products of an order stand before this one."""
        return bisect_left(self._orders[sort], SORTS[sort](row), key=self._sort_key(sort))

    def _flip(self, place: int, key: str) -> None:
        facet = self._having.setdefault(_facet(key), {})
        members = facet.setdefault(key, Members((), len(self._rows)))
        members.flip(place, len(self._rows))
        if not members:
            del facet[key]

    def _sort_key(self, sort: str) -> Callable[[int], tuple[object, ...]]:
        return lambda place: SORTS[sort](self._rows[place])

    def having(self, key: str) -> int:
        """Return the products that have a key."""
        members = self._having.get(_facet(key), {}).get(key)
        return members.bits(len(self._rows)) if members else 0

    def having_any(self, keys: Iterable[str]) -> int:
        """Return the products that have one of the keys or more."""
        found = 0
        for key in keys:
            found |= self.having(key)
        return found

    def priced(self, least: int | None, most: int | None) -> int:
        """Return the products that have a variation whose price lies between two amounts in cents, both included."""
        single = self._prices.between(least, most) & ~self.variable
        return single | self.with_variations(self.variations.fitting({}, least, most))

    @property
    def variable(self) -> int:
        """The variable products, whose variations are in the table."""
        return self.with_variations(self.variations.fitting({}, None, None)) if self.variations else 0

    def with_variations(self, marks: Marks) -> int:
        """Return the products of marked variations."""
        return self.variations.products(marks, len(self._rows))

    def variation_counts(self, marks: Marks, among: int, facet: str) -> dict[str, int]:
        """Return key → how many of the variable products `among` have a marked variation with it."""
        return self.variations.counts(marks, among, len(self._rows), facet)

    def variation_ids(self, marks: Marks, product_ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return id of a product → the ids of its marked variations, for those of these products that have any."""
        found = {number: self.variations.ids(marks, self._places[number]) for number in product_ids}
        return {number: ids for number, ids in found.items() if ids}

    def with_ids(self, product_ids: Iterable[int]) -> int:
        """Return the products with these ids; unknown ids are ignored."""
        found = map(self._places.get, product_ids)
        return bits_of((place for place in found if place is not None), len(self._rows))

    def counts(self, among: int, facets: Iterable[str], most: int) -> dict[str, dict[str, int]]:
        """Return facet → key → how many of `among` have it, for at least the `most` keys that most of them have.

        Keys that none has are left out.
        """
        chosen = places_of(among, len(self._rows))
        return {facet: self._column(facet).counts(chosen, most) for facet in facets}

    def _column(self, facet: str) -> Column:
        if facet not in self._columns:
            size = len(self._rows)
            having = {key: members.places(size) for key, members in self._having.get(facet, {}).items()}
            self._columns[facet] = Column(having, size)
        return self._columns[facet]

    def shelf_counts(self, shelf: int, facets: Iterable[str], most: int) -> dict[str, dict[str, int]]:
        """Return the `counts` of a whole shelf from a cache, since most visitors choose no filter.

        The caller must not change the result.
        """
        if shelf not in self._shelves:
            if len(self._shelves) >= SHELVES:
                self._shelves.clear()
            self._shelves[shelf] = self.counts(shelf, facets, most)
        return self._shelves[shelf]

    def prepare(self) -> None:
        """Make every order and the columns of every facet, which are otherwise made when first needed."""
        for sort in SORTS:
            self._order(sort)
        for facet in self._having:
            self._column(facet)

    def in_order(self, among: int, sort: str, start: int, number: int, fitting: Marks | None = None) -> list[int]:
        """Return the ids of so many of `among` from `start` (0 is the first), in an order of SORTS.

        With `fitting` variations, a variable product is sorted by the lowest price of those.
        """
        size, end = len(self._rows), start + number
        if fitting is not None and sort in PRICE_SORTS:
            found = self._in_order_of_price(among, sort, end, self.variations.lowest_prices(fitting, size))[start:]
        elif among.bit_count() <= SORTED_AFRESH:
            found = sorted(places_of(among, size).tolist(), key=self._sort_key(sort))[start:end]
        else:
            found = self._from_order(among, sort)[start:end].tolist()
        return [self._rows[place].product_id for place in found]

    def _from_order(self, among: int, sort: str) -> Places:
        order = self._order(sort)
        return order[marks_of(among, len(self._rows))[order]]

    def _in_order_of_price(self, among: int, sort: str, end: int, prices: Amounts) -> list[int]:
        """Return the first places in an order of PRICE_SORTS. `prices` are those of variable products, by place."""

        def key(place: int) -> tuple[object, ...]:
            row = self._rows[place]
            if not row.variations:
                return SORTS[sort](row)
            price = int(prices[place])
            return SORTS[sort](row._replace(price=None if price == NO_PRICE else price))

        variable = self.variable
        moved = places_of(among & variable, len(self._rows))
        if len(moved) > end:  # sorting thousands takes longer than all else; of equal prices all stay
            ranks = prices[moved] if sort == "price" else np.where(prices[moved] == NO_PRICE, NO_PRICE, -prices[moved])
            moved = moved[ranks <= np.partition(ranks, end - 1)[end - 1]]
        single = self._from_order(among & ~variable, sort)[:end]
        return list(islice(merge(single.tolist(), sorted(moved.tolist(), key=key), key=key), end))

    def _order(self, sort: str) -> Places:
        if sort not in self._orders:
            self._orders[sort] = np.array(sorted(range(len(self._rows)), key=self._sort_key(sort)), np.intp)
        return self._orders[sort]

    def in_tiers(self, among: int, tiers: Iterable[int], start: int, number: int) -> list[int]:
        """Return the ids of so many of `among` from `start` on: the first tier's, then the next one's.

        Within a tier, names with few words come first: they have the fewest words besides those searched for.
        """
        found: list[int] = []
        lengths = [self.having(key) for key in sorted(self._having.get(_LENGTH, ()))]
        for tier in tiers:
            for length in lengths:
                here = tier & among & length
                size = here.bit_count()
                if size > start:
                    found += self.in_order(here, "popularity", start, number - len(found))
                if len(found) == number:
                    return found
                start = max(0, start - size)
        return found


def _keys(row: IndexRow) -> tuple[str, ...]:
    return (*row.keys, f"{_LENGTH}:{row.name.count(' '):02}")


def _keys_of(facet: str, row: IndexRow) -> tuple[str, ...]:
    return tuple(key for key in row.keys if _facet(key) == facet)


def _facet(key: str) -> str:
    return key.partition(":")[0]
