"""Where goods are sent, as far as tax and delivery care."""

from dataclasses import dataclass
from typing import Final

LONGEST_STATE: Final = 100
"""Characters of a state that are stored: not every country has short codes for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where goods are sent, as far as tax and delivery care. `country` and `state` are codes: US, CA."""

    country: str
    state: str = ""
    postcode: str = ""
    city: str = ""
