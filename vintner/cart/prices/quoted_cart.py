"""Quotes a cart: its lines with goods, prices and problems, as pages and orders need them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import Sum

from vintner.cart.buyers import shopper_of, terms_of
from vintner.cart.gifts.gifts import Gift, gifts_for
from vintner.cart.models import Cart, CartLine
from vintner.cart.rows import (
    CartLineRow,
    CartRows,
    OptionChoice,
    chosen_options,
    picture_key,
    quote_item,
    rows_of,
)
from vintner.cart.rows import cart_goods as cart_goods
from vintner.cart.rules import CartGoods, cart_hash, line_problem, not_for_sale
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.pictures import PictureKey
from vintner.catalogue.rules import Price
from vintner.catalogue.wine_label import WineLabel, label_of
from vintner.money import ZERO
from vintner.orders.models import StockReservation
from vintner.pricing import books, coupons
from vintner.pricing.models import Coupon
from vintner.pricing.quote import Item, PriceBook, PricedLine, Quote, occasion_of, quote
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.gifts import due
from vintner.pricing.rules.items import UNKNOWN, ShopperFacts
from vintner.pricing.rules.promotions import running
from vintner.pricing.traits import traits_of
from vintner.refusal import Refusal
from vintner.shipping.regions import place_name
from vintner.shipping.rules import Place

NOTHING_HELD: Mapping[int, int] = {}


class QuotedLine(NamedTuple):
    """A line with its goods and its price. `priced` is None for a line that cannot be bought: it costs nothing.

    `gift` is set for a line that a promotion gives. It is not saved, and the shopper cannot change its quantity.
    """

    line: CartLine
    goods: CartGoods
    label: WineLabel
    chosen: tuple[OptionChoice, ...]
    picture: PictureKey | None
    price: Price | None
    priced: PricedLine | None
    problem: Refusal | None
    gift: Gift | None = None

    @property
    def variation(self) -> Variation:
        return self.line.variation

    @property
    def product(self) -> Product:
        return self.line.variation.product


@dataclass(frozen=True, slots=True)
class QuoteInput:
    """The input of a quote: the shopper's own items, the coupons on the cart, and the shopper."""

    items: list[Item]
    coupons: list[CouponTerms]
    shopper: ShopperFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedCart:
    """A cart and what it costs now. `problems` say why it cannot be bought, `input` is what the quote was made from."""

    cart: Cart
    lines: tuple[QuotedLine, ...]
    quote: Quote
    input: QuoteInput
    cart_hash: str

    @property
    def problems(self) -> tuple[Refusal, ...]:
        return tuple(line.problem for line in self.lines if line.problem)

    @property
    def count(self) -> int:
        """Bottles in the cart, without those that promotions give."""
        return sum(line.line.quantity for line in self.lines if line.gift is None)

    @property
    def alcoholic(self) -> bool:
        """Whether the rules about sending wine concern this cart."""
        return any(line.product.alcoholic for line in self.lines)


def quote_cart(cart: Cart, *, now: datetime, place: Place | None = None, rate_id: str | None = None) -> QuotedCart:
    """Return the cart priced for a place and a delivery. By default they are those saved with the cart, else the
    store's own place and the first delivery.

    Two queries, whatever the number of lines; one more for pictures not shown before, ten when prices were edited,
    one when bottles are short; one to three more for coupons, one for promotions that ask about shelves and the like,
    two for those that ask about the past, three when something is given.
    """
    return quote_rows(cart, rows_of(cart), now=now, place=place, rate_id=rate_id)


def quote_rows(cart: Cart, rows: CartRows, *, now: datetime, place: Place | None, rate_id: str | None) -> QuotedCart:
    """Return the cart priced with these lines and coupons in place of its own. The cart need not be saved."""
    lines = _lines(cart, rows, now)
    book = books.load()
    quote_input = _quote_input(cart, lines, coupons.all_of(rows.coupon_ids) if rows.coupon_ids else [], book, now)
    where = place or cart.place or book.base
    gifts = _find_gifts(cart, quote_input, where, book, now)
    priced = quote(
        [*quote_input.items, *(gift.item for gift in gifts)],
        place=where,
        rate_id=cart.shipping_rate if rate_id is None else rate_id,
        book=book,
        now=now,
        coupons=quote_input.coupons,
        shopper=quote_input.shopper,
    )
    by_key = {line.key: line for line in priced.lines}
    lines += [_gift_line(gift, now) for gift in gifts if gift.item.key in by_key]
    known = tuple(line._replace(priced=by_key.get(line.line.key)) for line in lines)
    return QuotedCart(cart=cart, lines=known, quote=priced, input=quote_input, cart_hash=_hash(known, priced))


def _quote_input(
    cart: Cart, lines: Sequence[QuotedLine], on_it: Sequence[Coupon], book: PriceBook, now: datetime
) -> QuoteInput:
    shopper = shopper_of(cart, book, on_it, now)
    terms = terms_of(cart, on_it, shopper)
    items = [quote_item(line.line, line.price) for line in lines if not not_for_sale(line.goods)]
    if items and (book.asks_traits or any(each.filter.asks_traits for each in terms)):
        traits = traits_of(item.variation_id for item in items)
        items = [replace(item, traits=traits.get(item.variation_id, UNKNOWN)) for item in items]
    return QuoteInput(items, terms, shopper)


def _find_gifts(cart: Cart, quote_input: QuoteInput, place: Place, book: PriceBook, now: datetime) -> list[Gift]:
    """Return the gifts. Coupons that cannot be used count here; the quote drops the gifts that depend on them."""
    if not book.gives_lines:
        return []
    occasion = occasion_of(
        quote_input.items, place=place, now=now, coupons=quote_input.coupons, shopper=quote_input.shopper
    )
    dues = due(quote_input.items, running(book.promotions, book.policy, occasion), book.policy)
    return gifts_for(cart, dues, quote_input.items, held_for(cart) if dues else NOTHING_HELD, now)


def _gift_line(gift: Gift, now: datetime) -> QuotedLine:
    return QuotedLine(
        line=gift.line,
        goods=gift.goods,
        label=label_of(gift.line.variation),
        chosen=chosen_options(gift.line.variation),
        picture=picture_key(gift.line.variation),
        price=gift.line.variation.price(now),
        priced=None,
        problem=None,
        gift=gift,
    )


def held_for(cart: Cart) -> dict[int, int]:
    """Return variation id → bottles that this cart's own unpaid order holds. One query.

    They are reserved, and still free for the shopper who comes back after a declined card.
    """
    open_holds = StockReservation.objects.filter(order__cart_id=cart.pk, ended_at=None)
    return dict(open_holds.values_list("variation_id").annotate(held=Sum("quantity")))


def _lines(cart: Cart, rows: CartRows, now: datetime) -> list[QuotedLine]:
    lines = [_line(row, now, NOTHING_HELD) for row in rows.lines]
    if not any(line.problem for line in lines):
        return lines
    held = held_for(cart)
    return [_line(row, now, held) for row in rows.lines] if held else lines


def _line(row: CartLineRow, now: datetime, held: Mapping[int, int]) -> QuotedLine:
    line = row.line
    goods = cart_goods(line.variation, now, held=held.get(line.variation_id, 0))
    return QuotedLine(
        line=line,
        goods=goods,
        label=row.label,
        chosen=row.chosen,
        picture=row.picture,
        price=line.variation.price(now),
        priced=None,
        problem=line_problem(goods, line.quantity),
    )


def _hash(lines: tuple[QuotedLine, ...], priced: Quote) -> str:
    rate_id = priced.shipping.rate_id if priced.shipping else ""
    rows = ((line.line.key, line.line.quantity, line.priced.subtotal if line.priced else ZERO) for line in lines)
    return cart_hash(rows, rate_id, priced.total, (use.code for use in priced.coupons))


def shipping_problem(quote: Quote) -> str:
    """Return the message that there is no delivery to the place, '' when there is."""
    if quote.shipping or not quote.needs_shipping:
        return ""
    name = place_name(quote.place.country, quote.place.state)
    return f"We have no delivery to {name}. Please check the address, or write to us: we may find a way."
