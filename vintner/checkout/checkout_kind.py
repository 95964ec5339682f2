"""Which of the two checkouts stands at /checkout/, as the store's setting CHECKOUT says, and where each of them is."""

from enum import StrEnum

from django.conf import settings
from django.urls import reverse


class CheckoutKind(StrEnum):
    """A checkout. Its pages place the same orders."""

    CLASSIC = "classic"
    BLOCK = "block"


def active_kind() -> CheckoutKind:
    """Return the checkout that shoppers are led to."""
    return CheckoutKind(settings.CHECKOUT)


def checkout_url(kind: CheckoutKind) -> str:
    """Return the address of a checkout: /checkout/ for the chosen one, an address of its own for the other."""
    return reverse("checkout" if kind is active_kind() else f"{kind}_checkout")
