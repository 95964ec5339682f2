"""The calls about favourites.

The pages that send them are the same for everybody and carry no token, so the origin is checked in its place. A field
`brief` leaves out of an answer all but the ids: our own pages need no more.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse

from vintner.favourites.cookie import GROUP, SITE
from vintner.favourites.favourites import (
    FavouritesOwner,
    clear_favourites,
    count_favourites,
    list_favourites,
    set_favourite,
)
from vintner.favourites.middleware import owner_of, save_list
from vintner.favourites.wire_shape import shape_links, shape_list
from vintner.refusal import Refusal
from vintner.web.answers import json_response
from vintner.web.client_address import same_origin
from vintner.web.numbers import whole

FOREIGN: Final = "Security verification failed: Invalid nonce."
FAULTY: Final = "There was an error processing the request."
WANTED: Final = {"active": True, "inactive": False}


def favorites_favorite(request: HttpRequest) -> HttpResponse:
    """Fields: postid, status (active or inactive: what is wanted). Sent again, it changes nothing."""
    if not same_origin(request):
        return _refuse(FOREIGN)
    status = request.POST.get("status", "")
    if status not in WANTED:
        return _refuse(FAULTY)
    owner, product_id = owner_of(request), read_product_id(request)
    try:
        ids = set_favourite(owner, product_id, wanted=WANTED[status])
    except Refusal as refusal:
        return _refuse(refusal.message)
    changed = {"id": product_id, "siteid": SITE, "status": status, "groupid": GROUP, "save_type": "cookie"}
    after = FavouritesOwner(owner.user, ids)
    shaped = shape_list(after, ids, brief=_is_brief(request))
    response = json_response({"status": "success", "favorite_data": changed, "favorites": shaped})
    save_list(response, after, ids)
    return response


def favorites_array(request: HttpRequest) -> HttpResponse:
    """Return the list of whoever asks."""
    owner = owner_of(request)
    shaped = shape_list(owner, list_favourites(owner), brief=_is_brief(request))
    return json_response({"status": "success", "favorites": shaped})


def favorites_clear(request: HttpRequest) -> HttpResponse:
    """Empty the list. `old_favorites` in the answer is what it was."""
    if not same_origin(request):
        return _refuse(FOREIGN)
    owner, is_brief = owner_of(request), _is_brief(request)
    old = shape_list(owner, list_favourites(owner), brief=is_brief)
    clear_favourites(owner)
    after = FavouritesOwner(owner.user)
    response = json_response({"status": "success", "old_favorites": old, "favorites": shape_list(after, [])})
    save_list(response, after, [])
    return response


def favorites_totalcount(request: HttpRequest) -> HttpResponse:
    """Field: postid. Return how many have it in their list."""
    product_id = read_product_id(request)
    count = count_favourites(owner_of(request), [product_id])[product_id]
    return json_response({"status": "success", "count": count})


def favorites_list(request: HttpRequest) -> HttpResponse:
    """Fields: include_links, no_favorites (the text for an empty list). Return the list of whoever asks as HTML.

    A field `userid` is not read: a list is shown to its owner alone.
    """
    content = shape_links(
        list_favourites(owner_of(request)),
        with_links=request.POST.get("include_links") == "true",
        empty=request.POST.get("no_favorites", ""),
    )
    return json_response({"status": "success", "list": content})


def read_product_id(request: HttpRequest) -> int:
    """Return the product that a form is about, 0 for none."""
    return whole(request.POST.get("postid", "")) or 0


def _is_brief(request: HttpRequest) -> bool:
    return "brief" in request.POST


def _refuse(message: str) -> HttpResponse:
    return json_response({"status": "error", "message": message})
