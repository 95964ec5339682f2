"""Finds values of a facet by name, for the searchable selects of a listing's filters.

A listing offers only the commonest values of a facet; a shop has thousands of producers.
"""

from typing import Final

from django.db import connection

from vintner.catalogue.category_tree import category_tree
from vintner.catalogue.finding.facet_props import FacetValue
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.finding.listing import base_of
from vintner.catalogue.finding.listing_query import ListingQuery
from vintner.catalogue.finding.narrowing import count_values
from vintner.catalogue.finding.search import LONGEST, read

SHORTEST: Final = 2
OFFERED: Final = 20
"""Values that are offered, those with the most wines first."""
_COMPARED: Final = 1_000
"""Values with a matching name that are compared by their wines."""

_MATCHES: Final = """
SELECT value.slug, value.name
  FROM catalogue_plain(%s) AS typed (text),
       (SELECT v.slug, v.name FROM catalogue_attributevalue v JOIN catalogue_attribute a ON a.id = v.attribute_id
         WHERE a.slug = %s
         UNION ALL
        SELECT slug, name FROM catalogue_producer WHERE %s = 'producer') AS value
 CROSS JOIN LATERAL strpos(catalogue_plain(value.name), typed.text) AS place
 WHERE typed.text <> '' AND place > 0
 ORDER BY place, value.name LIMIT %s
"""


def find_values(query: ListingQuery, facet: str, typed: str) -> list[FacetValue]:
    """Return the values of a facet whose name contains `typed`, with the number of wines each would display.

    Case and accents make no difference. A value that no wine of the listing has is left out. One to five queries.
    """
    if not SHORTEST <= len(typed) <= LONGEST:
        return []
    with connection.cursor() as cursor:
        names = cursor.execute(_MATCHES, [typed, facet, facet, _COMPARED]).fetchall()
    if not names:
        return []
    readings = read(query.search) if query.search else None
    categories = category_tree()
    chosen = query.filters.values(facet)
    with current_index() as index:
        base, _ = base_of(query, categories, readings, index)
        counts = count_values(index, base, query.filters, facet, [f"{facet}:{slug}" for slug, _ in names])
    values = [
        FacetValue(value=slug, label=name, count=count, chosen=slug in chosen)
        for slug, name in names
        if (count := counts[f"{facet}:{slug}"])
    ]
    return sorted(values, key=lambda value: -value.count)[:OFFERED]
