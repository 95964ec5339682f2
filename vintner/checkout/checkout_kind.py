"""Which of the two checkouts stands at /checkout/, as the store's setting CHECKOUT says, and where each of them is."""

from enum import StrEnum

from django.conf import settings
from django.urls import reverse


class Which(StrEnum):
    """A checkout. Its pages place the same orders."""

    CLASSIC = "classic"
    BLOCK = "block"


def chosen() -> Which:
    """Return the checkout that shoppers are led to."""
    return Which(settings.CHECKOUT)


def address_of(which: Which) -> str:
    """Return the address of a checkout: /checkout/ for the chosen one, an address of its own for the other."""
    return reverse("checkout" if which is chosen() else f"{which}_checkout")
