"""What a cart costs. `quote` is the only place where a total is made (docs/pricing.md)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from vintner.money import ZERO, Money
from vintner.pricing.rules import (
    STANDARD,
    Offer,
    Promotion,
    TaxRate,
    TaxStatus,
    best_offer,
    rates_for,
    rounded,
    shipping_tax_class,
    taxes_on,
)
from vintner.shipping.rules import Kind, Option, Place, Zone, chosen, options


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """So many of one thing, to be priced. `price` is today's, with a sale; `regular` is without. Both for one unit."""

    key: str
    product_id: int
    variation_id: int
    quantity: int
    price: Money
    regular: Money
    tax_status: TaxStatus = TaxStatus.TAXABLE
    tax_class: str = STANDARD
    virtual: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceBook:
    """All that the merchant decided about prices, as of one moment. `base` is the store's own address.

    `edition` is never given to two different books.
    """

    promotions: tuple[Promotion, ...]
    tax_rates: tuple[TaxRate, ...]
    zones: tuple[Zone, ...]
    base: Place
    edition: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedLine:
    """A line with its price. `unit_price` is rounded for showing; `subtotal` is made from the unrounded one.

    `subtotal` is after promotions and before coupons, `discount` what coupons take off it, `tax` the tax on
    the rest. `regular_unit` is one unit without sale and promotion.
    """

    key: str
    product_id: int
    variation_id: int
    quantity: int
    unit_price: Money
    regular_unit: Money
    subtotal: Money
    discount: Money
    tax: Money
    promotion: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """What a promotion saved, all lines together. Told, not subtracted: line subtotals already are after it."""

    label: str
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxTotal:
    """A tax over all lines and the delivery: 'CA Tax', '7.25%'."""

    name: str
    rate: str
    amount: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a cart costs at a place: total = subtotal - discount + delivery + taxes, to the cent."""

    lines: tuple[PricedLine, ...]
    subtotal: Money
    discount: Money
    adjustments: tuple[Adjustment, ...]
    shipping_options: tuple[Option, ...]
    shipping: Option | None
    taxes: tuple[TaxTotal, ...]
    total: Money
    needs_shipping: bool
    place: Place

    @property
    def shipping_total(self) -> Money:
        return ZERO if self.shipping is None else self.shipping.cost

    @property
    def tax_total(self) -> Money:
        return Money.total(tax.amount for tax in self.taxes)


def quote(lines: Sequence[Item], *, place: Place, rate_id: str, book: PriceBook, now: datetime) -> Quote:
    """Return what these lines cost, sent to `place` by the delivery `rate_id` ('' for the first one offered)."""
    promoted = _promote(lines, book.promotions, now)
    discount = ZERO  # coupons: the stage between promotions and delivery
    subtotal = Money.total(line.subtotal for line in promoted)
    needs_shipping = any(not item.virtual for item in lines)
    offered = options(book.zones, place, spent=subtotal - discount) if needs_shipping else ()
    shipping = chosen(offered, rate_id)
    taxing = _Taxing(rates=book.tax_rates, place=_tax_place(place, shipping, book.base))
    taxed = [taxing.of_line(item, line.subtotal) for item, line in zip(lines, promoted, strict=True)]
    taxes = taxing.totals([*taxed, taxing.of_delivery(lines, shipping)])
    return Quote(
        lines=tuple(line.priced(taxes) for line, taxes in zip(promoted, taxed, strict=True)),
        subtotal=subtotal,
        discount=discount,
        adjustments=_adjustments(promoted),
        shipping_options=offered,
        shipping=shipping,
        taxes=taxes,
        total=subtotal - discount + (shipping.cost if shipping else ZERO) + Money.total(tax.amount for tax in taxes),
        needs_shipping=needs_shipping,
        place=place,
    )


@dataclass(frozen=True, slots=True)
class _Promoted:
    """A line after promotions."""

    item: Item
    offer: Offer | None

    @property
    def unit(self) -> Decimal:
        """One unit in cents with their fraction."""
        return self.item.price.minor - (self.offer.off_each if self.offer else Decimal(0))

    @property
    def subtotal(self) -> Money:
        """The fraction of a unit lives until here: 6 × $16.99 less 20 % is $81.55, not 6 × $13.59."""
        return rounded(self.unit * self.item.quantity)

    def priced(self, taxes: Mapping[int, Money]) -> PricedLine:
        item = self.item
        return PricedLine(
            key=item.key,
            product_id=item.product_id,
            variation_id=item.variation_id,
            quantity=item.quantity,
            unit_price=rounded(self.unit),
            regular_unit=item.regular,
            subtotal=self.subtotal,
            discount=ZERO,
            tax=Money.total(taxes.values()),
            promotion=self.offer.promotion.title if self.offer else "",
        )


def _promote(lines: Sequence[Item], promotions: Sequence[Promotion], now: datetime) -> list[_Promoted]:
    bottles: Counter[int] = Counter()
    for item in lines:
        bottles[item.product_id] += item.quantity
    return [
        _Promoted(
            item,
            best_offer(
                promotions, product_id=item.product_id, price=item.price, quantity=bottles[item.product_id], now=now
            ),
        )
        for item in lines
    ]


def _adjustments(promoted: Sequence[_Promoted]) -> tuple[Adjustment, ...]:
    saved: dict[int, Money] = {}
    titles: dict[int, str] = {}
    for line in promoted:
        if line.offer:
            promotion = line.offer.promotion
            titles[promotion.id] = promotion.title
            saved[promotion.id] = saved.get(promotion.id, ZERO) + line.item.price * line.item.quantity - line.subtotal
    return tuple(Adjustment(label=titles[promotion_id], amount=amount) for promotion_id, amount in saved.items())


def _tax_place(place: Place, shipping: Option | None, base: Place) -> Place:
    """Goods fetched at the store are sold at the store (resolutions 2.9.5)."""
    return base if shipping is not None and shipping.kind is Kind.LOCAL_PICKUP else place


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taxing:
    """The rates of one place at work. Taxes are kept by the id of their rate."""

    rates: tuple[TaxRate, ...]
    place: Place

    def of_line(self, item: Item, amount: Money) -> dict[int, Money]:
        if item.tax_status is not TaxStatus.TAXABLE:
            return {}
        return taxes_on(amount, rates_for(self.rates, self.place, item.tax_class))

    def of_delivery(self, lines: Sequence[Item], shipping: Option | None) -> dict[int, Money]:
        tax_class = shipping_tax_class((item.tax_status, item.tax_class) for item in lines)
        if shipping is None or not shipping.taxable or tax_class is None:
            return {}
        rates = rates_for(self.rates, self.place, tax_class)
        return taxes_on(shipping.cost, [rate for rate in rates if rate.on_shipping])

    def totals(self, taxed: Sequence[Mapping[int, Money]]) -> tuple[TaxTotal, ...]:
        """Add up per rate, in the merchant's order. A tax that comes to nothing is not listed."""
        sums = {rate.id: Money.total(taxes.get(rate.id, ZERO) for taxes in taxed) for rate in self.rates}
        return tuple(
            TaxTotal(name=rate.name, rate=rate.text, amount=sums[rate.id]) for rate in self.rates if sums[rate.id]
        )
