"""Views of the home page, producers and products, and of error pages."""

from datetime import datetime
from functools import partial
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.alerts.models import Alert
from vintner.alerts.words import CONSENT
from vintner.cart.prices.unit_prices import new_visitor, unit_prices_by
from vintner.cart.views import add_from_product_page
from vintner.catalogue.former_addresses import current_slug
from vintner.catalogue.home_page import home_page
from vintner.catalogue.offers import COMING_SOON
from vintner.catalogue.producers import producers
from vintner.catalogue.producers.producer_page import producer_page, producers_page
from vintner.catalogue.product import product_rows
from vintner.catalogue.product.product_page import product_page
from vintner.catalogue.product.variation_choices import CHOICE, MOST_EMBEDDED, largest_quantity, read_choices
from vintner.catalogue.reviews.props import ProductReviews
from vintner.catalogue.reviews.texts import OWN_REVIEW, find_reviews, own_review_id, page_address
from vintner.catalogue.rules import Availability
from vintner.content.home import find_home_words
from vintner.pricing import books
from vintner.pricing.tiers import Buyer, bulk_rows
from vintner.pricing.units import items_of
from vintner.shipping.destinations import note_for_shoppers
from vintner.storefront.page_cache_middleware import cache_page_by_version, cache_product_page
from vintner.storefront.page_parameters import QUANTITY, chosen_quantity, chosen_reviews_page, read_nothing
from vintner.storefront.product_buttons import product_express_buttons
from vintner.storefront.product_cases import find_cases
from vintner.web.admin.errors import admin_error
from vintner.web.answers import error_response, page_response
from vintner.web.middleware import is_admin_page
from vintner.web.shared_props import shared_props

_UNKNOWN_ORIGINS: Final = ("Origin", "Referer")
"""How the reasons of Django begin for forms of which nobody knows where they come from."""
_UNKNOWN_ORIGIN: Final = "That form didn’t come from a page of this store"
_HIDDEN_FROM_STORE: Final = (
    "Open the page again and send the form from there. If you see this again, an extension of your browser may hide"
    " which page a form comes from: try another browser. Nothing was changed."
)
_HIDDEN_FROM_STAFF: Final = (
    "Open the page again and send the form from there. If you see this again, a proxy in front of the store or an"
    " extension of your browser hides the header Origin: the log says what arrived. Nothing was changed."
)


@cache_page_by_version(read_nothing)
def home(request: HttpRequest) -> HttpResponse:
    return page_response(request, home_page(shared_props(request), timezone.now(), find_home_words()))


@cache_page_by_version(read_nothing)
def producer_index(request: HttpRequest) -> HttpResponse:
    return page_response(request, producers_page(shared_props(request)))


@cache_page_by_version(read_nothing)
def producer(request: HttpRequest, slug: str) -> HttpResponse:
    found = producers.find(slug)
    if found is None:
        return not_found(request)
    return page_response(request, producer_page(found, shared_props(request), timezone.now()))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@cache_product_page
def product(request: HttpRequest, slug: str, page: int | None = None) -> HttpResponse:
    """Return the page of a wine. Its add-to-cart form posts here as well; the cart checks the origin of the request.

    `page` is the page of reviews; `?cpage=` names it too (docs/behaviour/catalogue.md#product-page).
    """
    if request.method == "POST":
        return _choose_case(request) if CASE in request.POST else add_from_product_page(request)
    if page == 1:
        return HttpResponseRedirect(page_address(slug, 1))
    if page is None:
        page = chosen_reviews_page(request.GET)
    own = own_review_id(request.GET.get(OWN_REVIEW, ""))
    reviews = find_reviews(slug, page=page, own=own)
    if reviews is None:
        return not_found(request)
    response = product_answer(request, slug, reviews)
    if own:  # only its author may see it while it is pending
        add_never_cache_headers(response)
    return response


def _choose_case(request: HttpRequest) -> HttpResponse:
    """Return to the page with the chosen case, for a press that no script answers. Nothing is added.

    What else the form has chosen is kept, as far as an address has room for it.
    """
    fields = {name: value for name, value in request.POST.items() if name.startswith(CHOICE) and value}
    chosen = urlencode({**fields, QUANTITY: request.POST[CASE]})
    return HttpResponseRedirect(f"{request.path}{f'?{chosen}' if len(chosen) <= LONGEST_CHOICE else ''}#buy")


LONGEST_CHOICE: Final = 400
"""Characters of what a form has chosen that an address has room for."""
CASE: Final = "case"
"""The name of the buttons that choose a quantity. Their form adds to the cart."""
BELOW_PRODUCTS: Final = {"tasting_sheet": "product", "product_reviews": "product"}
"""Addresses below those of products, which have the slug of the product."""
ALERT_CONSENTS: Final[dict[str, str]] = {
    COMING_SOON: CONSENT[Alert.Kind.LAUNCH],
    Availability.OUT_OF_STOCK: CONSENT[Alert.Kind.RESTOCK],
}


def product_answer(
    request: HttpRequest, slug: str, reviews: ProductReviews, status: int = 200, *, now: datetime | None = None
) -> HttpResponse:
    """Return the page of a wine with these reviews, as at a moment; None is the present."""
    is_preview, now = now is not None, now or timezone.now()
    book = books.load()
    rows = product_rows.find(slug, now, partial(unit_prices_by, book))
    if rows is None:
        return not_found(request)
    units = [bottle.offer.unit for bottle in rows.bottles if bottle.offer.price is not None]
    visitor = new_visitor(book, now)
    items = items_of(units, book)
    table = bulk_rows(units, book=book, now=now, buyer=Buyer(shopper=visitor), items=items)
    most = {bottle.id: largest_quantity(rows, bottle) for bottle in rows.bottles[:MOST_EMBEDDED]}
    page = product_page(
        rows,
        shared_props(request),
        now,
        reviews=reviews,
        tiers=table.tiers,
        next_row=table.next_row,
        cases=find_cases(items, most, book=book, now=now, visitor=visitor),
        dynamic_pricing=bool(book.promotions) and not is_preview,  # the script would ask for the price of today
        destination_note=note_for_shoppers(book.edition) if rows.alcoholic else "",
        alert_consents=ALERT_CONSENTS,
        express=None if is_preview else product_express_buttons(rows, now),
        choices=read_choices(rows, request.GET.dict()),
        quantity=chosen_quantity(request.GET),
    )
    return page_response(request, page, status)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Redirect a former address to the current one; otherwise return a 404 page."""
    if is_admin_page(request):
        return admin_error(
            request, 404, "There is no such page", "It may have been deleted, or the address is not complete."
        )
    return _redirect_former(request) or error_response(
        request,
        404,
        "We can't find that page",
        "It may have moved, or the wine may be gone. The shop is a good place to look.",
    )


def _redirect_former(request: HttpRequest) -> HttpResponse | None:
    match = request.resolver_match
    if match is None or "slug" not in match.kwargs:
        return None
    name = str(match.url_name)
    slug = current_slug(BELOW_PRODUCTS.get(name, name), match.kwargs["slug"])
    if slug is None:
        return None
    query = request.META.get("QUERY_STRING", "")
    path = reverse(name, kwargs={**match.kwargs, "slug": slug})
    return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path)


def refused(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if is_admin_page(request):
        return admin_error(
            request,
            403,
            "You may not do that",
            "Your account lacks the permission. Ask a superuser of this store for it. Nothing was changed.",
        )
    return error_response(
        request, 403, "That request was refused", "Go back, reload the page and try again. Nothing was changed."
    )


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form without a valid CSRF token, or of which nobody knows where it comes from. Django's
    `reason` is not for shoppers.
    """
    if reason.startswith(_UNKNOWN_ORIGINS):
        if is_admin_page(request):
            return admin_error(request, 403, _UNKNOWN_ORIGIN, _HIDDEN_FROM_STAFF)
        return error_response(request, 403, _UNKNOWN_ORIGIN, _HIDDEN_FROM_STORE)
    if is_admin_page(request):
        return admin_error(
            request, 403, "That form is out of date", "Go back, reload the page and send it again. Nothing was changed."
        )
    return refused(request)


def fault(request: HttpRequest) -> HttpResponse:
    if is_admin_page(request):
        return admin_error(request, 500, "Something went wrong", "The fault is recorded. Please try again in a moment.")
    return error_response(
        request, 500, "Something went wrong on our side", "We have been told. Please try again in a moment."
    )


def bare(request: HttpRequest) -> HttpResponse:
    """Return a minimal response. `make bench` compares the store's pages with it."""
    return HttpResponse("ok")
