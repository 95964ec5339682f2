"""The page of a listing: the shop, a category, a tag or the results of a search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from math import ceil
from operator import and_, or_
from typing import NamedTuple, cast

from django.conf import settings
from django.urls import reverse

from vintner.catalogue.category_tree import CategoryTree, category_tree
from vintner.catalogue.finding import search
from vintner.catalogue.finding.facet_props import QueryParameter
from vintner.catalogue.finding.facets import facet_panel
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.finding.listing_query import RELEVANCE, ListingQuery
from vintner.catalogue.finding.narrowing import NarrowedListing, narrow
from vintner.catalogue.finding.product_index import ProductIndex
from vintner.catalogue.pages import (
    Card,
    ListingPage,
    Pagination,
    Paging,
    SearchNote,
    SortOption,
)
from vintner.catalogue.product.structured_data import breadcrumb_ld
from vintner.catalogue.variation_cards import cards_of_variations
from vintner.web.page import Head, Link, Shared

PAGE_SIZE = settings.LISTING_PAGE_SIZE
ALTERNATIVES = 4
CARD_SIZES = "(min-width: 64em) 22vw, (min-width: 40em) 30vw, 45vw"
"""The `sizes` of a card's picture; the same text as in the card's component."""


@dataclass(frozen=True, slots=True)
class _Results:
    """The wines of the listing, the ids of those on the page, and of other wines where there are none."""

    narrowed: NarrowedListing
    product_ids: list[int]
    variation_ids: Mapping[int, Sequence[int]]
    """Of variable wines on the page, the variations that the filters leave; none where no filter is about them."""
    others: list[int]
    search_result: search.SearchResult | None

    @property
    def pages(self) -> int:
        return max(1, ceil(self.narrowed.total / PAGE_SIZE))


class FoundProducts(NamedTuple):
    """The products of one page of a listing, and how many pages there are."""

    ids: list[int]
    pages: int


def find_products(query: ListingQuery) -> FoundProducts:
    """Return the products of a page without its props. One query, up to three more for a search."""
    results = _find_results(query, category_tree())
    return FoundProducts(results.product_ids, results.pages)


def listing_page(query: ListingQuery, shared: Shared, now: datetime) -> ListingPage | None:
    """Return the page, None when it is behind the last one. At most eight queries."""
    categories = category_tree()
    results = _find_results(query, categories)
    if query.page > results.pages:
        return None
    cards = cards_of_variations(results.product_ids or results.others, results.variation_ids, now)
    wines, others = (cards, ()) if results.product_ids else ((), cards)
    panel = facet_panel(
        results.narrowed,
        query.filters,
        action=query.path(),
        other_parameters=[*query.search_parameters(), *query.sort_parameters()],
        url=query.url_with,
    )
    return ListingPage(
        head=_listing_head(query, wines),
        shared=shared,
        title=query.title,
        intro=query.category.description if query.category else "",
        breadcrumbs=_breadcrumbs(query),
        search=_search_note(query, results.search_result),
        facets=panel,
        sort=query.order,
        sort_options=tuple(SortOption(value=value, label=label) for value, label in query.sorts.items()),
        other_parameters=_sort_form_parameters(query),
        paging=cast("Paging", settings.LISTING_PAGING),  # checked where it is set
        waits_for_images=settings.LISTING_WAITS_FOR_IMAGES,
        cards=wines,
        others=others,
        pagination=_pagination(query, results),
    )


def _find_results(query: ListingQuery, categories: CategoryTree) -> _Results:
    """Return the wines of the page. One query, up to three more for a search."""
    start = (query.page - 1) * PAGE_SIZE
    readings = search.read(query.search) if query.search else None
    with current_index() as index:
        base, found = base_of(query, categories, readings, index)
        narrowed = narrow(index, base, query.filters, hits=found is not None)
        if found is not None and query.order == RELEVANCE:
            ids = index.in_tiers(narrowed.among, found.tiers, start, PAGE_SIZE)
        else:
            ids = index.in_order(narrowed.among, query.order, start, PAGE_SIZE, narrowed.fitting)
        if narrowed.total:
            fitting = narrowed.fitting
            return _Results(narrowed, ids, {} if fitting is None else index.variation_ids(fitting, ids), [], found)
        in_stock = index.having("listed") & index.having("in_stock:1")
        return _Results(narrowed, [], {}, index.in_order(in_stock, "popularity", 0, ALTERNATIVES), found)


def base_of(
    query: ListingQuery, categories: CategoryTree, readings: Sequence[search.Reading] | None, index: ProductIndex
) -> tuple[int, search.SearchResult | None]:
    """Return the products of a listing before it is filtered, and the search result if it is a search."""
    base = reduce(and_, map(index.having, query.base))
    if query.category:  # with the wines of the categories below it
        slugs = categories.slugs_within(query.category.slug)
        base &= reduce(or_, (index.having(f"category:{slug}") for slug in slugs))
    if query.only_ids is not None:
        base &= index.with_ids(query.only_ids)
    found = None if readings is None else search.find(readings, index)
    return base & (-1 if found is None else found.among), found


def _search_note(query: ListingQuery, found: search.SearchResult | None) -> SearchNote | None:
    if found is None:
        return None
    return SearchNote(question=query.search, corrected=found.corrected, close=found.close)


def _sort_form_parameters(query: ListingQuery) -> tuple[QueryParameter, ...]:
    """Return what the sort form sends along, so that a new order keeps the search and the filters."""
    parameters = [*query.search_parameters(), *query.filters.parameters()]
    return tuple(QueryParameter(name=name, value=value) for name, value in parameters)


def _pagination(query: ListingQuery, results: _Results) -> Pagination:
    first = (query.page - 1) * PAGE_SIZE + 1 if results.narrowed.total else 0
    return Pagination(
        url=query.url(query.page),
        page=query.page,
        pages=results.pages,
        first=first,
        last=min(query.page * PAGE_SIZE, results.narrowed.total),
        total=results.narrowed.total,
        previous_url=query.url(query.page - 1) if query.page > 1 else "",
        next_url=query.url(query.page + 1) if query.page < results.pages else "",
    )


def _breadcrumbs(query: ListingQuery) -> tuple[Link, ...]:
    trail = [Link(label="Home", url="/"), Link(label="All wines", url=reverse("shop"))]
    if query.category or query.tag or query.search:
        trail.append(Link(label=query.title, url=query.url_with(type(query.filters)())))
    elif query.title != trail[-1].label:
        trail.append(Link(label=query.title, url=query.url(1)))
    return tuple(trail)


def _listing_head(query: ListingQuery, wines: Sequence[Card]) -> Head:
    """Return the head. Search engines are asked to leave out searches and filtered listings: they are endless."""
    page = f", page {query.page}" if query.page > 1 else ""
    return Head(
        title=f"{query.title}{page} – {settings.STORE_NAME}",
        description=f"{query.title} at {settings.STORE_NAME}.",
        canonical=settings.STORE_URL + query.canonical(),
        robots="noindex, follow" if query.search or query.filters else "",
        json_ld=(breadcrumb_ld(_breadcrumbs(query)),),
        preload=wines[0].image if wines else None,
        preload_sizes=CARD_SIZES,
    )
