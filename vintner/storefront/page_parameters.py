"""The parameters of an address that a page depends on, without those of advertising campaigns."""

from urllib.parse import urlencode

from django.http import QueryDict

TRACKING = ("utm_", "gclid", "fbclid", "msclkid")
"""Beginnings of parameters that say where a visitor came from. No page depends on them."""


def page_parameters(query: QueryDict) -> list[tuple[str, str]]:
    """Return the parameters that a page may depend on, in their order."""
    return [(name, value) for name, values in query.lists() if not name.startswith(TRACKING) for value in values]


def page_address(path: str, query: QueryDict) -> str:
    """Return the path of a page with these parameters."""
    parameters = urlencode(page_parameters(query))
    return f"{path}?{parameters}" if parameters else path
