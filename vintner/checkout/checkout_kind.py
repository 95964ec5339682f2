"""The two checkouts: which one the setting CHECKOUT puts at /checkout/, and the address of each."""

from enum import StrEnum

from django.conf import settings
from django.urls import reverse


class CheckoutKind(StrEnum):
    """A checkout. Both place the same orders."""

    CLASSIC = "classic"
    BLOCK = "block"


def active_kind() -> CheckoutKind:
    """Return the checkout that shoppers are led to."""
    return CheckoutKind(settings.CHECKOUT)


def checkout_url(kind: CheckoutKind) -> str:
    """Return the address of a checkout: /checkout/ for the active one, an address of its own for the other."""
    return reverse("checkout" if kind is active_kind() else f"{kind}_checkout")
