"""The facets of a listing as its page displays them, with the number of products that each choice would leave."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final
from urllib.parse import urlencode

from django.db import connection
from django.utils import timezone

from vintner.catalogue.finding.facet_props import Chip, Facet, FacetPanel, FacetValue, QueryParameter
from vintner.catalogue.finding.filters import (
    FACETS,
    LEVELS,
    MANY,
    MOST_VALUES,
    ONE,
    RATINGS,
    Filters,
    Parameter,
    amount,
    noun_of,
    unknown_value,
)
from vintner.catalogue.finding.narrowing import OFFERED, NarrowedListing
from vintner.web.catalogue_version import VersionedCache

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

MOST_CHIPS: Final = 20
"""Choices that have a chip of their own."""
_name_cache: VersionedCache[str, str] = VersionedCache(20_000)
_facet_cache: VersionedCache[tuple[object, ...], Facet] = VersionedCache(2_000)
NAMED: Final = tuple(facet for facet in MANY if facet not in LEVELS)
"""Facets whose values have their names in the database."""


def facet_panel(
    narrowed: NarrowedListing,
    filters: Filters,
    *,
    action: str,
    other_parameters: Iterable[Parameter],
    url: Callable[[Filters], str],
) -> FacetPanel:
    """Return the facets as the page displays them. One query at most, for the names of the values."""
    offered = {facet: _offered_keys(facet, narrowed.counts.get(facet, {}), filters) for facet in FACETS}
    cached = _facet_cache.at(timezone.now())  # before the names are read
    names = _find_names([key for facet in NAMED for key, _ in offered[facet]])
    facets = []
    for facet, keys in offered.items():
        if not keys:
            continue
        content = (facet, filters.values(facet), *keys)
        if content not in cached:
            cached[content] = _facet(facet, keys, names, filters)
        facets.append(cached[content])
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


def _keys(facet: str, filters: Filters) -> list[str]:
    return [f"{facet}:{value}" for value in filters.values(facet)]


def _offered_keys(facet: str, counts: Mapping[str, int], filters: Filters) -> list[tuple[str, int]]:
    """Return the keys to offer and their counts: the commonest, and those that are chosen."""
    if facet == "rating" or facet in LEVELS:
        values = RATINGS if facet == "rating" else map(str, range(1, len(LEVELS[facet]) + 1))
        keys = [key for value in values if (key := f"{facet}:{value}") in counts]
    else:
        keys = sorted(counts, key=lambda key: (-counts[key], key))[:OFFERED]
    chosen = [key for key in _keys(facet, filters) if key not in keys]
    return [(key, counts.get(key, 0)) for key in (*keys, *chosen)]


def _find_names(keys: list[str]) -> Mapping[str, str]:
    """Return the names of attribute values and producers by their keys; keys that nothing has are left out.

    One query at most: names are cached for the catalogue version.
    """
    cached = _name_cache.at(timezone.now())
    if missing := [key for key in keys if key not in cached]:
        cached.update(_read_names(missing))
    return {key: cached[key] for key in keys if key in cached}


def _read_names(keys: list[str]) -> dict[str, str]:
    pairs = json.dumps([key.split(":", 1) for key in keys])
    with connection.cursor() as cursor:
        return dict(cursor.execute(_LABELS, [pairs]).fetchall())


def _label(facet: str, key: str, names: Mapping[str, str]) -> str:
    if facet == "rating":
        return f"{key[-1]} stars and up"
    if facet in LEVELS:
        return LEVELS[facet][int(key[-1]) - 1]
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
    return Facet(name=facet, label=FACETS[facet], noun=noun_of(facet), values=tuple(values), cut=len(values) >= OFFERED)


def _is_useful(facet: Facet, total: int) -> bool:
    """Say whether a facet would narrow the listing, or is in use."""
    return any(value.chosen or value.count != total for value in facet.values)


def _chips(filters: Filters, names: Mapping[str, str], url: Callable[[Filters], str]) -> Iterable[Chip]:
    """Yield a chip for each choice. Each has the address of all others, so the choices beyond the first have one in
    common.
    """
    for facet, value in filters.chosen[:MOST_CHIPS]:
        rest = tuple(pair for pair in filters.chosen if pair != (facet, value))
        label = _label(facet, f"{facet}:{value}", names)
        if facet in LEVELS:  # “Full” alone does not say of what
            label = f"{FACETS[facet]}: {label}"
        yield Chip(label=label, url=url(Filters(rest, filters.least, filters.most)))
    if more := len(filters.chosen[MOST_CHIPS:]):
        first = Filters(filters.chosen[:MOST_CHIPS], filters.least, filters.most)
        yield Chip(label=f"{more} more", url=url(first))
    if filters.least is not None:
        yield Chip(label=f"From ${amount(filters.least)}", url=url(Filters(filters.chosen, None, filters.most)))
    if filters.most is not None:
        yield Chip(label=f"Up to ${amount(filters.most)}", url=url(Filters(filters.chosen, filters.least, None)))


def _unknown_values(filters: Filters, names: Mapping[str, str]) -> Iterable[str]:
    """Yield an error message for each value in the address that the catalogue does not have."""
    for facet, value in filters.chosen:
        if facet in NAMED and f"{facet}:{value}" not in names:
            yield unknown_value(facet, value)


def address_with(path: str, parameters: Iterable[Parameter]) -> str:
    """Return a path with its parameters."""
    query = urlencode(list(parameters))
    return f"{path}?{query}" if query else path
