"""Whose list of favourites a request is about, and the cookie that holds a guest's."""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from vintner.customers.middleware import GUESTS_COOKIES, user_of
from vintner.customers.models import User
from vintner.favourites import cookie
from vintner.favourites.favourites import MOST_OF_GUEST, FavouritesOwner, merge_into_account


def merge_at_login(sender: object, request: HttpRequest | None, user: User, **_: object) -> None:
    """Add a guest's list to the account's, and have its cookie deleted. Receiver of `user_logged_in`."""
    if request is None or cookie.NAME not in request.COOKIES:
        return
    merge_into_account(cookie.read_ids(request.COOKIES[cookie.NAME]), user)
    request.META[GUESTS_COOKIES] = (*request.META.get(GUESTS_COOKIES, ()), cookie.NAME)


def owner_of(request: HttpRequest) -> FavouritesOwner:
    """Return whose list a request is about. A customer's list is the account's, whatever the cookie says.

    Of a cookie that was not written here, as many ids count as a guest may have.
    """
    user = user_of(request)
    ids = () if user else cookie.read_ids(request.COOKIES.get(cookie.NAME, ""))
    return FavouritesOwner(user, ids[:MOST_OF_GUEST])


def save_list(response: HttpResponse, owner: FavouritesOwner, ids: Sequence[int]) -> None:
    """Set the cookie if the list is a guest's. Scripts may read it, so pages need not ask for the list."""
    if owner.user is None:
        response.set_cookie(cookie.NAME, cookie.write_ids(ids), cookie.SECONDS, samesite="Lax", secure=settings.HTTPS)
