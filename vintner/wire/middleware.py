"""The door of the store: while it is coming soon, visitors get another page, and staff a banner with each page."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from vintner.cart.link_views import ADD
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.store_mode.banner import is_dismissed
from vintner.store_mode.middleware import Entrant, admit
from vintner.store_mode.mode import current_mode
from vintner.store_mode.rules import LIVE, StoreMode
from vintner.web.answers import HTML
from vintner.web.middleware import is_admin_page
from vintner.web.nonce import nonce
from vintner.wire.closed_views import CLOSED_AJAX, answer_closed

_END = b"</body>"


class StoreModeMiddleware:
    """Answers requests of closed addresses. While the store is live it costs microseconds, and no query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        now = timezone.now()
        mode = current_mode(now)
        if mode is LIVE or not mode.is_coming_soon(now) or not _is_closed(request, mode):
            return self.get_response(request)
        entrant = admit(request, mode, now)
        if entrant is None:
            return answer_closed(request, mode)
        response = self.get_response(request)
        response["X-Robots-Tag"] = "noindex"
        add_never_cache_headers(response)
        if entrant is Entrant.STAFF:
            _add_banner(request, response)
        return response


def _is_closed(request: HttpRequest, mode: StoreMode) -> bool:
    """Return whether a request asks for something that is closed.

    Calls of admin-ajax have their name in the body, which their own view reads.
    """
    query = request.META.get("QUERY_STRING", "")
    is_root = request.path == "/"
    adds = ADD in query and ADD in request.GET and not is_admin_page(request)
    if is_root and "wc-ajax" in request.GET:
        return adds or request.GET["wc-ajax"] in CLOSED_AJAX
    if is_root and not adds and ("wc-api" in request.GET or "reset_password" in request.GET):
        return False
    searches = is_root and "s" in request.GET
    return mode.closes(request.path, timezone.now(), searches=searches, adds=adds)


def _add_banner(request: HttpRequest, response: HttpResponse) -> None:
    """Put the banner at the end of a page. The page is not cached: those of visitors never hold it."""
    user = user_of(request)
    if user is None or response.streaming or response.get("Content-Type") != HTML or is_dismissed(user):
        return
    page, end, rest = response.content.rpartition(_END)
    if end:
        response.content = page + _render_banner(request, user).encode() + end + rest


def _render_banner(request: HttpRequest, user: User) -> str:
    return render_to_string(
        "store_mode/banner.html",
        {
            "settings_url": reverse("admin:store_mode_storevisibility_change", args=[1]),
            "dismiss_url": reverse("dismiss_banner"),
            "rest_url": reverse("wp_user", args=[user.pk]),
            "nonce": nonce(request),
            "static_url": settings.STATIC_URL,
        },
    )
