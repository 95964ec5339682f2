"""Narrows a listing: the products that its filters leave, and how many each further choice would leave."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from vintner.catalogue.finding.bits import Marks
from vintner.catalogue.finding.filters import FACETS, Filters
from vintner.catalogue.finding.product_index import ProductIndex
from vintner.catalogue.finding.variation_table import OF_VARIATIONS

OFFERED: Final = 30
"""Values of a facet that a listing offers, the commonest first."""
PRICE: Final = "price"
_EVERY: Final = 1 << 30
"""More than the values of any facet."""

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class NarrowedListing:
    """The products of a listing after filtering, as a set of the `ProductIndex`, and the counts of its facets."""

    among: int
    counts: Counts
    fitting: Marks | None = field(default=None, compare=False)
    """The variations that the filters leave, as marks of the `VariationTable`; None where no filter is about them."""

    @property
    def total(self) -> int:
        """The number of products on all pages."""
        return self.among.bit_count()


def narrow(index: ProductIndex, base: int, filters: Filters, *, hits: bool = False) -> NarrowedListing:
    """Apply the filters to `base`. The counts of a facet respect the filters of all other facets but not its own.

    Of a facet with very many values, those that cannot be offered are left out. `hits` says that the base is the result
    of a search, so its counts are not cached.
    """
    if not filters and not hits:
        return NarrowedListing(base, index.shelf_counts(base, FACETS, OFFERED))
    choice = _Choice(index, base, filters)
    among = choice.products()
    apart = [facet for facet in FACETS if facet in filters.facets or choice.is_split(facet)]
    counts = index.counts(among, [facet for facet in FACETS if facet not in apart], OFFERED)
    for facet in apart:
        counts[facet] = choice.counts(facet)
    return NarrowedListing(among, counts, choice.fitting() if choice.splits else None)


def count_values(index: ProductIndex, base: int, filters: Filters, facet: str, keys: Iterable[str]) -> dict[str, int]:
    """Return key → how many products of `base` it would display, under the filters of all other facets."""
    choice = _Choice(index, base, filters)
    if choice.is_split(facet):
        counts = choice.counts(facet)
        return {key: counts.get(key, 0) for key in keys}
    others = choice.products(without=facet)
    return {key: (index.having(key) & others).bit_count() for key in keys}


class _Choice:
    """The filters, applied to products and to the variations of variable ones."""

    def __init__(self, index: ProductIndex, base: int, filters: Filters) -> None:
        self._index, self._base, self._filters = index, base, filters
        self._keys = {facet: [f"{facet}:{value}" for value in filters.values(facet)] for facet in filters.facets}
        self._parts = {facet: index.having_any(keys) for facet, keys in self._keys.items()}
        self._priced = filters.least is not None or filters.most is not None
        if self._priced:
            self._parts[PRICE] = index.priced(filters.least, filters.most)
        self._variable = index.variable
        own = self._priced or any(facet in OF_VARIATIONS for facet in self._keys)
        self.splits = own and self._variable != 0
        """Whether some variations of a product may be left, and others not."""

    def is_split(self, facet: str) -> bool:
        """Say whether a facet has to be counted variation by variation."""
        return self.splits and facet in OF_VARIATIONS

    def products(self, without: str = "") -> int:
        """Return the products that all filters leave but those of one facet."""
        found = self._base
        for facet, part in self._parts.items():
            if facet != without:
                found &= part
        if not self.splits:
            return found
        # A variable product is in each part that one of its variations fits. One of them has to fit all.
        fitting = self._index.with_variations(self.fitting(without))
        return found & (fitting | ~self._variable)

    def fitting(self, without: str = "") -> Marks:
        """Return the variations that all filters leave but those of one facet."""
        chosen = {facet: self._keys[facet] for facet in OF_VARIATIONS if facet in self._keys and facet != without}
        return self._index.variations.fitting(chosen, self._filters.least, self._filters.most)

    def counts(self, facet: str) -> dict[str, int]:
        """Return key → how many products each value of a facet would leave, under the filters of all others."""
        others = self.products(without=facet)
        if self.is_split(facet):
            single = self._index.counts(others & ~self._variable, [facet], _EVERY)[facet]
            variable = self._index.variation_counts(self.fitting(facet), others & self._variable, facet)
            return dict(Counter(single) + Counter(variable))
        counts = dict(self._index.counts(others, [facet], OFFERED)[facet])
        chosen = {key: (self._index.having(key) & others).bit_count() for key in self._keys.get(facet, ())}
        return counts | {key: number for key, number in chosen.items() if number}
