"""Where an order is collected that is not sent, and by whom (docs/behaviour/orders.md#orders-that-are-picked-up)."""

from dataclasses import dataclass

from django.conf import settings

from vintner.orders.models import Order
from vintner.shipping import zones
from vintner.shipping.destinations import find_legal_age
from vintner.shipping.pickup_points import read_pickup_point


@dataclass(frozen=True, slots=True)
class PickupTerms:
    """The place, line by line: nothing where neither it nor the store's address is known. Its opening hours, line by
    line, and the law's age at the store, in years.
    """

    address: tuple[str, ...]
    hours: tuple[str, ...]
    legal_age: int
    needs_adult: bool = True

    @property
    def where(self) -> str:
        """The place, in a sentence."""
        if self.address:
            return f"You pick it up at {', '.join(self.address)}."
        return f"You pick it up at our store. Write to {settings.STORE_EMAIL} if you do not know where that is."

    @property
    def words(self) -> str:
        """Where and by whom it is collected."""
        return " ".join(filter(None, (self.where, self.who)))

    @property
    def who(self) -> str:
        """Who gets the wine, in a sentence; empty where anybody may."""
        if not self.needs_adult:
            return ""
        return f"An adult of {self.legal_age} or older has to collect it, and show a photo ID."


def find_pickup_terms(order: Order) -> PickupTerms:
    """Return how the order is collected. Three queries, so orders that are sent do not ask."""
    base, point = settings.STORE_BASE_ADDRESS, read_pickup_point(zones.find_method(order.shipping_rate))
    legal_age = find_legal_age(base["country"], base["state"])
    return PickupTerms(point.address, point.hours, legal_age, needs_adult=order.needs_adult)
