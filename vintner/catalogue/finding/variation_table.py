"""The variations of variable products, a row for each, by what belongs to one of them.

Whoever wants the vintage 2019 for up to $30 in stock wants one bottle that is all of it. The sets of a `ProductIndex`
say only that a product has each of these somewhere. Products with a single variation are not in the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vintner.catalogue.finding.bits import DEAREST, Marks, bits_of_marks, marks_of
from vintner.catalogue.finding.facet_columns import Column

Amounts = NDArray[np.int64]

OF_VARIATIONS: Final[tuple[str, ...]] = ("vintage", "bottle-size", "in_stock", "on_sale")
"""Facets whose values belong to a variation; so does the price."""
NO_PRICE: Final = int(np.iinfo(np.int64).max)
_FREE: Final = -1
"""In place of the product, in a row without variation."""
_UNPRICED: Final = -1
_ROWS_AT_ONCE: Final = 64
"""The table grows by so many rows, or by an eighth."""


class VariationRow(NamedTuple):
    """A variation in the table. `price` in cents; `keys` are those of OF_VARIATIONS."""

    variation_id: int
    price: int | None
    keys: tuple[str, ...]


class VariationTable:
    """The variations of products. A product is named by its place in the `ProductIndex`."""

    def __init__(self) -> None:
        self._ids = np.empty(0, np.int64)
        self._places = np.empty(0, np.intp)
        self._prices = np.empty(0, np.int64)
        self._columns = {facet: Column({}, 0) for facet in OF_VARIATIONS}
        self._rows: dict[int, list[int]] = {}
        """Place of a product → the rows of its variations, in the merchant's order."""
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._rows)

    def fill(self, products: Iterable[tuple[int, Sequence[VariationRow]]]) -> None:
        """Fill an empty table. Putting products one by one would copy the columns again and again."""
        having: dict[str, dict[str, list[int]]] = {facet: {} for facet in OF_VARIATIONS}
        ids: list[int] = []
        places: list[int] = []
        prices: list[int] = []
        for place, variations in products:
            for each in variations:
                self._rows.setdefault(place, []).append(len(ids))
                for key in each.keys:
                    having[key.partition(":")[0]].setdefault(key, []).append(len(ids))
                ids.append(each.variation_id)
                places.append(place)
                prices.append(_number(each.price))
        self._ids, self._prices = np.array(ids, np.int64), np.array(prices, np.int64)
        self._places = np.array(places, np.intp)
        self._columns = {
            facet: Column({key: np.array(rows, np.intp) for key, rows in keys.items()}, len(ids))
            for facet, keys in having.items()
        }

    def put(self, place: int, variations: Sequence[VariationRow]) -> None:
        """Set the variations of one product."""
        former = self._rows.pop(place, [])
        self._places[former] = _FREE
        self._free += former
        if len(self._free) < len(variations):
            self._grow(max(_ROWS_AT_ONCE, len(variations), len(self._ids) // 8))
        for each in variations:
            row = self._free.pop()
            self._rows.setdefault(place, []).append(row)
            self._ids[row], self._places[row], self._prices[row] = each.variation_id, place, _number(each.price)
            for facet, column in self._columns.items():
                column.put(row, [key for key in each.keys if key.startswith(f"{facet}:")])

    def _grow(self, more: int) -> None:
        self._free += range(len(self._ids), len(self._ids) + more)
        self._ids, self._prices = (np.pad(column, (0, more)) for column in (self._ids, self._prices))
        self._places = np.pad(self._places, (0, more), constant_values=_FREE)
        for column in self._columns.values():
            column.grow(more)

    def fitting(self, chosen: Mapping[str, Iterable[str]], least: int | None, most: int | None) -> Marks:
        """Return for each row whether the variation has one of the keys of each facet, and a price in the range."""
        marks: Marks = self._places != _FREE
        for facet, keys in chosen.items():
            marks &= self._columns[facet].marks(keys)
        if least is not None or most is not None:
            marks &= self._prices >= max(least or 0, 0)
        if most is not None:
            marks &= self._prices <= most
        return marks

    def products(self, marks: Marks, size: int) -> int:
        """Return the products, out of `size`, of which a variation is marked."""
        held = np.zeros(size, np.bool_)
        held[self._places[marks]] = True
        return bits_of_marks(held)

    def counts(self, marks: Marks, among: int, size: int, facet: str) -> dict[str, int]:
        """Return key → how many products of `among` have a marked variation with it."""
        rows = np.flatnonzero(marks)
        rows = rows[marks_of(among, size)[self._places[rows]]]
        return self._columns[facet].counts_once(rows, self._places[rows], size)

    def ids(self, marks: Marks, place: int) -> tuple[int, ...]:
        """Return the ids of the marked variations of a product."""
        return tuple(int(self._ids[row]) for row in self._rows.get(place, ()) if marks[row])

    def lowest_prices(self, marks: Marks, size: int) -> Amounts:
        """Return for each of `size` products the lowest price of its marked variations, else NO_PRICE."""
        rows = np.flatnonzero(marks & (self._prices != _UNPRICED))
        lowest = np.full(size, NO_PRICE, np.int64)
        np.minimum.at(lowest, self._places[rows], self._prices[rows])
        return lowest


def _number(price: int | None) -> int:
    return _UNPRICED if price is None else min(price, DEAREST)
