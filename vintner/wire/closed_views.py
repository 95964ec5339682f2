"""What visitors get while the store is coming soon: a page in place of pages, a refusal in the shape of each call."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.log import log_response

from vintner.alerts.alerts import find_alert
from vintner.alerts.step_views import step_page
from vintner.alerts.wines.restocks import is_held
from vintner.alerts.words import name_of
from vintner.cart.middleware import FILLED
from vintner.store_api.errors import ApiError
from vintner.store_mode.middleware import admit
from vintner.store_mode.mode import current_mode
from vintner.store_mode.pages import coming_soon_page
from vintner.store_mode.rules import BOTTLES, StoreMode, Visibility
from vintner.web.answers import json_response, page_response
from vintner.web.dates import moment_in_words
from vintner.web.page import Link
from vintner.web.shared_props import shared_props
from vintner.wire.refusal_views import answer_call_by_name

CLOSED_AJAX: Final = frozenset(
    {
        *("add_to_cart", "xoo_cp_add_to_cart", "xoo_cp_update_cart", "xoo_cp_undo_item", "get_variation"),
        *("apply_coupon", "remove_coupon", "update_order_review", "checkout"),
        *("wc_stripe_add_to_cart", "wc_stripe_get_selected_product_data"),
        *("wc_stripe_get_shipping_options", "wc_stripe_update_shipping_method"),
    }
)
"""Calls that fill carts, place orders or describe wines. Those of placed orders and of payment methods stay open, and
those that return a visitor's own cart or take something out of it.
"""
FAVOURITES: Final = frozenset({"favorites_favorite", "favorites_array", "favorites_clear", "favorites_list"})
CLOSED_ACTIONS: Final = FAVOURITES | {
    *("wcp_save_email", "wdr_ajax", "awdr_get_product_discount", "awdr_change_discount_product_in_cart"),
}
CLOSED: Final = (
    "The store is closed at the moment, so nothing was ordered or charged. "
    "Your cart is kept: please come back when the store is open."
)
BOTTLE: Final = "Your bottle of {} stays held until {}. Please use the link again when the store is open."
CLOSED_LIST: Final = "The store is closed at the moment."
CODE: Final = "store_coming_soon"
_TEXTS: Final = ("/feed/", "/sitemap")


def refuse_action(request: HttpRequest, name: str) -> HttpResponse | None:
    """Return the refusal of one of CLOSED_ACTIONS, None if it is open to the visitor."""
    if not _is_closed_to(request):
        return None
    if name == "wcp_save_email":
        return json_response({"title": "Error", "message": CLOSED, "status": "error"})
    if name in FAVOURITES:
        return json_response({"status": "error", "message": CLOSED_LIST})
    return json_response({"success": False, "data": {"error": {"message": CLOSED}}})


def answer_closed(request: HttpRequest, mode: StoreMode) -> HttpResponse:
    """Answer a closed address with 503, so that search engines and caches come back for the page itself.

    Calls at the root have the status 200: scripts of such shops read the reason in successful answers only.
    """
    if request.path == "/" and "wc-ajax" in request.GET:
        response = answer_call_by_name(request.GET["wc-ajax"], CLOSED, 200)
        add_never_cache_headers(response)
        return response
    if request.path.startswith(BOTTLES):
        response = _answer_bottle(request, mode)
    elif request.path.startswith("/wp-json/"):
        response = json_response(ApiError(503, CODE, CLOSED).body(), 503)
    elif request.path.startswith(_TEXTS):
        response = HttpResponse("The store is not open yet.\n", "text/plain; charset=utf-8", 503)
    else:
        response = _coming_soon(request, mode)
    log_response("Closed: %s", request.path, response=response, request=request, level="info")  # nothing has failed
    response["Retry-After"] = str(mode.retry_seconds(timezone.now()))
    response["X-Robots-Tag"] = "noindex"
    add_never_cache_headers(response)
    return response


def _coming_soon(request: HttpRequest, mode: StoreMode) -> HttpResponse:
    page = coming_soon_page(mode, shared_props(request), keeps_cart=FILLED in request.COOKIES)
    return page_response(request, page, 503)


def _answer_bottle(request: HttpRequest, mode: StoreMode) -> HttpResponse:
    """Say until when a bottle stays held. It is not put into a cart, and can be declined."""
    token = request.path.removeprefix(BOTTLES).partition("/")[0]
    alert = find_alert(token)
    if alert is None or alert.held_bottle is None or not is_held(alert, timezone.now()):
        return _coming_soon(request, mode)
    text = BOTTLE.format(name_of(alert), moment_in_words(alert.held_bottle.expires_at))
    no = Link(label="No, offer it to the next in line", url=reverse("decline_bottle", args=[token]))
    page = step_page(request, "The store is closed at the moment", (text,), no)
    shared = page.shared.model_copy(update={"is_bare": mode.visibility is Visibility.CLOSED})
    return page_response(request, page.model_copy(update={"shared": shared}), 503)


def _is_closed_to(request: HttpRequest) -> bool:
    now = timezone.now()
    mode = current_mode(now)
    return mode.is_coming_soon(now) and admit(request, mode, now) is None
