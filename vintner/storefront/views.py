"""The pages that shoppers browse. They bring together what the catalogue, pricing and shipping know."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from vintner.cart.views import add_from_product_page
from vintner.catalogue import product_rows
from vintner.catalogue.home import home_page
from vintner.catalogue.listing import Asked, listing_page, sort_of
from vintner.catalogue.models import Category
from vintner.catalogue.product_page import product_page
from vintner.pricing import books
from vintner.pricing.tiers import tiers_for
from vintner.shipping.destinations import note_for_shoppers
from vintner.web.answers import error_response, page_response
from vintner.web.shared import shared


def home(request: HttpRequest) -> HttpResponse:
    return page_response(request, home_page(shared(request), timezone.now()))


def listing(request: HttpRequest, slug: str = "", page: int = 1) -> HttpResponse:
    """The shop, or the shelf named by `slug`. A page behind the last one does not exist."""
    category = get_object_or_404(Category, slug=slug) if slug else None
    asked = Asked(category, page, sort_of(request.GET.get("orderby", "")))
    if "page" in (request.resolver_match.kwargs if request.resolver_match else {}) and page == 1:
        return HttpResponseRedirect(asked.url(1))
    found = listing_page(asked, shared(request), timezone.now()) if page > 0 else None
    if found is None:
        return not_found(request)
    return page_response(request, found)


@csrf_exempt
def product(request: HttpRequest, slug: str) -> HttpResponse:
    """One wine. Its add-to-cart form posts here (contract 2.9); the cart checks where the post comes from."""
    if request.method == "POST":
        return add_from_product_page(request)
    now = timezone.now()
    rows = product_rows.find(slug, now)
    if rows is None:
        return not_found(request)
    book = books.load()
    page = product_page(
        rows,
        shared(request),
        now,
        tiers=tiers_for(rows.id, {bottle.offer.price.current for bottle in rows.bottles}, book, now),
        destination_note=note_for_shoppers(book.edition) if rows.alcoholic else "",
    )
    return page_response(request, page)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_response(
        request,
        404,
        "We can't find that page",
        "It may have moved, or the wine may be gone. The shop is a good place to look.",
    )


def refused(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_response(
        request, 403, "That request was refused", "Go back, reload the page and try again. Nothing was changed."
    )


def fault(request: HttpRequest) -> HttpResponse:
    return error_response(
        request, 500, "Something went wrong on our side", "We have been told. Please try again in a moment."
    )


def bare(request: HttpRequest) -> HttpResponse:
    """The least a view can do; what `make bench` compares the store's pages with."""
    return HttpResponse("ok")
