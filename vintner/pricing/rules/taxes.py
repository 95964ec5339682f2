"""Taxes of a place and of a quote (docs/pricing.md#taxes). They are rounded per line and rate."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from vintner.money import ZERO, Money, round_cents, share_out, strip_zeros
from vintner.pricing.rules.items import STANDARD, Item, TaxStatus
from vintner.shipping.rules import DeliveryKind, DeliveryOption, Place
from vintner.shipping.rules.postcodes import EVERYWHERE, Postcodes


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
        return f"{strip_zeros(self.percent)}%"

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
    return {rate_id: round_cents(cents) for rate_id, cents in exact_taxes(amount, rates).items()}


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


Taxes = Mapping[int, Money]
"""By the id of their rate."""
_NO_TAX: Taxes = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxTotal:
    """A tax over all lines, the delivery and the fees: 'CA Tax', '7.25%'."""

    name: str
    rate: str
    amount: Money


def tax_place(place: Place, shipping: DeliveryOption | None, base: Place) -> Place:
    """Return where the goods are sold: those fetched at the store, at the store."""
    return base if shipping is not None and shipping.kind is DeliveryKind.LOCAL_PICKUP else place


@dataclass(frozen=True, slots=True, kw_only=True)
class Taxing:
    """The rates of one place. What holds for a class of goods is looked up once."""

    rates: tuple[TaxTerms, ...]
    place: Place
    _by_class: dict[str, tuple[TaxTerms, ...]] = field(default_factory=dict)

    def _rates_for(self, tax_class: str) -> tuple[TaxTerms, ...]:
        if tax_class not in self._by_class:
            self._by_class[tax_class] = rates_for(self.rates, self.place, tax_class)
        return self._by_class[tax_class]

    def of_line(self, item: Item, amount: Money) -> Taxes:
        if item.tax_status is not TaxStatus.TAXABLE:
            return _NO_TAX
        return taxes_on(amount, self._rates_for(item.tax_class))

    def saved(self, item: Item, discount: Money) -> Decimal:
        """Return the tax that a discount on a line saves, in cents with their fraction."""
        if item.tax_status is not TaxStatus.TAXABLE:
            return Decimal(0)
        return sum(exact_taxes(discount, self._rates_for(item.tax_class)).values(), Decimal(0))

    def of_delivery(self, lines: Sequence[Item], shipping: DeliveryOption | None) -> Taxes:
        if shipping is None or not shipping.taxable:
            return _NO_TAX
        return self.of_carriage(lines, shipping.cost)

    def of_carriage(self, lines: Sequence[Item], amount: Money) -> Taxes:
        """Return the taxes of what bringing the goods costs, in the class of the goods."""
        tax_class = shipping_tax_class((item.tax_status, item.tax_class) for item in lines)
        if tax_class is None:
            return _NO_TAX
        return taxes_on(amount, [rate for rate in self._rates_for(tax_class) if rate.on_shipping])

    def of_fee(self, amount: Money, lines: Iterable[tuple[Item, Money]]) -> list[Taxes]:
        """Return the taxes of a fee, negative like the fee: spread over the classes of the goods by their cost
        (docs/pricing.md#taxes).
        """
        costs: dict[str, int] = {}
        for item, cost in lines:
            tax_class = item.tax_class if item.tax_status is TaxStatus.TAXABLE else ""
            costs[tax_class] = costs.get(tax_class, 0) + cost.minor
        shares = share_out(-amount.minor, [Decimal(cost) for cost in costs.values()])
        shared = [(tax_class, share) for tax_class, share in zip(costs, shares, strict=True) if tax_class]
        return [taxes_on(Money(-share), self._rates_for(tax_class)) for tax_class, share in shared]

    def totals(self, taxed: Sequence[Taxes]) -> tuple[TaxTotal, ...]:
        """Add up per rate, in the merchant's order. A tax that comes to nothing is not listed, none is below zero."""
        sums = {rate.id: Money.total(taxes.get(rate.id, ZERO) for taxes in taxed) for rate in self.rates}
        return tuple(
            TaxTotal(name=rate.name, rate=rate.text, amount=sums[rate.id])
            for rate in self.rates
            if sums[rate.id] > ZERO
        )
