"""What the store asks of a service that knows addresses."""

from dataclasses import dataclass
from typing import Protocol

LEAST, LONGEST = 4, 200
"""Letters of a street before the service is asked, because fewer find nothing that is wanted; and at most."""


class LookupDown(Exception):
    """The service gave no answer that makes sense. Shoppers type their address as they always could."""


@dataclass(frozen=True, slots=True)
class AddressSuggestion:
    """An address as a list shows it: '1600 Main St', and in small print where that is."""

    id: str
    text: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAddress:
    """An address by the names of the form's fields, codes for country and state; what is not known is empty."""

    country: str
    address_1: str
    address_2: str
    city: str
    state: str
    postcode: str


class AddressLookup(Protocol):
    """`session` ties together the tries for one address, which are paid for as one. Both raise LookupDown."""

    credit: str
    """Whom the service wants to see named under its suggestions."""

    def suggest(self, typed: str, *, country: str, session: str) -> tuple[AddressSuggestion, ...]: ...

    def find(self, suggestion_id: str, *, session: str) -> FoundAddress: ...
