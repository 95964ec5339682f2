"""Where the store is, as its papers and e-mails say it."""

from django.conf import settings

from vintner.shipping.regions import Address


def store_address() -> tuple[str, ...]:
    """Return the store's address line by line, without its name."""
    return Address.read({**settings.STORE_BASE_ADDRESS, "address_1": settings.STORE_STREET}).lines()
