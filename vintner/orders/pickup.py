"""Where an order is collected that is not sent, and by whom (docs/behaviour/orders.md#orders-that-are-picked-up)."""

from dataclasses import dataclass

from django.conf import settings

from vintner.shipping.destinations import find_legal_age
from vintner.shipping.regions import Address


@dataclass(frozen=True, slots=True)
class PickupTerms:
    """The store's name and address, nothing while it has no street or city; and the law's age there, in years."""

    address: tuple[str, ...]
    legal_age: int

    @property
    def where(self) -> str:
        """The place, in a sentence."""
        if self.address:
            return f"You pick it up at {', '.join(self.address)}."
        return f"You pick it up at our store. Write to {settings.STORE_EMAIL} if you do not know where that is."

    @property
    def who(self) -> str:
        """Who gets the wine, in a sentence."""
        return f"An adult of {self.legal_age} or older has to collect it, and show a photo ID."


def find_pickup_terms() -> PickupTerms:
    """Return how orders are collected. One query, so orders that are sent do not ask."""
    base = settings.STORE_BASE_ADDRESS
    return PickupTerms(_store_address(), find_legal_age(base["country"], base["state"]))


def _store_address() -> tuple[str, ...]:
    base = settings.STORE_BASE_ADDRESS
    if not settings.STORE_STREET or not base["city"]:
        return ()
    return (settings.STORE_NAME, *Address.read({**base, "address_1": settings.STORE_STREET}).lines())
