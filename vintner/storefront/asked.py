"""What a page was asked for, less what only says where the visitor came from."""

from urllib.parse import urlencode

from django.http import HttpRequest

TRACKING = ("utm_", "gclid", "fbclid", "msclkid")
"""Beginnings of parameters that say where a visitor came from, which no page shows."""


def asked(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the parameters that a page may depend on, in their order."""
    return [(name, value) for name, values in request.GET.lists() if not name.startswith(TRACKING) for value in values]


def address(request: HttpRequest) -> str:
    """Return the path of a page with these parameters."""
    query = urlencode(asked(request))
    return f"{request.path}?{query}" if query else request.path
