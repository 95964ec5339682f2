"""A cache of the pages that shoppers browse: one response for each address and catalogue version.

Nothing on these pages is about the visitor (carts come as sections), so one response is right for all. With and without
the age gate are two responses.
"""

import gzip
import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from operator import itemgetter

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from vintner.store_mode.middleware import ENTRANT
from vintner.storefront import age_views
from vintner.storefront.page_parameters import page_parameters
from vintner.web.answers import PageResponse, wants_props
from vintner.web.catalogue_version import current_version
from vintner.web.google_tag import allow_google
from vintner.web.middleware import accepts_gzip
from vintner.web.page import CSRF_TOKEN
from vintner.web.rendering.manifest import build_id

View = Callable[..., HttpResponse]

LONGEST_QUERY = 400


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page, compressed once with gzip, and its ETag."""

    packed: bytes
    content_type: str
    etag: str
    may_have_tag: bool

    def respond(self, request: HttpRequest) -> HttpResponse:
        """Return the page, or 304 when the browser's copy is current."""
        known_etags = parse_etags(request.headers.get("If-None-Match", ""))
        if self.etag in known_etags or "*" in known_etags:
            response: HttpResponse = HttpResponseNotModified()
        elif accepts_gzip(request):
            response = HttpResponse(self.packed, self.content_type, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(gzip.decompress(self.packed), self.content_type)
        response["ETag"] = self.etag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ("Accept", "Accept-Encoding"))
        if self.may_have_tag:
            allow_google(response)  # also with 304: a browser takes the policy from there
        return response


def cache_page_by_version(view: View) -> View:
    """Let a view answer from the cache until the catalogue version changes."""

    @wraps(view)
    def cached_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not _is_cacheable(request):
            return view(request, *args, **kwargs)
        key, cache = _cache_key(request), caches["pages"]
        page: CachedPage | None = cache.get(key)
        if page is None:
            with _lock_key(key):
                page = cache.get(key)
                if page is None:
                    response = view(request, *args, **kwargs)
                    page = _cached_page(response)
                    if page is None:
                        return response
                    cache.set(key, page, settings.PAGES_KEPT_SECONDS)
        return page.respond(request)

    return cached_view


def _is_cacheable(request: HttpRequest) -> bool:
    """Say whether the page is the same for everybody.

    A visitor with a message gets a page of their own. Within a transaction, a page may show what is never committed.
    Pages of a store that is coming soon are for those who were let in alone.
    """
    return (
        request.method in ("GET", "HEAD")
        and settings.PAGES_KEPT_SECONDS > 0
        and CookieStorage.cookie_name not in request.COOKIES
        and len(request.META.get("QUERY_STRING", "")) <= LONGEST_QUERY
        and not connection.in_atomic_block
        and ENTRANT not in request.META
    )


def _cache_key(request: HttpRequest) -> str:
    version = current_version(timezone.now())
    # Sorted by name alone: of a repeated parameter, the order of the values matters.
    parameters = sorted(page_parameters(request.GET), key=itemgetter(0))
    about = (request.path, parameters, age_views.has_gate(request), wants_props(request))
    text = repr((version, *about, build_id(), settings.GA4_ID))
    return f"page:{hashlib.sha256(text.encode()).hexdigest()}"


def _cached_page(response: HttpResponse) -> CachedPage | None:
    """Return a response as it is cached, None when it is an error, a redirect or for one visitor only."""
    if not isinstance(response, PageResponse) or response.status_code != 200 or response.has_header("Cache-Control"):
        return None
    if response.cookies or CSRF_TOKEN in response.document:
        return None
    document = response.document.encode()
    digest = hashlib.sha256(document).hexdigest()[:32]
    return CachedPage(
        gzip.compress(document, mtime=0), response["Content-Type"], f'W/"{digest}"', response.may_have_tag
    )


_key_locks: dict[str, threading.Lock] = {}
_guard = threading.Lock()


@contextmanager
def _lock_key(key: str) -> Iterator[None]:
    """Let one thread of this process make a page while the others wait for it: no stampede on a new version."""
    with _guard:
        lock = _key_locks.setdefault(key, threading.Lock())
    with lock:
        try:
            yield
        finally:
            with _guard:
                _key_locks.pop(key, None)
