"""Which taxes hold at a place, and what they come to. Taxes are rounded per line and rate (docs/pricing.md#taxes)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from vintner.money import Money
from vintner.pricing.rules.amounts import rounded, without_zeros
from vintner.shipping.rules import Place
from vintner.shipping.rules.postcodes import EVERYWHERE, Postcodes

STANDARD = "standard"
"""The tax class of nearly everything."""


class TaxStatus(StrEnum):
    """What of a product is taxed."""

    TAXABLE = "taxable"
    SHIPPING = "shipping"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxTerms:
    """A tax on goods sent to a place. Blank country, state, postcodes or cities mean all of them.

    Cities are as `city_name` writes them. A place must be in one of the postcodes and one of the cities.
    """

    id: int
    name: str
    percent: Decimal
    country: str = ""
    state: str = ""
    postcodes: Postcodes = EVERYWHERE
    cities: tuple[str, ...] = ()
    priority: int = 1
    compound: bool = False
    on_shipping: bool = True
    tax_class: str = STANDARD

    @property
    def text(self) -> str:
        """The rate as shoppers read it: 7.25%."""
        return f"{without_zeros(self.percent)}%"

    def holds(self, place: Place, tax_class: str) -> bool:
        return (
            self.tax_class == tax_class
            and self.country in ("", place.country)
            and self.state in ("", place.state)
            and (not self.cities or city_name(place.city) in self.cities)
            and self.postcodes.hold(place.postcode)
        )


def city_name(text: str) -> str:
    """Return a city's name as it is compared: ' San  francisco' → 'SAN FRANCISCO'."""
    return " ".join(text.upper().split())


def read_cities(text: str) -> tuple[str, ...]:
    """Read the names of cities that staff wrote, parted by lines or semicolons, each once."""
    names = (city_name(part) for part in text.replace(";", "\n").splitlines())
    return tuple(dict.fromkeys(name for name in names if name))


def by_state(rates: Iterable[TaxTerms]) -> Mapping[tuple[str, str], tuple[TaxTerms, ...]]:
    """Sort rates by (country, state), so that of many thousands a place asks only its own."""
    found: dict[tuple[str, str], list[TaxTerms]] = {}
    for rate in rates:
        found.setdefault((rate.country, rate.state), []).append(rate)
    return {where: tuple(each) for where, each in found.items()}


def rates_for(rates: Iterable[TaxTerms], place: Place, tax_class: str) -> tuple[TaxTerms, ...]:
    """Return the rates that count, one per priority: country before blank, state before blank, more postcodes, more
    cities, then the lowest id (docs/pricing.md#taxes). Compound ones come last."""
    matching = (rate for rate in rates if rate.holds(place, tax_class))
    ranked = sorted(
        matching,
        key=lambda r: (r.priority, r.country == "", r.state == "", -len(r.postcodes), -len(r.cities), r.id),
    )
    counting: dict[int, TaxTerms] = {}
    for rate in ranked:
        counting.setdefault(rate.priority, rate)
    return tuple(sorted(counting.values(), key=lambda rate: rate.compound))


def taxes_on(amount: Money, rates: Sequence[TaxTerms]) -> dict[int, Money]:
    """Return the tax of each rate (by its id) on an amount without tax, each rounded to the cent."""
    return {rate_id: rounded(cents) for rate_id, cents in exact_taxes(amount, rates).items()}


def exact_taxes(amount: Money, rates: Sequence[TaxTerms]) -> dict[int, Decimal]:
    """Return the tax of each rate in cents with their fraction, of rates as `rates_for` returns them.

    Compound ones are on the amount and all taxes before it, which enter unrounded.
    """
    taxes: dict[int, Decimal] = {}
    for rate in rates:
        base = amount.minor + (sum(taxes.values(), Decimal(0)) if rate.compound else Decimal(0))
        taxes[rate.id] = base * rate.percent / 100
    return taxes


def shipping_tax_class(statuses: Iterable[tuple[TaxStatus, str]]) -> str | None:
    """Return the class that delivery is taxed in, inherited from the goods' (status, class); None: not taxed.

    Standard wins over other classes; goods without any tax do not count (docs/pricing.md#taxes).
    """
    classes = {tax_class for status, tax_class in statuses if status is not TaxStatus.NONE}
    if not classes:
        return None
    return STANDARD if STANDARD in classes else min(classes)
