"""Where a POST comes from. Adding needs no token, so that pages can be cached; it must come from our own pages."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def same_origin(request: HttpRequest) -> bool:
    """Say whether a browser sent this from a page of ours. Clients that are no browsers say nothing and may pass:
    they hold no visitor's cookies.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == request.get_host() or origin in settings.CSRF_TRUSTED_ORIGINS
