"""Pages that shoppers browse, kept as they were sent: one for each address and edition of the shop.

Nothing on them is about the visitor (carts come as sections), so what was made for one is right for all; with the age
gate before it and without are two pages. What differs by visitor, the nonce of the content policy, is a placeholder in
what is kept.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator
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

from vintner.storefront import age_gate
from vintner.storefront.asked import asked
from vintner.web import edition
from vintner.web.answers import CSP_NONCE, PageResponse, wants_props
from vintner.web.manifest import build_id
from vintner.web.packing import Part, joined, pack
from vintner.web.page import CSRF_TOKEN

View = Callable[..., HttpResponse]

LONGEST_QUERY = 400


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page cut at the places for the nonce, each part packed, and the tag by which a browser knows it again."""

    parts: tuple[Part, ...]
    content_type: str
    etag: str

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Send it, or say that the browser's copy is still right."""
        asked = parse_etags(request.headers.get("If-None-Match", ""))
        if self.etag in asked or "*" in asked:
            response: HttpResponse = HttpResponseNotModified()
            # The browser's copy bears the nonce of the policy it came with; another would forbid its scripts.
            response._csp_exempt = True  # type: ignore[attr-defined]
        else:
            response = self._whole(request)
        response["ETag"] = self.etag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ("Accept", "Accept-Encoding"))
        return response

    def _whole(self, request: HttpRequest) -> HttpResponse:
        nonce = str(getattr(request, "csp_nonce", "")).encode()
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return HttpResponse(nonce.join(part.text for part in self.parts), self.content_type)
        return HttpResponse(joined(self.parts, nonce), self.content_type, headers={"Content-Encoding": "gzip"})


def kept(view: View) -> View:
    """Let a view answer with the page it made before, for as long as the edition lasts."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not _may_be_kept(request):
            return view(request, *args, **kwargs)
        key, cache = _key(request), caches["pages"]
        page: KeptPage | None = cache.get(key)
        if page is None:
            with _alone(key):
                page = cache.get(key)
                if page is None:
                    response = view(request, *args, **kwargs)
                    page = _page(response)
                    if page is None:
                        return response
                    cache.set(key, page, settings.PAGES_KEPT_SECONDS)
        return page.answer(request)

    return answer


def _may_be_kept(request: HttpRequest) -> bool:
    """Messages are for one visitor. Within a transaction, pages may show what is never committed."""
    return (
        request.method in ("GET", "HEAD")
        and settings.PAGES_KEPT_SECONDS > 0
        and CookieStorage.cookie_name not in request.COOKIES
        and len(request.META.get("QUERY_STRING", "")) <= LONGEST_QUERY
        and not connection.in_atomic_block
    )


def _key(request: HttpRequest) -> str:
    shown = edition.current(timezone.now())
    about = (request.path, sorted(asked(request)), age_gate.stands_before(request), wants_props(request))
    text = repr((shown, *about, build_id()))
    return f"page:{hashlib.sha256(text.encode()).hexdigest()}"


def _page(response: HttpResponse) -> KeptPage | None:
    """Return what may be kept of an answer, None when it is an error, a redirect or for one visitor only."""
    if not isinstance(response, PageResponse) or response.status_code != 200 or response.has_header("Cache-Control"):
        return None
    if response.cookies or CSRF_TOKEN in response.document:
        return None
    document = response.document.encode()
    mark = hashlib.sha256(document).hexdigest()[:32]
    parts = tuple(pack(part) for part in document.split(CSP_NONCE.encode()))
    return KeptPage(parts, response["Content-Type"], f'W/"{mark}"')


_making: dict[str, threading.Lock] = {}
_guard = threading.Lock()


@contextmanager
def _alone(key: str) -> Iterator[None]:
    """Let one thread of this process make a page while the others wait for it: no stampede on a new edition."""
    with _guard:
        lock = _making.setdefault(key, threading.Lock())
    with lock:
        try:
            yield
        finally:
            with _guard:
                _making.pop(key, None)
