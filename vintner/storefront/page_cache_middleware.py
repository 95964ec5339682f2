"""A cache of the pages that shoppers browse: one response for each address and catalogue version, as long as the wines
on it are in stock, few or sold out as before. The page of a product is also one for each stock that it shows.

Nothing on these pages is about the visitor (carts come as sections), so one response is right for all. With and without
the age gate are two responses.
"""

import gzip
import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping
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

from vintner import clock
from vintner.catalogue.stock.shown_levels import collect_levels
from vintner.store_mode.middleware import ENTRANT
from vintner.storefront import age_views
from vintner.storefront.page_parameters import cached_parameters
from vintner.web.answers import PageResponse, wants_props
from vintner.web.catalogue_version import (
    CatalogueVersion,
    ProductVersion,
    current_product_version,
    current_version,
    has_levels,
    remember_levels,
)
from vintner.web.middleware import accepts_gzip, allow_early, is_early
from vintner.web.rendering.manifest import build_id
from vintner.web.rendering.page_policy import PolicyUpdate, extend_policy

View = Callable[..., HttpResponse]

LONGEST_QUERY = 400
EDITION = "edition"
"""The name in the header Server-Timing by which a page that was fetched early knows its own ETag."""
COMPRESSION = 6
"""The level of gzip. The highest takes twice the time for 1 % less."""


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page, compressed once with gzip, its ETag, what it adds to the content policy, and which variations it shows at
    which level: id → level edition.
    """

    packed: bytes
    content_type: str
    digest: str
    policy: PolicyUpdate
    levels: Mapping[int, int]

    @property
    def etag(self) -> str:
        return f'W/"{self.digest}"'

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
        if is_early(request):
            response["Server-Timing"] = f'{EDITION};desc="{self.digest}"'
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ("Accept", "Accept-Encoding"))
        extend_policy(response, self.policy)  # also with 304: a browser takes the policy from there
        return response


def cache_page_by_version(view: View) -> View:
    """Let a view answer from the cache until the catalogue version changes."""
    return _cached(view, lambda _: current_version(timezone.now()))


def cache_product_page(view: View) -> View:
    """Let a view answer from the cache until the catalogue version changes, or the stock that a product's page shows.

    The view's argument `slug` names the product.
    """
    return _cached(view, lambda arguments: current_product_version(str(arguments["slug"]), timezone.now()))


def _cached(view: View, find_version: Callable[[Mapping[str, object]], CatalogueVersion | ProductVersion]) -> View:
    @wraps(view)
    def cached_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not _is_cacheable(request):
            return view(request, *args, **kwargs)
        key, cache = _cache_key(request, find_version(kwargs)), caches["pages"]
        page: CachedPage | None = cache.get(key)
        if page is None or not has_levels(page.levels):
            with _lock_key(key):
                page = cache.get(key)
                if page is None or not has_levels(page.levels):
                    response, levels = _make(view, request, *args, **kwargs)
                    page = _cached_page(response, levels)
                    if page is None:
                        return response
                    cache.set(key, page, settings.PAGES_KEPT_SECONDS)
        return page.respond(request)

    return allow_early(cached_view)


def _make(view: View, request: HttpRequest, *args: object, **kwargs: object) -> tuple[HttpResponse, Mapping[int, int]]:
    """Return the page, and the level editions of what it shows."""
    begun = clock.monotonic()
    with collect_levels() as levels:
        response = view(request, *args, **kwargs)
    remember_levels(levels, begun)
    return response, levels


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


def _cache_key(request: HttpRequest, version: CatalogueVersion | ProductVersion) -> str:
    # Sorted by name alone: of a repeated parameter, the order of the values matters.
    parameters = sorted(cached_parameters(request.GET), key=itemgetter(0))
    about = (request.path, parameters, age_views.has_gate(request), wants_props(request))
    text = repr((version, *about, build_id(), settings.GA4_ID))
    return f"page:{hashlib.sha256(text.encode()).hexdigest()}"


def _cached_page(response: HttpResponse, levels: Mapping[int, int]) -> CachedPage | None:
    """Return a response as it is cached, None when it is an error, a redirect or for one visitor only."""
    if not isinstance(response, PageResponse) or response.status_code != 200 or response.has_header("Cache-Control"):
        return None
    if response.cookies or response.has_token:
        return None
    document = response.content
    digest = hashlib.sha256(document).hexdigest()[:32]
    return CachedPage(
        gzip.compress(document, COMPRESSION, mtime=0),
        response["Content-Type"],
        digest,
        response.policy,
        levels,
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
