"""The service that the store has a key for."""

from functools import cache

from django.conf import settings

from vintner.shipping.lookup.address_lookup import AddressLookup
from vintner.shipping.lookup.google_places import GooglePlaces


def address_lookup() -> AddressLookup | None:
    """Return the service; None without a key, and then no page asks for one."""
    if not settings.ADDRESS_LOOKUP_KEY:
        return None
    return _service(settings.ADDRESS_LOOKUP_KEY, settings.ADDRESS_LOOKUP_URL)


@cache
def _service(key: str, url: str) -> GooglePlaces:
    """One for the process: it keeps its connections."""
    return GooglePlaces(key, url)
