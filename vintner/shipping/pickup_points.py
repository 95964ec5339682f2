"""Where goods are picked up: the place that staff wrote with the method, or else the store's own."""

from django.conf import settings

from vintner.shipping.models import Method
from vintner.shipping.rules import PickupPoint
from vintner.shipping.store_address import store_address


def read_pickup_point(row: Method | None) -> PickupPoint:
    """Return the place of a method; the store's own for one without a place, and for a method that is gone."""
    if row is None:
        return PickupPoint(address=_store_lines())
    return PickupPoint(address=_lines(row.pickup_address) or _store_lines(), hours=_lines(row.pickup_hours))


def _store_lines() -> tuple[str, ...]:
    """Return the store's name and address, nothing while it has no street or city."""
    if not settings.STORE_STREET or not settings.STORE_BASE_ADDRESS["city"]:
        return ()
    return (settings.STORE_NAME, *store_address())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (line.strip() for line in text.splitlines())))
