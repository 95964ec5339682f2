"""The parameters of an address that a page reads. The view of a cached page gets no others: no other makes a page."""

import re
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict

from vintner.catalogue.finding.filters import FACETS, LEAST, MOST
from vintner.catalogue.finding.listing_query import SEARCH_SORTS, SORTS
from vintner.catalogue.product.variation_choices import CHOICE, list_choice_fields
from vintner.catalogue.reviews.texts import OWN_REVIEW, own_review_id
from vintner.pricing.cases import SIZES

Parameters = Iterator[tuple[str, str]]
ReadParameters = Callable[[QueryDict], Parameters]
"""Yields the parameters of an address that a kind of page depends on."""

QUANTITY: Final = "quantity"
"""Chooses a case on the page of a wine."""
_QUANTITIES: Final = {str(size): size for size in SIZES if size > 1}
REVIEWS_PAGE: Final = "cpage"
"""Chooses a page of reviews on the page of a wine."""
SEARCH, SORT = "s", "orderby"
VALUES_OF, VALUES_LIKE = "values_of", "values_like"
"""Parameters of a listing's address that request values of one facet instead of the page."""
_OF_CAMPAIGNS: Final = ("utm_", "gclid", "fbclid", "msclkid")
"""Beginnings of parameters that say where a visitor came from."""


def read_nothing(query: QueryDict) -> Parameters:
    """Yield nothing: no parameter changes the page."""
    yield from ()


def read_listing(query: QueryDict) -> Parameters:
    """Yield those of the shop, a category or a tag: filters, sort order, and a request for values of a facet."""
    yield from ((name, value) for name in FACETS for value in query.getlist(name) if value)
    yield from ((name, value) for name in (LEAST, MOST) if (value := query.get(name)))
    if (sort := query.get(SORT, "")) in SORTS | SEARCH_SORTS:
        yield SORT, sort
    if VALUES_OF in query:
        yield from ((name, query.get(name, "")) for name in (VALUES_OF, VALUES_LIKE))


def read_search(query: QueryDict) -> Parameters:
    """Yield those of a search: its text, and those of a listing."""
    yield SEARCH, query.get(SEARCH, "")
    yield from read_listing(query)


def read_product(query: QueryDict) -> Parameters:
    """Yield those of a product's page: a variation, a case, a page of reviews, the author's own review."""
    if any(name.startswith(CHOICE) for name in query):
        yield from ((name, query.get(name, "")) for name in list_choice_fields() if name in query)
    if (quantity := chosen_quantity(query)) > 1:
        yield QUANTITY, str(quantity)
    if (page := chosen_reviews_page(query)) > 1:
        yield REVIEWS_PAGE, str(page)
    if own_review_id(own := query.get(OWN_REVIEW, "")):
        yield OWN_REVIEW, own


def select_parameters(query: QueryDict, read: ReadParameters) -> QueryDict:
    """Return the parameters of an address that a page depends on."""
    return QueryDict(urlencode(list(read(query))))


def page_address(path: str, query: QueryDict) -> str:
    """Return the path of a page with its parameters, but for those of campaigns."""
    kept = [(name, values) for name, values in query.lists() if not name.startswith(_OF_CAMPAIGNS)]
    return f"{path}?{urlencode(kept, doseq=True)}" if kept else path


def chosen_quantity(query: QueryDict) -> int:
    """Return the case that an address chooses: 6 or 12, 1 for none."""
    return next((_QUANTITIES[value] for value in reversed(query.getlist(QUANTITY)) if value in _QUANTITIES), 1)


def chosen_reviews_page(query: QueryDict) -> int:
    """Return the page of reviews that an address chooses, the first where it names none."""
    page = query.get(REVIEWS_PAGE, "")
    return int(page) if re.fullmatch("[0-9]{1,6}", page) else 1
