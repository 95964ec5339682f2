"""Whether wine may be sent to somebody, and if not, why."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal
from enum import StrEnum
from math import ceil

from vintner.money import ZERO, Money

BOTTLE = Decimal("0.75")
"""Litres in a bottle of which nothing else is known."""
LARGEST = Decimal(30)
"""Litres. No bottle is larger."""
_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*(ml|cl|l|litres?|liters?)", re.ASCII | re.IGNORECASE)
_LITRES = {"ml": Decimal("0.001"), "cl": Decimal("0.01")}
OLDEST_LEGAL_AGE = 21
"""Years. No place that we send to asks for more."""


class Period(StrEnum):
    """The time in which a person's bottles are counted, in the store's own days."""

    MONTH = "month"
    THIRTY_DAYS = "30-days"
    YEAR = "year"

    def began(self, now: datetime) -> datetime:
        """Return when the running period began. `now` is in the store's own time zone."""
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        match self:
            case Period.MONTH:
                return midnight.replace(day=1)
            case Period.YEAR:
                return midnight.replace(month=1, day=1)
            case Period.THIRTY_DAYS:
                return now - timedelta(days=30)

    @property
    def words(self) -> str:
        """How the period is named after 'at most 12 bottles'."""
        return {"month": "a month", "30-days": "in 30 days", "year": "a year"}[self.value]

    @property
    def again(self) -> str:
        """When the count begins anew."""
        words = {
            "month": "from the first of next month",
            "30-days": "30 days after your last order",
            "year": "from January 1",
        }
        return words[self.value]


def litres_in(text: str) -> Decimal | None:
    """Return the litres that a bottle's size names: '375 ml', '1,5 l'. None when it names none, or no bottle's."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        return None
    litres = Decimal(found[1].replace(",", ".")) * _LITRES.get(found[2].lower(), Decimal(1))
    return litres if 0 < litres <= LARGEST else None


@dataclass(frozen=True, slots=True)
class Volume:
    """So many bottles and litres of wine."""

    bottles: int = 0
    litres: Decimal = Decimal(0)

    def __add__(self, other: "Volume") -> "Volume":
        return Volume(self.bottles + other.bottles, self.litres + other.litres)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The most that one person may be sent in a period; None for no end."""

    bottles: int | None = None
    litres: Decimal | None = None
    period: Period = Period.MONTH

    def __bool__(self) -> bool:
        return self.bottles is not None or self.litres is not None

    @property
    def words(self) -> str:
        """The limit as shoppers read it: 12 bottles or 9 litres a month."""
        parts = [] if self.bottles is None else [_bottles(self.bottles)]
        parts += [] if self.litres is None else [f"{_plain(self.litres)} liters"]
        return f"{' and '.join(parts)} {self.period.words}"

    def bottles_above(self, had: Volume, more: Volume) -> int:
        """Return about how many bottles have to go so that `more` fits beside `had`; 0 when it fits."""
        both = had + more
        above = 0 if self.bottles is None else both.bottles - self.bottles
        if self.litres is not None and both.litres > self.litres and more.bottles:
            above = max(above, ceil((both.litres - self.litres) / (more.litres / more.bottles)))
        return min(max(above, 0), more.bottles)


@dataclass(frozen=True, slots=True, kw_only=True)
class DestinationTerms:
    """What the law, or the lack of a licence, says about wine sent to a state. `note` is the merchant's reason,
    `signature_fee` what an adult's signature costs there.
    """

    country: str
    state: str
    wine_allowed: bool
    note: str = ""
    legal_age: int = OLDEST_LEGAL_AGE
    limit: Limit = field(default_factory=Limit)
    signature_fee: Money = ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Whether wine may go somewhere. `reason` is for shoppers, empty when it may."""

    allowed: bool
    reason: str = ""


ALLOWED = Ruling(allowed=True)


def may_ship_wine(there: DestinationTerms, *, name: str) -> Ruling:
    """Say whether wine may be sent there; `name` goes into the reason."""
    if there.wine_allowed:
        return ALLOWED
    note = f" {there.note}" if there.note else ""
    return Ruling(allowed=False, reason=f"Sorry, we cannot ship wine to {name}.{note}")


def within_limit(limit: Limit, had: Volume, more: Volume, *, name: str, is_placed: bool = False) -> Ruling:
    """Say whether somebody who had so much from us in this period may be sent so much more, and what to do if not.

    With `is_placed`, it is the wine of an order that cannot be changed any more. How much they had is not told: anybody
    may type anybody's name and address.
    """
    above = limit.bottles_above(had, more)
    if not above:
        return ALLOWED
    rule = f"One person in {name} may be sent at most {limit.words}"
    if is_placed:
        words = f"{rule}, earlier orders included, so this order cannot be paid now."
        return Ruling(allowed=False, reason=f"{words} You may order more {limit.period.again}.")
    what = (
        ", earlier orders included. Please take bottles out of the cart, or pick the wine up at the store."
        if had.bottles
        else f". Please take {_bottles(above)} out of the cart."
    )
    return Ruling(allowed=False, reason=f"{rule}{what} You may order more {limit.period.again}.")


def _bottles(count: int) -> str:
    return f"{count} bottle" if count == 1 else f"{count} bottles"


def _plain(litres: Decimal) -> str:
    """Litres to two digits, rounded up: what is told is never less than what is counted."""
    text = f"{litres.quantize(Decimal('0.01'), ROUND_CEILING):f}"
    return text.rstrip("0").rstrip(".")
