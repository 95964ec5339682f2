"""What `quote` says: lines with prices, and the sums that they make."""

from dataclasses import dataclass
from decimal import Decimal

from vintner.money import ZERO, Money
from vintner.pricing.discounting import Adjustment
from vintner.pricing.rules.promotions import Applied
from vintner.pricing.rules.taxes import TaxTotal
from vintner.refusal import Refusal
from vintner.shipping.rules import DeliveryKind, DeliveryOption, DestinationTerms, FreeFrom, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxablePart:
    """So many units of a line at one price. A line has several when a promotion is for some of its units only."""

    units: int
    unit_price: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedLine:
    """A line with its price. `unit_price` is rounded for showing; `subtotal` is made from the unrounded one.

    `subtotal` is after promotions and before coupons, `discount` what coupons and discounts on the cart take off it,
    `tax` the tax on the rest, `subtotal_tax` what it would be without discount. `regular_unit` is one unit without
    sale and promotion. `promotion` names the promotions; `given_by` is the one that put the line into the cart, or 0.
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
    subtotal_tax: Money
    exact_unit: Decimal
    applied: tuple[Applied, ...]
    parts: tuple[TaxablePart, ...]
    given_by: int = 0
    free: bool = False

    @property
    def promotion(self) -> str:
        """The names of the promotions that the line gets."""
        return ", ".join(dict.fromkeys(each.promotion.title for each in self.applied))

    @property
    def total(self) -> Money:
        """The line after everything but tax."""
        return self.subtotal - self.discount


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponTotal:
    """A coupon on the cart, what it takes off, and about how much tax that saves."""

    id: int
    code: str
    amount: Money
    tax: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedCoupon:
    """A coupon that cannot be used as the cart is, and why."""

    id: int
    code: str
    reason: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a cart costs at a place: total = subtotal - discount + delivery + fees + taxes, to the cent.

    `discount` is what `discounts` (of promotions that leave prices alone) and `coupons` take off together, and
    `discount_tax` the tax that it saves. `adjustments` tell what promotions saved by lower prices; `promotion_ids`
    are those that did anything. `shipping_taxes` tell the tax of each of the `shipping_options`, in their order,
    `fee_taxes` that of the `fees`: below zero those of promotions, above it what an adult's signature costs. The
    `destination` is what holds for wine that is sent to the place, and `handover` what holds where the wine is handed
    over: the same, or the store's own place if it is picked up. `free_from` tells from which sum delivery is free.
    """

    lines: tuple[PricedLine, ...]
    subtotal: Money
    discount: Money
    discount_tax: Money
    adjustments: tuple[Adjustment, ...]
    discounts: tuple[Adjustment, ...]
    coupons: tuple[CouponTotal, ...]
    refused: tuple[RefusedCoupon, ...]
    shipping_options: tuple[DeliveryOption, ...]
    shipping: DeliveryOption | None
    free_from: FreeFrom | None
    shipping_taxes: tuple[Money, ...]
    fees: tuple[Adjustment, ...]
    fee_taxes: tuple[Money, ...]
    taxes: tuple[TaxTotal, ...]
    total: Money
    needs_shipping: bool
    place: Place
    destination: DestinationTerms
    handover: DestinationTerms
    promotion_ids: frozenset[int]

    @property
    def is_pickup(self) -> bool:
        return self.shipping is not None and self.shipping.kind is DeliveryKind.LOCAL_PICKUP

    @property
    def shipping_total(self) -> Money:
        return ZERO if self.shipping is None else self.shipping.cost

    @property
    def shipping_tax(self) -> Money:
        """The tax on the delivery that counts."""
        taxed = zip(self.shipping_options, self.shipping_taxes, strict=True)
        return next((tax for option, tax in taxed if option == self.shipping), ZERO)

    @property
    def fee_total(self) -> Money:
        """What fees come to. Those of promotions are below zero, an adult's signature is above."""
        return Money.total(fee.amount for fee in self.fees)

    @property
    def saved_by_fees(self) -> Money:
        """What promotions that are told as fees take off."""
        return -Money.total(fee.amount for fee in self.fees if fee.amount < ZERO)

    @property
    def tax_total(self) -> Money:
        return Money.total(tax.amount for tax in self.taxes)
