"""Asks where the shopper's wine goes, and saves it with the cart as the cart's estimate does.

The form stands in the header of pages that are the same for everybody and carry no token, so its origin is checked
instead.
"""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.cart import carts
from vintner.cart.middleware import cart_of, set_cookies, visitor_of
from vintner.cart.ship_to.pages import ship_to_page
from vintner.shipping.ledger import wine_ruling
from vintner.shipping.rules import Place
from vintner.shipping.ship_to import LONGEST, find_place, place_words, unknown_place_words
from vintner.web.answers import json_response, page_response, wants_props
from vintner.web.client_address import came_from_path, local_path, same_origin
from vintner.web.shared_props import shared_props


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ship_to(request: HttpRequest) -> HttpResponse:
    """Ask for the place, or save it (POST; fields `place` and `back`) and redirect to the page of the form."""
    if request.method != "POST":
        return _page(request, 200)
    if not same_origin(request):
        raise PermissionDenied
    place = find_place(request.POST.get("place", ""))
    if place is None:
        return _refuse(request, unknown_place_words())
    return _save(request, place)


def _refuse(request: HttpRequest, problem: str) -> HttpResponse:
    if wants_props(request):
        return json_response({"problem": problem})
    return _page(request, 422, typed=request.POST.get("place", "")[:LONGEST], problem=problem)


def _save(request: HttpRequest, place: Place) -> HttpResponse:
    """Save the place with the visitor's cart, a new one if there is none. Our own script stays on its page."""
    cart = carts.find_or_create_cart(visitor_of(request))
    carts.set_destination(cart, place)
    quoted = carts.quote_cart(cart, now=timezone.now())
    response: HttpResponse
    if wants_props(request):
        response = json_response({"problem": ""})
    else:
        _notify(request, place, wine_ruling(quoted.quote.destination).reason)
        response = HttpResponseRedirect(_back(request))
    set_cookies(response, quoted)
    return response


def _notify(request: HttpRequest, place: Place, reason: str) -> None:
    """Say where the wine goes, or why it may not."""
    if reason:
        messages.info(request, reason)
    else:
        messages.success(request, f"We’ll ship your wine to {place_words(place)}.")


def _page(request: HttpRequest, status: int, *, typed: str = "", problem: str = "") -> HttpResponse:
    cart = cart_of(request)
    words = place_words(cart.place) if cart is not None and cart.place is not None else ""
    page = ship_to_page(shared_props(request), back=_back(request), words=words, typed=typed, problem=problem)
    return page_response(request, page, status)


def _back(request: HttpRequest) -> str:
    """Return the path of the page that the shopper came from; the home page's for the form's own."""
    path = local_path(request.POST.get("back", "") or came_from_path(request))
    return "/" if path.partition("?")[0] == reverse("ship_to") else path
