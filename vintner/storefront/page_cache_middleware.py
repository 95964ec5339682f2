"""A cache of the pages that shoppers browse: one response for each address and catalogue version, as long as the wines
on it are in stock, few or sold out as before. The page of a product is also one for each stock that it shows.

Nothing on these pages is about the visitor (carts come as sections), so one response is right for all. With and without
the age gate are two responses.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from vintner import clock
from vintner.catalogue.stock.shown_levels import collect_levels
from vintner.store_mode.middleware import ENTRANT
from vintner.storefront import age_views
from vintner.storefront.page_parameters import ReadParameters, read_product, select_parameters
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
from vintner.web.rendering.rendered_pages import SharedPage, find_shared, share_rendered

View = Callable[..., HttpResponse]

EDITION = "edition"
"""The name in the header Server-Timing by which a page that was fetched early knows its own ETag."""


@dataclass(frozen=True, slots=True)
class CachedPage:
    """The key of the rendered page, what it adds to the content policy, and which variations it shows at which level:
    id → level edition.
    """

    rendered_key: str
    content_type: str
    policy: PolicyUpdate
    levels: Mapping[int, int]

    def respond(self, request: HttpRequest, rendered: SharedPage) -> HttpResponse:
        """Return the rendered page, or 304 when the browser's copy is current."""
        etag, known_etags = f'W/"{rendered.digest}"', parse_etags(request.headers.get("If-None-Match", ""))
        if etag in known_etags or "*" in known_etags:
            response: HttpResponse = HttpResponseNotModified()
        elif accepts_gzip(request):
            response = HttpResponse(rendered.body, self.content_type, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(rendered.plain(), self.content_type)
        response["ETag"] = etag
        if is_early(request):
            response["Server-Timing"] = f'{EDITION};desc="{rendered.digest}"'
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ("Accept", "Accept-Encoding"))
        extend_policy(response, self.policy)  # also with 304: a browser takes the policy from there
        return response


def cache_page_by_version(read: ReadParameters) -> Callable[[View], View]:
    """Let a view answer from the cache until the catalogue version changes.

    It gets the parameters that `read` yields, and no others.
    """
    return lambda view: require_safe(_cached(view, read, lambda _: current_version(timezone.now())))


def cache_product_page(view: View) -> View:
    """Let a view answer from the cache until the catalogue version changes, or the stock that a product's page shows.

    The view's argument `slug` names the product. It gets the parameters that such a page reads.
    """
    return _cached(
        view, read_product, lambda arguments: current_product_version(str(arguments["slug"]), timezone.now())
    )


def _cached(
    view: View, read: ReadParameters, find_version: Callable[[Mapping[str, object]], CatalogueVersion | ProductVersion]
) -> View:
    @wraps(view)
    def cached_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return view(request, *args, **kwargs)
        request.GET = select_parameters(request.GET, read)  # type: ignore[assignment]  # the stubs want a class of their own
        if not _is_cacheable(request):
            return view(request, *args, **kwargs)
        key = _cache_key(request, find_version(kwargs))
        found = _find(key)
        if found is None:
            with _lock_key(key):
                found = _find(key)
                if found is None:
                    response, levels = _make(view, request, *args, **kwargs)
                    found = _keep(key, response, levels)
                    if found is None:
                        return response
        page, rendered = found
        return page.respond(request, rendered)

    return allow_early(cached_view)


def _find(key: str) -> tuple[CachedPage, SharedPage] | None:
    """Return a page that is current, and its rendered copy."""
    page: CachedPage | None = caches["pages"].get(key)
    if page is None or not has_levels(page.levels):
        return None
    rendered = find_shared(page.rendered_key)
    return None if rendered is None else (page, rendered)


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
        settings.PAGES_KEPT_SECONDS > 0
        and CookieStorage.cookie_name not in request.COOKIES
        and not connection.in_atomic_block
        and ENTRANT not in request.META
    )


def _cache_key(request: HttpRequest, version: CatalogueVersion | ProductVersion) -> str:
    parameters = sorted(request.GET.lists())
    about = (request.path, parameters, age_views.has_gate(request), wants_props(request))
    text = repr((version, *about, build_id(), settings.GA4_ID))
    return f"cached-page:{hashlib.sha256(text.encode()).hexdigest()}"


def _keep(key: str, response: HttpResponse, levels: Mapping[int, int]) -> tuple[CachedPage, SharedPage] | None:
    """Cache a response; return None when it is an error, a redirect or for one visitor only."""
    if not isinstance(response, PageResponse) or response.status_code != 200 or response.has_header("Cache-Control"):
        return None
    if response.cookies or response.has_token:
        return None
    rendered = share_rendered(response.rendered)
    page = CachedPage(rendered.key, response["Content-Type"], response.policy, levels)
    caches["pages"].set(key, page, settings.PAGES_KEPT_SECONDS)
    return page, rendered


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
