"""The tax stage of a quote: the rates of one place at work (docs/pricing.md#taxes)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from vintner.money import ZERO, Money
from vintner.pricing.rules.amounts import shared_out
from vintner.pricing.rules.items import Item
from vintner.pricing.rules.taxes import TaxStatus, TaxTerms, exact_taxes, rates_for, shipping_tax_class, taxes_on
from vintner.shipping.rules import DeliveryKind, DeliveryOption, Place

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
        shares = shared_out(-amount.minor, [Decimal(cost) for cost in costs.values()])
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
