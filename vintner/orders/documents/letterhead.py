"""What documents and pages say of the store."""

from django.conf import settings

from vintner.shipping.store_address import store_address


def store_lines() -> tuple[str, ...]:
    """Return the store's address and e-mail address."""
    return (*store_address(), settings.STORE_EMAIL)
