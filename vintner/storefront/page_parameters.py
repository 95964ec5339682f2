"""The parameters of an address that a page depends on, without those of advertising campaigns."""

from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict

from vintner.pricing.cases import SIZES

TRACKING = ("utm_", "gclid", "fbclid", "msclkid")
"""Beginnings of parameters that say where a visitor came from. No page depends on them."""

QUANTITY: Final = "quantity"
"""Chooses a case on the page of a wine."""
_QUANTITIES: Final = {str(size): size for size in SIZES if size > 1}


def page_parameters(query: QueryDict) -> list[tuple[str, str]]:
    """Return the parameters that a page may depend on, in their order."""
    return [(name, value) for name, values in query.lists() if not name.startswith(TRACKING) for value in values]


def cached_parameters(query: QueryDict) -> list[tuple[str, str]]:
    """Return the same without quantities that choose no case: no page depends on them."""
    return [each for each in page_parameters(query) if each[0] != QUANTITY or each[1] in _QUANTITIES]


def page_address(path: str, query: QueryDict) -> str:
    """Return the path of a page with these parameters. It stands in cached pages, so others must not."""
    parameters = urlencode(cached_parameters(query))
    return f"{path}?{parameters}" if parameters else path


def chosen_quantity(query: QueryDict) -> int:
    """Return the case that an address chooses: 6 or 12, 1 for none."""
    return next((_QUANTITIES[value] for value in reversed(query.getlist(QUANTITY)) if value in _QUANTITIES), 1)
