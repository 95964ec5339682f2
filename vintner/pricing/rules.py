"""Sums about promotions and taxes, on plain values. No Django.

Amounts inside a sum are `Decimal` cents with their fraction; they become `Money` once, where a line or
a tax is rounded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from vintner.money import Money
from vintner.shipping.rules import Place

STANDARD = "standard"
"""The tax class of nearly everything."""


def rounded(cents: Decimal) -> Money:
    """Return whole cents, half a cent rounded up: prices are without tax (resolutions 2.9.5)."""
    return Money(int(cents.to_integral_value(ROUND_HALF_UP)))


def without_zeros(number: Decimal) -> str:
    """Return the shortest way to write a number: 10.00 → '10', 7.2500 → '7.25'."""
    return f"{number.normalize():f}"


# Promotions: promotion → conditions (when it applies) and benefits (what it gives).


@dataclass(frozen=True, slots=True, kw_only=True)
class OfProducts:
    """Holds for these products."""

    product_ids: frozenset[int]

    def holds(self, product_id: int, now: datetime) -> bool:
        return product_id in self.product_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class During:
    """Holds from `starts_at` until before `ends_at`; open ends allowed."""

    starts_at: datetime | None = None
    ends_at: datetime | None = None

    def holds(self, product_id: int, now: datetime) -> bool:
        return (self.starts_at is None or self.starts_at <= now) and (self.ends_at is None or now < self.ends_at)


Condition = OfProducts | During


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """From so many bottles to so many (no upper end: None), so many per cent off each."""

    at_least: int
    at_most: int | None
    percent_off: Decimal

    def holds(self, quantity: int) -> bool:
        return self.at_least <= quantity and (self.at_most is None or quantity <= self.at_most)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkTable:
    """The more bottles of one product, the cheaper each. The first tier that holds counts (resolutions 2.3.4)."""

    tiers: tuple[Tier, ...]

    def off_each(self, price: Money, quantity: int) -> Decimal:
        """Return what comes off one bottle, in cents with their fraction."""
        tier = next((tier for tier in self.tiers if tier.holds(quantity)), None)
        return Decimal(0) if tier is None else price.minor * tier.percent_off / 100


Benefit = BulkTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """A discount that applies by itself. All its conditions must hold; its benefits add up."""

    id: int
    title: str
    conditions: tuple[Condition, ...]
    benefits: tuple[Benefit, ...]

    def holds(self, product_id: int, now: datetime) -> bool:
        return all(condition.holds(product_id, now) for condition in self.conditions)

    def off_each(self, price: Money, quantity: int) -> Decimal:
        """Return what comes off one bottle, in cents with their fraction; never more than it costs."""
        return min(Decimal(price.minor), sum((b.off_each(price, quantity) for b in self.benefits), Decimal(0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The promotion that a line gets, and what it takes off one bottle, in cents with their fraction."""

    promotion: Promotion
    off_each: Decimal


def best_offer(
    promotions: Iterable[Promotion], *, product_id: int, price: Money, quantity: int, now: datetime
) -> Offer | None:
    """Return the biggest discount among promotions in order of priority; of equal ones the first (resolutions 2.3.5).

    `quantity` counts all bottles of the product in the cart, whatever their vintage or size.
    """
    best: Offer | None = None
    for promotion in promotions:
        if promotion.holds(product_id, now):
            off = promotion.off_each(price, quantity)
            if off > (best.off_each if best else 0):
                best = Offer(promotion=promotion, off_each=off)
    return best


# Taxes.


class TaxStatus(StrEnum):
    """What of a product is taxed."""

    TAXABLE = "taxable"
    SHIPPING = "shipping"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxRate:
    """A tax on goods sent to a place. Blank country or state means all of them."""

    id: int
    name: str
    percent: Decimal
    country: str = ""
    state: str = ""
    priority: int = 1
    compound: bool = False
    on_shipping: bool = True
    tax_class: str = STANDARD

    @property
    def text(self) -> str:
        """The rate as shoppers read it: 7.25%."""
        return f"{without_zeros(self.percent)}%"

    def holds(self, place: Place, tax_class: str) -> bool:
        return self.tax_class == tax_class and self.country in ("", place.country) and self.state in ("", place.state)


def rates_for(rates: Iterable[TaxRate], place: Place, tax_class: str) -> tuple[TaxRate, ...]:
    """Return the rates that count, one per priority: country before blank, state before blank, then the lowest id
    (resolutions 2.9.5)."""
    matching = (rate for rate in rates if rate.holds(place, tax_class))
    ranked = sorted(matching, key=lambda r: (r.priority, r.country == "", r.state == "", r.id))
    counting: dict[int, TaxRate] = {}
    for rate in ranked:
        counting.setdefault(rate.priority, rate)
    return tuple(counting.values())


def taxes_on(amount: Money, rates: Sequence[TaxRate]) -> dict[int, Money]:
    """Return the tax of each rate (by its id) on an amount without tax, each rounded to the cent.

    Compound rates come last, each on the amount and all taxes before it, which enter unrounded.
    """
    taxes: dict[int, Decimal] = {}
    for rate in sorted(rates, key=lambda r: r.compound):
        base = amount.minor + (sum(taxes.values(), Decimal(0)) if rate.compound else Decimal(0))
        taxes[rate.id] = base * rate.percent / 100
    return {rate_id: rounded(cents) for rate_id, cents in taxes.items()}


def shipping_tax_class(statuses: Iterable[tuple[TaxStatus, str]]) -> str | None:
    """Return the class that delivery is taxed in, inherited from the goods' (status, class); None: not taxed.

    Standard wins over other classes; goods without any tax do not count (resolutions 2.9.5).
    """
    classes = {tax_class for status, tax_class in statuses if status is not TaxStatus.NONE}
    if not classes:
        return None
    return STANDARD if STANDARD in classes else min(classes)
