"""What the store asks of a service that knows addresses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

LEAST, LONGEST = 4, 200
"""Letters of a street before the service is asked, because fewer find nothing that is wanted; and at most."""
OK, NO_RESULTS, OVER_LIMIT, NO_ANSWER = "OK", "ZERO_RESULTS", "OVER_QUERY_LIMIT", "UNKNOWN_ERROR"
"""States of a search for the address of a position, by the words of Google's Geocoding API. It has more of them."""


class LookupDown(Exception):
    """The service gave no answer that makes sense. Shoppers type their address as they always could.

    `status` is what the service says of it, where it says anything.
    """

    def __init__(self, reason: str, status: str = NO_ANSWER) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class AddressSuggestion:
    """An address as a list shows it: '1600 Main St', and in small print where that is."""

    id: str
    text: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAddress:
    """An address by the names of the form's fields, codes for country and state; what is not known is empty.

    `address` is everything but country, state, city and postcode, for forms with a single line for it. `formatted` is
    the whole address, for forms with no other field.
    """

    country: str
    country_name: str
    address: str
    address_1: str
    address_2: str
    city: str
    state: str
    state_name: str
    postcode: str
    formatted: str


@dataclass(frozen=True, slots=True)
class Position:
    """A place on the earth, in degrees: latitude from -90 to 90, longitude from -180 to 180."""

    latitude: float
    longitude: float


class AddressLookup(Protocol):
    """`session` ties together the tries for one address, which are paid for as one. All raise LookupDown."""

    credit: str
    """Whom the service wants to see named under its suggestions."""

    def suggest(self, typed: str, *, countries: Sequence[str], session: str) -> tuple[AddressSuggestion, ...]: ...

    def find(self, suggestion_id: str, *, session: str) -> FoundAddress: ...

    def locate(self, position: Position) -> FoundAddress | None:
        """Return the address at a position; None without one in the countries of the store."""
        ...
