"""The smallest amount that the card service charges, by currency."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from vintner.money import Money

LEAST_CHARGE: Final[Mapping[str, Money]] = MappingProxyType(
    {
        currency: Money(least)
        for least, currencies in (
            (50, "USD CAD EUR CHF AUD SGD BRL INR NZD"),
            (30, "GBP"),
            (200, "AED MYR PLN RON"),
            (250, "DKK"),
            (300, "NOK SEK"),
            (400, "HKD"),
            (1_000, "MXN THB"),
            (1_500, "CZK"),
            (17_500, "HUF"),
        )
        for currency in currencies.split()
    }
)
