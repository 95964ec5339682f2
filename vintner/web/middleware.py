"""Middleware of every request: what monitors and proxies need, its log, its texts, compression, the header
Content-Security-Policy, what browsers may fetch before anybody asks for it, and checks of what the admin is sent.
"""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache
from typing import Any, Final, TypeVar

import structlog
from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.contrib.admin import site
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import DatabaseError, Error, InterfaceError, connection
from django.db.models import CharField
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import Resolver404, resolve, reverse
from django.utils.cache import patch_vary_headers
from django.utils.log import log_response
from django_structlog.middlewares import RequestMiddleware

from vintner import clock
from vintner.database_outage import is_outage
from vintner.header_settings import ADMIN_POLICY, REPORTING_ENDPOINTS
from vintner.web.admin.errors import admin_error
from vintner.web.client_address import client_address
from vintner.web.edge.exposure import HEALTH_PATH
from vintner.web.edge.forwarding import find_scheme_fault, read_forwarded_request
from vintner.web.edge.proxy_check import is_own_check
from vintner.web.numbers import whole
from vintner.web.text_input import read_form

PREVIEW_COOKIE: Final = "vintner_preview"
"""The cookie of those who see a store that is coming soon by a preview link. Statistics leave them out."""
LONGEST_ADDRESS: Final = 8_000
"""Characters of path and query. Web servers usually stop there, too."""
_NUL: Final = "\x00"
_COMPRESSED_TYPES: Final = (
    *("image/avif", "image/webp", "image/jpeg", "image/png", "image/gif"),
    *("application/zip", "application/pdf", "font/", "audio/", "video/"),
)
_CODING: Final = re.compile(r"([\w*-]+)[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?))?[^,]*")
VIEW_REFERRER: Final = "HTTP_X_VIEW_REFERRER"
"""The entry of request.META by which a script reports the view of an early page, with its referrer."""
_MAY_BE_EARLY: Final = "may_be_early"
_HOME: Final = "/"
HEALTHY: Final = "The store answers.\n"
UNHEALTHY: Final = "The database does not answer.\n"
UNKNOWN_SCHEME: Final = (
    "This store cannot be opened now: it cannot tell that you came over https. If it is yours, its log says why.\n"
)
_HEALTH_PATHS: Final = (HEALTH_PATH, HEALTH_PATH.rstrip("/"))
_NOT_KEPT: Final = {"Cache-Control": "no-store"}
LOG_SECONDS: Final = 60.0
PLAIN_TEXT: Final = "text/plain; charset=utf-8"
View = TypeVar("View", bound=Callable[..., HttpResponse])


class HealthMiddleware:
    """Answers 200 at HEALTH_PATH while the database answers, else 503: whatever the host and the scheme, to everybody,
    without session or log. To the store's own check of its proxy, whose mark is the query, it says what arrived.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in _HEALTH_PATHS:
            return self._get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(("GET", "HEAD"))
        headers = {**_NOT_KEPT, "Referrer-Policy": settings.SECURE_REFERRER_POLICY}
        if is_own_check(request.META.get("QUERY_STRING", "")):
            return JsonResponse(asdict(read_forwarded_request(request.META)), headers=headers)
        if _database_answers():
            return HttpResponse(HEALTHY, PLAIN_TEXT, headers=headers)
        return _answer_outage(request, UNHEALTHY, "", headers)


class HttpsMiddleware:
    """Stops redirects to https that would never end, since a proxy does not say, or says wrongly, that a request came
    over https: the log says what is wrong. All other redirects to https are kept by no cache.

    A browser that sends Sec-Fetch-Mode came over https, as far as the address is not one of its own machine (Fetch
    Metadata, 2). Whoever is no browser is redirected.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._quiet_until = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECURE_SSL_REDIRECT or request.is_secure():
            return self._get_response(request)
        over_https = "HTTP_SEC_FETCH_MODE" in request.META
        if fault := find_scheme_fault(read_forwarded_request(request.META), over_https=over_https):
            return _answer_outage(request, UNKNOWN_SCHEME, self._limit(fault), _NOT_KEPT)
        response = self._get_response(request)
        response["Cache-Control"] = "no-store"
        return response

    def _limit(self, fault: str) -> str:
        """Return the fault, once a minute: anybody may send such requests."""
        now = clock.monotonic()
        if now < self._quiet_until:
            return ""
        self._quiet_until = now + LOG_SECONDS
        return fault


class FormOriginMiddleware:
    """Lets a browser say by Sec-Fetch-Site that a page of the store sent a form, where Origin does not: it is "null" or
    missing where a proxy or an extension changes the policy of referrers. No script can set either of the headers, and
    the form's token is asked for all the same.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        meta = request.META
        if meta.get("HTTP_SEC_FETCH_SITE") == "same-origin" and meta.get("HTTP_ORIGIN", "null") == "null":
            meta["HTTP_ORIGIN"] = f"{request.scheme}://{request.get_host()}"
        return self._get_response(request)


class LoggedRequests(RequestMiddleware):
    """Logs the beginning and the end of each request by method and path alone.

    The query may hold the key of an order or the client secret of a payment, and whoever reads the log could use them.
    """

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Log the address that rate limits use. The parent class trusts the headers of any client."""
        structlog.contextvars.bind_contextvars(ip=client_address(request))

    @staticmethod
    def bind_user_id(request: HttpRequest) -> None:
        """Log whose account it is. A page that is at hand is not held up by a database that cannot be reached."""
        try:
            RequestMiddleware.bind_user_id(request)
        except (DatabaseError, InterfaceError) as error:
            if not is_outage(error):
                raise

    def process_got_request_exception(self, sender: type[Any], request: HttpRequest, **kwargs: Any) -> None:  # noqa: ANN401 - the parent's
        """Log what failed. While the database cannot be reached, the line of the answer says all."""
        if not is_outage(sys.exc_info()[1]):
            super().process_got_request_exception(sender, request, **kwargs)


class LongAddressMiddleware:
    """Answers 414 to an address that no link of the store has: a page repeats its address in many links."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if len(request.path_info) + len(request.META.get("QUERY_STRING", "")) > LONGEST_ADDRESS:
            return HttpResponse("This address is too long. Open the page by a shorter link.", "text/plain", 414)
        return self.get_response(request)


class TextInputMiddleware:
    """Lets views read the texts of forms and queries as `read_form` has them.

    A form is read when a view asks for it: those that take files set bounds first.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "%" in query or not query.isascii():
            request.GET = read_form(request.GET)
        load = request._load_post_and_files

        def load_form() -> None:
            load()
            request.POST = read_form(request.POST)

        request._load_post_and_files = load_form  # type: ignore[method-assign]  # what the first use of POST calls
        return self.get_response(request)


class CompressionMiddleware(GZipMiddleware):
    """Compresses answers for browsers that want it. Pictures and archives are compressed already."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").startswith(_COMPRESSED_TYPES):
            return response
        if not accepts_gzip(request):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)


def accepts_gzip(request: HttpRequest) -> bool:
    """Return whether a browser names gzip and does not refuse it by a weight of 0 (RFC 9110, 12.5.3)."""
    weights = dict(_CODING.findall(request.headers.get("Accept-Encoding", "").lower()))
    return "gzip" in weights and float(weights["gzip"] or 1) > 0


class ContentPolicyMiddleware(CSPMiddleware):
    """Adds the content policy of the shop or of the admin, by the address. A view's own policy takes precedence."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Return what the header is made of."""
        parts = super().get_policy_parts(request, response, report_only)
        if parts.config is None and not report_only and is_admin_page(request):
            parts.config = ADMIN_POLICY
        return parts

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the header Permissions-Policy as well, and where reports go."""
        response.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        response.setdefault("Reporting-Endpoints", REPORTING_ENDPOINTS)
        return super().process_response(request, response)


def is_admin_page(request: HttpRequest) -> bool:
    """Return whether an address is the admin's."""
    return request.path.startswith(_admin_root())


@cache
def _admin_root() -> str:
    """Return the address of the admin. Every response needs it, and reversing it is slow."""
    return reverse("admin:index")


class EarlyPageMiddleware:
    """Refuses to answer early with a page that is for one visitor, costs much, or does something.

    The rules of the store's pages ask for none of these (`templates/web/speculation.json`), but browsers also guess
    addresses by themselves. A browser that is refused asks again once the page is wanted. What it has early is
    forgotten when a message waits for the visitor: the next page is to show it. Where one waits already, the script
    that checks whether an early page is current gets 205: it loads the page anew, with the message.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_early(request) and is_document(request) and not _may_be_early(request):
            return HttpResponse(status=503, headers={"Cache-Control": "no-store"})
        if VIEW_REFERRER in request.META and CookieStorage.cookie_name in request.COOKIES:
            return HttpResponse(status=205, headers={"Cache-Control": "no-store"})
        response = self._get_response(request)
        message = response.cookies.get(CookieStorage.cookie_name)
        if message is not None and message.value:
            response["Clear-Site-Data"] = '"prefetchCache", "prerenderCache"'
        return response


def allow_early(view: View) -> View:
    """Mark a view whose answers are the same for everybody, so that browsers may have them early."""
    setattr(view, _MAY_BE_EARLY, True)
    return view


def is_early(request: HttpRequest) -> bool:
    """Return whether a browser fetches something before anybody asks for it, by the headers of now and of before."""
    meta = request.META
    return "prefetch" in meta.get("HTTP_SEC_PURPOSE", meta.get("HTTP_PURPOSE", "")) or "HTTP_X_MOZ" in meta


def is_document(request: HttpRequest) -> bool:
    """Return whether a browser requests a page, by Sec-Fetch-Dest; what pages load is none."""
    return bool(request.META.get("HTTP_SEC_FETCH_DEST", "document") == "document") and request.method in ("GET", "HEAD")


def _may_be_early(request: HttpRequest) -> bool:
    """A message is for one page and one time, and a query may ask for anything: a search, a wine for the cart."""
    if request.META.get("QUERY_STRING", "") or CookieStorage.cookie_name in request.COOKIES:
        return False
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return False
    return request.path_info == _HOME or hasattr(view, _MAY_BE_EARLY)


class AdminInputMiddleware:
    """Answers 400 to a request of the admin with a NUL character in its path, and to one that selects rows of a list by
    keys of the wrong type: Django queries both unchecked.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _NUL in request.path_info and is_admin_page(request):
            return admin_error(
                request, 400, "That address cannot be read", "It holds a character that no text has. Search again."
            )
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        if request.method != "POST" or not is_admin_page(request):
            return None
        keys = request.POST.getlist(ACTION_CHECKBOX_NAME)
        is_text = bool(keys) and _has_text_keys(request)
        if not is_text and any(whole(each) is None for each in keys):
            return admin_error(
                request, 400, "Those rows cannot be read", "Open the list again and choose its rows there."
            )
        return None


def _has_text_keys(request: HttpRequest) -> bool:
    """Return whether the rows of a list in the admin are identified by a text instead of a number."""
    name = request.resolver_match.url_name if request.resolver_match else None
    lists = {f"{each._meta.app_label}_{each._meta.model_name}_changelist": each for each in site._registry}
    return name in lists and isinstance(lists[name]._meta.pk, CharField)


def _answer_outage(request: HttpRequest, text: str, fault: str, headers: Mapping[str, str]) -> HttpResponse:
    """Answer 503, and log the fault, if there is one, in place of Django's line about the answer."""
    response = HttpResponse(text, PLAIN_TEXT, 503, headers=dict(headers))
    log_response("%s", fault, response=response, request=request, level="error" if fault else "debug")
    return response


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True
