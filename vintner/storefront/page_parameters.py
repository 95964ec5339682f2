"""The parameters of an address that a page depends on, without those of advertising campaigns."""

from urllib.parse import urlencode

from django.http import HttpRequest

TRACKING = ("utm_", "gclid", "fbclid", "msclkid")
"""Beginnings of parameters that say where a visitor came from. No page depends on them."""


def page_parameters(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the parameters that a page may depend on, in their order."""
    return [(name, value) for name, values in request.GET.lists() if not name.startswith(TRACKING) for value in values]


def page_address(request: HttpRequest) -> str:
    """Return the path of a page with these parameters."""
    query = urlencode(page_parameters(request))
    return f"{request.path}?{query}" if query else request.path
