"""Asks the index of the search."""

from vintner.catalogue.finding import search
from vintner.catalogue.finding.index_refresh import current_index


def search_products(question: str) -> list[int]:
    readings = search.read(question)
    with current_index() as index:
        found = search.find(readings, index)
        return index.in_tiers(found.among, found.tiers, 0, 99)
