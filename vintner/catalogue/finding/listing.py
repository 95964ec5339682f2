"""The shop, its shelves and the answers to a search, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from math import ceil
from operator import and_, or_
from typing import cast

from django.conf import settings
from django.urls import reverse

from vintner.catalogue.cards import cards_of
from vintner.catalogue.category_tree import CategoryTree, category_tree
from vintner.catalogue.finding import search
from vintner.catalogue.finding.facets import Choice, choose, facet_panel
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.finding.listing_query import RELEVANCE, ListingQuery
from vintner.catalogue.finding.product_index import ProductIndex
from vintner.catalogue.models import category_address
from vintner.catalogue.pages import (
    Card,
    KeptParameter,
    ListingPage,
    Pagination,
    Paging,
    SearchNote,
    SortOption,
)
from vintner.catalogue.product.structured_data import breadcrumb_ld
from vintner.web.page import Head, Link, Shared

PAGE_SIZE = settings.LISTING_PAGE_SIZE
ALTERNATIVES = 4
CARD_SIZES = "(min-width: 64em) 22vw, (min-width: 40em) 30vw, 45vw"
"""How wide a card's picture is drawn; the same text as in the card's component."""


@dataclass(frozen=True, slots=True)
class _Picked:
    """What is shown: the choice, the ids of the page's wines, and other wines where there are none."""

    choice: Choice
    product_ids: list[int]
    others: list[int]
    found: search.Found | None

    @property
    def pages(self) -> int:
        return max(1, ceil(self.choice.total / PAGE_SIZE))


def listing_page(query: ListingQuery, shared: Shared, now: datetime) -> ListingPage | None:
    """Return the page asked for, None when it lies behind the last one. At most eight queries."""
    categories = category_tree()
    picked = _pick(query, categories)
    if query.page > picked.pages:
        return None
    shown = cards_of(picked.product_ids or picked.others, now)
    wines, others = (shown, ()) if picked.product_ids else ((), shown)
    panel = facet_panel(
        picked.choice,
        query.filters,
        action=query.path(),
        kept=[*query.question(), *query.ordering()],
        url=query.filtered,
    )
    return ListingPage(
        head=_head(query, wines),
        shared=shared,
        title=query.title,
        intro=query.category.description if query.category else "",
        breadcrumbs=_breadcrumbs(query),
        categories=tuple(each.link for each in categories.shelves),
        current_category=category_address(query.category.slug) if query.category else "",
        search=_note(query, picked.found),
        facets=panel,
        sort=query.order,
        sort_options=tuple(SortOption(value=value, label=label) for value, label in query.sorts.items()),
        kept=_sort_form_parameters(query),
        paging=cast("Paging", settings.LISTING_PAGING),  # checked where it is set
        waits_for_images=settings.LISTING_WAITS_FOR_IMAGES,
        cards=wines,
        others=others,
        pagination=_pagination(query, picked),
    )


def _pick(query: ListingQuery, categories: CategoryTree) -> _Picked:
    """Find the wines of the page. One query, up to three more for a search."""
    start = (query.page - 1) * PAGE_SIZE
    readings = search.read(query.search) if query.search else None
    with current_index() as index:
        base, found = base_of(query, categories, readings, index)
        choice = choose(index, base, query.filters, hits=found is not None)
        if found is not None and query.order == RELEVANCE:
            ids = index.in_tiers(choice.among, found.tiers, start, PAGE_SIZE)
        else:
            ids = index.in_order(choice.among, query.order, start, PAGE_SIZE)
        if choice.total:
            return _Picked(choice, ids, [], found)
        in_stock = index.having("listed") & index.having("in_stock:1")
        return _Picked(choice, [], index.in_order(in_stock, "popularity", 0, ALTERNATIVES), found)


def base_of(
    query: ListingQuery, categories: CategoryTree, readings: Sequence[search.Reading] | None, index: ProductIndex
) -> tuple[int, search.Found | None]:
    """Return the products of a listing before it is filtered, and what was found if it is a search."""
    base = reduce(and_, map(index.having, query.base))
    if query.category:  # with the wines of the categories below it
        slugs = categories.slugs_within(query.category.slug)
        base &= reduce(or_, (index.having(f"category:{slug}") for slug in slugs))
    found = None if readings is None else search.find(readings, index)
    return base & (-1 if found is None else found.among), found


def _note(query: ListingQuery, found: search.Found | None) -> SearchNote | None:
    if found is None:
        return None
    return SearchNote(question=query.search, corrected=found.corrected, close=found.close)


def _sort_form_parameters(query: ListingQuery) -> tuple[KeptParameter, ...]:
    """Return what the sort form sends along, so that a new order keeps the search and the filters."""
    parameters = [*query.question(), *query.filters.parameters()]
    return tuple(KeptParameter(name=name, value=value) for name, value in parameters)


def _pagination(query: ListingQuery, picked: _Picked) -> Pagination:
    first = (query.page - 1) * PAGE_SIZE + 1 if picked.choice.total else 0
    return Pagination(
        url=query.url(query.page),
        page=query.page,
        pages=picked.pages,
        first=first,
        last=min(query.page * PAGE_SIZE, picked.choice.total),
        total=picked.choice.total,
        previous_url=query.url(query.page - 1) if query.page > 1 else "",
        next_url=query.url(query.page + 1) if query.page < picked.pages else "",
    )


def _breadcrumbs(query: ListingQuery) -> tuple[Link, ...]:
    trail = [Link(label="Home", url="/"), Link(label="All wines", url=reverse("shop"))]
    if query.category or query.tag or query.search:
        trail.append(Link(label=query.title, url=query.filtered(type(query.filters)())))
    return tuple(trail)


def _head(query: ListingQuery, wines: Sequence[Card]) -> Head:
    """Searches and filtered listings are endless, so search engines are asked to leave them out."""
    page = f", page {query.page}" if query.page > 1 else ""
    return Head(
        title=f"{query.title}{page} – {settings.STORE_NAME}",
        description=f"{query.title} from growers we know, sent to your door in the US and Canada.",
        canonical=settings.STORE_URL + query.canonical(),
        robots="noindex, follow" if query.search or query.filters else "",
        json_ld=(breadcrumb_ld(_breadcrumbs(query)),),
        preload=wines[0].image if wines else None,
        preload_sizes=CARD_SIZES,
    )
