"""Facets: the products that the filters of a listing leave, and how many each further choice would leave."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.db import connection

from vintner.catalogue.finding.filters import FACETS, MANY, MOST_VALUES, ONE, RATINGS, Filters, Parameter, amount
from vintner.catalogue.finding.product_index import ProductIndex
from vintner.catalogue.pages import Chip, Facet, FacetPanel, FacetValue, QueryParameter

OFFERED: Final = 30
"""Values of a facet that a listing offers, the commonest first."""
PRICE: Final = "price"

_LABELS: Final = """
WITH asked AS (
    SELECT pair ->> 0 AS attribute, pair ->> 1 AS value FROM json_array_elements(%s::json) AS pair
)
SELECT a.slug || ':' || v.slug, v.name
  FROM asked
  JOIN catalogue_attribute a ON a.slug = asked.attribute
  JOIN catalogue_attributevalue v ON v.attribute_id = a.id AND v.slug = asked.value
 UNION ALL
SELECT 'producer:' || slug, name
  FROM catalogue_producer WHERE slug IN (SELECT value FROM asked WHERE attribute = 'producer')
"""
"""The pairs come as JSON: writing a hundred values as arrays of PostgreSQL took longer than the query."""

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class NarrowedListing:
    """The products of a listing after filtering, as a set of the `ProductIndex`, and the counts of its facets."""

    among: int
    counts: Counts

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
    parts = _filtered_sets(index, filters)
    among = _intersect(base, parts.values())
    free = [facet for facet in FACETS if facet not in parts]
    counts = index.counts(among, free, OFFERED)
    for facet in filters.facets:
        others = _intersect(base, (part for name, part in parts.items() if name != facet))
        counts |= index.counts(others, [facet], OFFERED)
        chosen = {key: (index.having(key) & others).bit_count() for key in _keys(facet, filters)}
        counts[facet] |= {key: number for key, number in chosen.items() if number}
    return NarrowedListing(among, counts)


def others_of(facet: str, index: ProductIndex, base: int, filters: Filters) -> int:
    """Apply all filters to `base` but those of one facet."""
    return _intersect(base, (part for name, part in _filtered_sets(index, filters).items() if name != facet))


def _filtered_sets(index: ProductIndex, filters: Filters) -> dict[str, int]:
    """Return facet → the products that its filter leaves, for the facets in use and the price."""
    parts = {facet: index.having_any(_keys(facet, filters)) for facet in filters.facets}
    if filters.least is not None or filters.most is not None:
        parts[PRICE] = index.priced(filters.least, filters.most)
    return parts


def _keys(facet: str, filters: Filters) -> list[str]:
    return [f"{facet}:{value}" for value in filters.values(facet)]


def _intersect(base: int, parts: Iterable[int]) -> int:
    for part in parts:
        base &= part
    return base


def facet_panel(
    narrowed: NarrowedListing,
    filters: Filters,
    *,
    action: str,
    other_parameters: Iterable[Parameter],
    url: Callable[[Filters], str],
) -> FacetPanel:
    """Return the facets as the page displays them. One query, for the names of the values."""
    offered = {facet: _offered_keys(facet, narrowed.counts.get(facet, {}), filters) for facet in FACETS}
    names = _names([key for facet in MANY for key, _ in offered[facet]])
    facets = [_facet(facet, offered[facet], names, filters) for facet in FACETS if offered[facet]]
    return FacetPanel(
        action=action,
        other_parameters=tuple(QueryParameter(name=name, value=value) for name, value in other_parameters),
        facets=tuple(facet for facet in facets if _is_useful(facet, narrowed.total)),
        least="" if filters.least is None else amount(filters.least),
        most="" if filters.most is None else amount(filters.most),
        chips=tuple(_chips(filters, names, url)),
        clear_url=url(Filters()),
        total=narrowed.total,
        most_chosen=MOST_VALUES,
        problems=(*filters.problems, *_unknown_values(filters, names)),
    )


def _offered_keys(facet: str, counts: Mapping[str, int], filters: Filters) -> list[tuple[str, int]]:
    """Return the keys to offer and their counts: the commonest, and those that are chosen."""
    if facet == "rating":
        keys = [f"rating:{stars}" for stars in RATINGS if f"rating:{stars}" in counts]
    else:
        keys = sorted(counts, key=lambda key: (-counts[key], key))[:OFFERED]
    chosen = [key for key in _keys(facet, filters) if key not in keys]
    return [(key, counts.get(key, 0)) for key in (*keys, *chosen)]


def _names(keys: list[str]) -> dict[str, str]:
    """Return the names of attribute values and producers by their keys; keys that nothing has are left out."""
    pairs = json.dumps([key.split(":", 1) for key in keys])
    with connection.cursor() as cursor:
        return dict(cursor.execute(_LABELS, [pairs]).fetchall())


def _label(facet: str, key: str, names: Mapping[str, str]) -> str:
    if facet == "rating":
        return f"{key[-1]} stars and up"
    if facet in ONE:
        return ONE[facet]
    return names.get(key, key.partition(":")[2])


def _facet(facet: str, offered: list[tuple[str, int]], names: Mapping[str, str], filters: Filters) -> Facet:
    chosen = set(_keys(facet, filters))
    values = [
        FacetValue(value=key.partition(":")[2], label=_label(facet, key, names), count=count, chosen=key in chosen)
        for key, count in offered
    ]
    if facet == "vintage":
        values.sort(key=lambda value: value.label, reverse=True)
    return Facet(name=facet, label=FACETS[facet], values=tuple(values), cut=len(values) >= OFFERED)


def _is_useful(facet: Facet, total: int) -> bool:
    """Say whether a facet would narrow the listing, or is in use."""
    return any(value.chosen or value.count != total for value in facet.values)


def _chips(filters: Filters, names: Mapping[str, str], url: Callable[[Filters], str]) -> Iterable[Chip]:
    for facet, value in filters.chosen:
        rest = tuple(pair for pair in filters.chosen if pair != (facet, value))
        label = _label(facet, f"{facet}:{value}", names)
        yield Chip(label=label, url=url(Filters(rest, filters.least, filters.most)))
    if filters.least is not None:
        yield Chip(label=f"From ${amount(filters.least)}", url=url(Filters(filters.chosen, None, filters.most)))
    if filters.most is not None:
        yield Chip(label=f"Up to ${amount(filters.most)}", url=url(Filters(filters.chosen, filters.least, None)))


def _unknown_values(filters: Filters, names: Mapping[str, str]) -> Iterable[str]:
    """Yield an error message for each value in the address that the catalogue does not have."""
    for facet, value in filters.chosen:
        if facet in MANY and f"{facet}:{value}" not in names:
            yield f"We know no {FACETS[facet].lower()} “{value[:40]}”."


def address_with(path: str, parameters: Iterable[Parameter]) -> str:
    """Return a path with its parameters."""
    query = urlencode(list(parameters))
    return f"{path}?{query}" if query else path
