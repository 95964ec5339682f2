"""Views of listings: the shop, categories, tags, search, and suggestions while somebody types."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from vintner.catalogue.finding.facet_search import find_values
from vintner.catalogue.finding.filters import MANY, filters_of
from vintner.catalogue.finding.listing import listing_page
from vintner.catalogue.finding.listing_query import ListingQuery
from vintner.catalogue.finding.search import LONGEST
from vintner.catalogue.finding.suggestions import suggestions_for
from vintner.catalogue.models import Category, Tag
from vintner.storefront.page_cache_middleware import cache_page_by_version
from vintner.storefront.page_parameters import SEARCH, SORT, VALUES_LIKE, VALUES_OF, read_listing, read_search
from vintner.storefront.views import not_found
from vintner.web.answers import json_response, page_response
from vintner.web.shared_props import shared_props


@cache_page_by_version(read_listing)
def shop(request: HttpRequest, page: int | None = None) -> HttpResponse:
    return _listing_response(request, page)


@cache_page_by_version(read_listing)
def category(request: HttpRequest, slug: str, page: int | None = None) -> HttpResponse:
    return _listing_response(request, page, category=get_object_or_404(Category, slug=slug))


@cache_page_by_version(read_listing)
def tag(request: HttpRequest, slug: str, page: int | None = None) -> HttpResponse:
    return _listing_response(request, page, tag=get_object_or_404(Tag, slug=slug))


@cache_page_by_version(read_search)
def search(request: HttpRequest, page: int | None = None) -> HttpResponse:
    """Return the results of `/?s=…`. An empty search redirects to the shop."""
    text = _search_text(request, SEARCH)
    if not text:
        return HttpResponseRedirect(ListingQuery().url(1))
    return _listing_response(request, page, search=text)


@require_safe
def suggestions(request: HttpRequest) -> HttpResponse:
    """Return a few wines and producers for `/search/suggestions/?q=…`, the same for everybody."""
    found = suggestions_for(_search_text(request, "q"), timezone.now())
    response = json_response(found.model_dump())
    patch_cache_control(response, public=True, max_age=60)
    return response


def _search_text(request: HttpRequest, name: str) -> str:
    """Return the typed text up to the length that a search reads."""
    return _typed_text(request, name)[:LONGEST]


def _typed_text(request: HttpRequest, name: str) -> str:
    """Return the typed text with single spaces."""
    return " ".join(request.GET.get(name, "").split())


def _listing_response(
    request: HttpRequest,
    page: int | None,
    *,
    category: Category | None = None,
    tag: Tag | None = None,
    search: str = "",
) -> HttpResponse:
    """Return a page of a listing. `/page/1/` redirects to the first page; a page behind the last is a 404."""
    query = ListingQuery(
        category=category,
        tag=tag,
        search=search,
        page=1 if page is None else page,
        sort=request.GET.get(SORT, ""),
        filters=filters_of(request.GET),
    )
    if VALUES_OF in request.GET:
        return _facet_values(request, query)
    if page == 1:
        return HttpResponseRedirect(query.url(1))
    listing = listing_page(query, shared_props(request), timezone.now()) if query.page > 0 else None
    return not_found(request) if listing is None else page_response(request, listing)


def _facet_values(request: HttpRequest, query: ListingQuery) -> HttpResponse:
    """Return values of a facet for a searchable select, under the other filters of the address."""
    facet = request.GET[VALUES_OF]
    if facet not in MANY:
        return not_found(request)
    values = find_values(query, facet, _typed_text(request, VALUES_LIKE))
    return json_response({"values": [value.model_dump() for value in values]})
