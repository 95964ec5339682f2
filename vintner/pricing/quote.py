"""What a cart costs. `quote` is the only place where a total is made (docs/pricing.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_DOWN, Decimal
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from vintner.money import ZERO, Money, round_cents
from vintner.pricing.discounting import Adjustment, AppliedCoupon, Discounts, discounts, savings
from vintner.pricing.priced import CouponTotal, RefusedCoupon, TaxablePart
from vintner.pricing.priced import PricedLine as PricedLine
from vintner.pricing.priced import Quote as Quote
from vintner.pricing.rules.benefits import FreeDelivery
from vintner.pricing.rules.coupons import Basket, CouponTerms, problem
from vintner.pricing.rules.items import ANYONE, Occasion, ShopperFacts
from vintner.pricing.rules.items import Item as Item
from vintner.pricing.rules.promotions import (
    DEFAULT_POLICY,
    CombiningTerms,
    PromotedLine,
    PromotionTerms,
    WithCoupons,
    promote,
    running,
)
from vintner.pricing.rules.rewards import OtherWine, SameWine
from vintner.pricing.rules.taxes import Taxes, Taxing, TaxTerms, by_state, tax_place
from vintner.shipping.rules import (
    DeliveryKind,
    DeliveryOption,
    DeliveryZone,
    DestinationTerms,
    DispatchTerms,
    Parcel,
    Place,
    Placing,
    chosen,
    destination_of,
    find_free_from,
    options,
    paid_by_promotion,
    without_paid,
)
from vintner.shipping.rules.costs import Contents

FREE_DELIVERY = "wdr_free_shipping"
"""The rate id of the delivery that a promotion pays (docs/pricing.md#promotions)."""

SIGNATURE = "Adult signature"
"""How the fee for wine that only an adult may receive is labelled."""


@dataclass(frozen=True, kw_only=True)
class PriceBook:
    """All that the merchant decided about prices, as of one moment. `base` is the store's own address.

    `destinations` tell by country and state where wine may go, `dispatch` how fast goods leave. `edition` is never
    given to two different books.
    """

    promotions: tuple[PromotionTerms, ...]
    tax_rates: tuple[TaxTerms, ...]
    zones: tuple[DeliveryZone, ...]
    base: Place
    policy: CombiningTerms = DEFAULT_POLICY
    destinations: Mapping[tuple[str, str], DestinationTerms] = field(default_factory=dict)
    dispatch: DispatchTerms | None = None
    edition: int = 0

    @cached_property
    def asks_traits(self) -> bool:
        """Whether any promotion asks more of a wine than the item itself tells."""
        return any(promotion.asks_traits for promotion in self.promotions)

    @cached_property
    def gives_lines(self) -> bool:
        """Whether any promotion may put lines into a cart."""
        return any(isinstance(promotion.benefit, SameWine | OtherWine) for promotion in self.promotions)

    @cached_property
    def _by_state(self) -> Mapping[tuple[str, str], tuple[TaxTerms, ...]]:
        return by_state(self.tax_rates)

    def destination(self, place: Place) -> DestinationTerms:
        """Return what holds for wine sent to a place: none may go where staff wrote nothing."""
        return destination_of(self.destinations, place.country, place.state)

    def taxing(self, place: Place, shipping: DeliveryOption | None) -> Taxing:
        """Return the taxes of what is sold at a place, or fetched at the store."""
        place = tax_place(place, shipping, self.base)
        there = {(place.country, place.state), (place.country, ""), ("", place.state), ("", "")}
        rates = sorted(chain(*(self._by_state.get(each, ()) for each in there)), key=lambda r: (r.priority, r.id))
        return Taxing(rates=tuple(rates), place=place)


def quote(
    lines: Sequence[Item],
    *,
    place: Place,
    rate_id: str,
    book: PriceBook,
    now: datetime,
    coupons: Sequence[CouponTerms] = (),
    shopper: ShopperFacts = ANYONE,
) -> Quote:
    """Return what these lines cost, sent to `place` by the delivery `rate_id` ('' for the one that the policy selects).

    Coupons that cannot be used are listed with their reasons and left out, and so is what they opened; given lines too.
    """
    usable, refused = list(coupons), list[RefusedCoupon]()
    while True:
        occasion = occasion_of(lines, place=place, now=now, coupons=usable, shopper=shopper)
        promoted = promoted_lines(lines, book, occasion)
        found = _refused(promoted.lines, usable, book.policy, occasion)
        if not found:
            return _totals(_Priced(*promoted, usable, refused, now), place, rate_id, book)
        refused += found
        usable = [terms for terms in usable if terms.id not in {each.id for each in found}]


class Promoted(NamedTuple):
    """Lines after promotions, and the promotions that count for them."""

    lines: list[PromotedLine]
    counting: list[PromotionTerms]


def promoted_lines(lines: Sequence[Item], book: PriceBook, occasion: Occasion) -> Promoted:
    """Return the lines with the promotions that each gets: the stage of a quote in which prices are made."""
    counting = running(book.promotions, book.policy, occasion)
    return Promoted(promote(_still_given(lines, counting), counting, book.policy), counting)


def unit_price(item: Item, *, place: Place, book: PriceBook, now: datetime, shopper: ShopperFacts = ANYONE) -> Money:
    """Return what one unit of a line costs in a cart that holds nothing else, to the cent."""
    occasion = occasion_of([item], place=place, now=now, shopper=shopper)
    [line] = promoted_lines([item], book, occasion).lines
    return round_cents(line.unit)


def _still_given(lines: Sequence[Item], counting: Sequence[PromotionTerms]) -> list[Item]:
    """Leave out what was given by a promotion that does not count (any more)."""
    ids = {0, *(promotion.id for promotion in counting)}
    return [item for item in lines if item.given_by in ids]


def occasion_of(
    lines: Sequence[Item],
    *,
    place: Place,
    now: datetime,
    coupons: Sequence[CouponTerms] = (),
    shopper: ShopperFacts = ANYONE,
) -> Occasion:
    """Return what conditions are asked about: the shopper's own items, without what promotions gave."""
    own = [item for item in lines if not item.given_by]
    codes = frozenset(terms.code for terms in coupons)
    return Occasion(items=own, place=place, shopper=shopper, coupons=codes, now=now)


@dataclass(frozen=True, slots=True)
class _Priced:
    """Lines after promotions, the promotions that count, and the coupons that can and cannot be used."""

    lines: list[PromotedLine]
    counting: list[PromotionTerms]
    coupons: list[CouponTerms]
    refused: list[RefusedCoupon]
    now: datetime


def _refused(
    promoted: Sequence[PromotedLine], coupons: Sequence[CouponTerms], policy: CombiningTerms, occasion: Occasion
) -> list[RefusedCoupon]:
    if not coupons:
        return []
    alone = policy.with_coupons is WithCoupons.PROMOTIONS_ONLY
    basket = Basket(
        items=occasion.items,
        subtotal=Money.total(line.subtotal for line in promoted),
        subscribed=Money.total(line.subtotal for line in promoted if line.item.by_plan),
        email=occasion.shopper.email,
        now=occasion.now,
        promoted=alone and any(line.applied or line.item.free for line in promoted),
    )
    found = ((terms, problem(terms, basket)) for terms in coupons)
    return [RefusedCoupon(id=terms.id, code=terms.code, reason=reason) for terms, reason in found if reason]


def _totals(priced: _Priced, place: Place, rate_id: str, book: PriceBook) -> Quote:
    items = [line.item for line in priced.lines]
    taken = discounts(priced.lines, priced.counting, priced.coupons, book.policy)
    subtotal = Money.total(line.subtotal for line in priced.lines)
    discount = Money.total(taken.by_line.values())
    needs_shipping = any(not item.virtual for item in items)
    parcel = _parcel(priced, taken)
    offered = _offered(priced, place, parcel, book) if needs_shipping else ()
    shipping = chosen(offered, rate_id, free_first=parcel.free_by_coupon, preselect=book.policy.preselect)
    taxing = book.taxing(place, shipping)
    lines, taxed = _taxed(priced.lines, taken, taxing)
    costs = [(item, line.total) for item, line in zip(items, lines, strict=True)]
    destination = book.destination(place)
    is_pickup = shipping is not None and shipping.kind is DeliveryKind.LOCAL_PICKUP
    signature = _signature(items, destination, shipping)
    fee_taxes = [taxing.of_fee(fee.amount, costs) for fee in taken.fees]
    fee_taxes += [[taxing.of_carriage(items, fee.amount)] for fee in signature]
    taxes = taxing.totals([*taxed, taxing.of_delivery(items, shipping), *chain.from_iterable(fee_taxes)])
    adjustments = savings(priced.lines, priced.counting)
    fees = (*taken.fees, *signature)
    added = [shipping.cost if shipping else ZERO, *(fee.amount for fee in fees), *(tax.amount for tax in taxes)]
    return Quote(
        lines=lines,
        subtotal=subtotal,
        discount=discount,
        discount_tax=_saved_tax(items, taken, taxing),
        adjustments=adjustments,
        discounts=taken.promotions,
        coupons=tuple(_coupon(use, items, taxing) for use in taken.coupons),
        refused=tuple(priced.refused),
        shipping_options=offered,
        shipping=shipping,
        free_from=find_free_from(book.zones, place, parcel, offered) if needs_shipping else None,
        shipping_taxes=tuple(_delivery_tax(option, items, place, book) for option in offered),
        fees=fees,
        fee_taxes=tuple(Money.total(tax for taxes in each for tax in taxes.values()) for each in fee_taxes),
        taxes=taxes,
        total=subtotal - discount + Money.total(added),
        needs_shipping=needs_shipping,
        place=place,
        destination=destination,
        handover=book.destination(book.base) if is_pickup else destination,
        promotion_ids=_doing(priced, taken, adjustments, shipping),
    )


def _parcel(priced: _Priced, taken: Discounts) -> Parcel:
    """Return what is to be delivered, presents too, at what it costs after all discounts."""
    by_class: dict[str, Contents] = {}
    for line in priced.lines:
        item, off = line.item, taken.by_line.get(line.item.key, ZERO)
        if not item.virtual:
            before = by_class.get(item.shipping_class, Contents())
            by_class[item.shipping_class] = before + Contents(item.quantity * item.bottles, line.subtotal - off)
    subtotal = Money.total(line.subtotal for line in priced.lines)
    return Parcel(
        subtotal=subtotal,
        spent=subtotal - Money.total(taken.by_line.values()),
        free_by_coupon=any(terms.free_delivery for terms in priced.coupons),
        by_class=by_class,
        has_wine=any(line.item.alcoholic and not line.item.virtual for line in priced.lines),
    )


def _offered(priced: _Priced, place: Place, parcel: Parcel, book: PriceBook) -> tuple[DeliveryOption, ...]:
    """Return the ways to deliver; one that a promotion pays comes first, where the store delivers at all."""
    placing = Placing(now=priced.now, dispatch=book.dispatch) if book.dispatch else None
    offered = options(book.zones, place, parcel, placing)
    promotion = _paying_delivery(priced)
    if promotion is not None and isinstance(promotion.benefit, FreeDelivery) and offered:
        paid = paid_by_promotion(FREE_DELIVERY, promotion.benefit.title, offered)
        offered = (paid,) if book.policy.only_free_delivery else (paid, *offered)
    return without_paid(offered) if book.policy.hide_paid else offered


def _signature(
    items: Sequence[Item], destination: DestinationTerms, shipping: DeliveryOption | None
) -> tuple[Adjustment, ...]:
    """Return the fee for an adult's signature, where there is one: for wine that is sent, not for wine fetched."""
    if shipping is None or shipping.kind is DeliveryKind.LOCAL_PICKUP or not any(item.alcoholic for item in items):
        return ()
    fee = destination.signature_fee
    return (Adjustment(label=SIGNATURE, amount=fee),) if fee else ()


def _delivery_tax(option: DeliveryOption, items: Sequence[Item], place: Place, book: PriceBook) -> Money:
    return Money.total(book.taxing(place, option).of_delivery(items, option).values())


def _paying_delivery(priced: _Priced) -> PromotionTerms | None:
    items = [line.item for line in priced.lines]
    paying = (each for each in priced.counting if isinstance(each.benefit, FreeDelivery))
    return next((each for each in paying if each.is_for_some(items)), None)


def _taxed(
    promoted: Sequence[PromotedLine], taken: Discounts, taxing: Taxing
) -> tuple[tuple[PricedLine, ...], list[Taxes]]:
    """Return the lines with their tax, and the taxes of each by rate."""
    lines, taxed = [], []
    for line in promoted:
        discount = taken.by_line.get(line.item.key, ZERO)
        taxes = taxing.of_line(line.item, line.subtotal - discount)
        before = taxing.of_line(line.item, line.subtotal) if discount else taxes
        lines.append(_priced_line(line, discount, Money.total(taxes.values()), Money.total(before.values())))
        taxed.append(taxes)
    return tuple(lines), taxed


def _priced_line(line: PromotedLine, discount: Money, tax: Money, subtotal_tax: Money) -> PricedLine:
    item = line.item
    return PricedLine(
        key=item.key,
        product_id=item.product_id,
        variation_id=item.variation_id,
        quantity=item.quantity,
        unit_price=round_cents(line.unit),
        regular_unit=item.regular,
        subtotal=line.subtotal,
        discount=discount,
        tax=tax,
        subtotal_tax=subtotal_tax,
        exact_unit=line.unit,
        applied=line.applied,
        parts=_parts(line),
        given_by=item.given_by,
        free=item.free,
    )


def _parts(line: PromotedLine) -> tuple[TaxablePart, ...]:
    """Return the units that a promotion made cheaper, and the others. Several promotions make one price of it all."""
    quantity, cuts = line.item.quantity, line.price_cuts
    if len(cuts) != 1 or cuts[0].units == quantity:
        return (TaxablePart(units=quantity, unit_price=round_cents(line.unit)),)
    [cut] = cuts
    cheaper = TaxablePart(units=cut.units, unit_price=round_cents(line.item.price.minor - cut.off / cut.units))
    return cheaper, TaxablePart(units=quantity - cut.units, unit_price=line.item.price)


def _saved_tax(items: Sequence[Item], taken: Discounts, taxing: Taxing) -> Money:
    off = ((item, taken.by_line.get(item.key, ZERO)) for item in items)
    return round_cents(sum((taxing.saved(item, amount) for item, amount in off if amount), Decimal(0)))


def _coupon(use: AppliedCoupon, items: Sequence[Item], taxing: Taxing) -> CouponTotal:
    """The tax that a coupon saves is displayed rounded half down, as other shops do; no total is made of it."""
    saved = sum((taxing.saved(item, Money(use.off.get(item.key, 0))) for item in items), Decimal(0))
    tax = Money(int(saved.to_integral_value(ROUND_HALF_DOWN)))
    return CouponTotal(id=use.terms.id, code=use.terms.code, amount=use.amount, tax=tax)


def _doing(
    priced: _Priced, taken: Discounts, fees: Sequence[Adjustment], shipping: DeliveryOption | None
) -> frozenset[int]:
    """Return the promotions that did something for this cart; who pays the delivery does only if it is chosen."""
    paying = _paying_delivery(priced) if shipping is not None and shipping.rate_id == FREE_DELIVERY else None
    return taken.promotion_ids | {each.promotion_id for each in fees} | ({paying.id} if paying else frozenset())
