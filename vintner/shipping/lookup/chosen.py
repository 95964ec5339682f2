"""The service that the store has a key for, or the sandbox of a store that only demonstrates."""

from functools import cache

from django.conf import settings

from vintner.shipping.lookup.address_lookup import AddressLookup
from vintner.shipping.lookup.google_places import GooglePlaces
from vintner.shipping.lookup.sandbox_places import SandboxPlaces


def address_lookup() -> AddressLookup | None:
    """Return the service; None without a key and without the sandbox, and then no page asks for one."""
    if settings.ADDRESS_LOOKUP_KEY:
        return _service(settings.ADDRESS_LOOKUP_KEY, settings.ADDRESS_LOOKUP_URL, settings.ADDRESS_GEOCODING_URL)
    return SandboxPlaces() if settings.ADDRESS_LOOKUP_SANDBOX else None


@cache
def _service(key: str, url: str, geocoding_url: str) -> GooglePlaces:
    """One for the process: it keeps its connections."""
    return GooglePlaces(key, url, geocoding_url)
