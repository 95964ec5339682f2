"""Checks that a POST comes from one of the store's pages. Cached product pages carry no token, so adding needs this."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def same_origin(request: HttpRequest) -> bool:
    """Return whether a browser sent this from a page of ours, by Sec-Fetch-Site, else Origin, else Referer. Clients
    that are no browsers send none of these and may pass: they hold no visitor's cookies.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    page = request.headers.get("Origin") or request.headers.get("Referer")
    return not page or _is_ours(page, request)


def _is_ours(page: str, request: HttpRequest) -> bool:
    try:
        parts = urlsplit(page)
    except ValueError:  # no address
        return False
    return parts.netloc == request.get_host() or f"{parts.scheme}://{parts.netloc}" in settings.CSRF_TRUSTED_ORIGINS
