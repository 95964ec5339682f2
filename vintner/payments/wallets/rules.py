"""The wallets that pay by a button of their own. No Django."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Wallet(StrEnum):
    """A wallet, by the provider's name for its button."""

    APPLE_PAY = "apple_pay"
    GOOGLE_PAY = "google_pay"
    LINK = "link"
    AMAZON_PAY = "amazon_pay"
    KLARNA = "klarna"

    @property
    def label(self) -> str:
        """The name that shoppers know."""
        return self.value.replace("_", " ").title()


METHOD_TYPES: Final[Mapping[Wallet, str]] = MappingProxyType(
    {
        Wallet.APPLE_PAY: "card",
        Wallet.GOOGLE_PAY: "card",
        Wallet.LINK: "link",
        Wallet.AMAZON_PAY: "amazon_pay",
        Wallet.KLARNA: "klarna",
    }
)
"""The type of payment methods by which each wallet pays: two of them pay with a card."""


def name_payment(wallet: str, method: str) -> str:
    """Return what paid, as in 'Google Pay (Visa •••• 4242)'. A blank `method` and a wallet's own name add nothing."""
    label = Wallet(wallet).label
    return f"{label} ({method})" if method not in ("", label) else label
