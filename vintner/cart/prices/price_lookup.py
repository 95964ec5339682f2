"""Looks up what a number of bottles would cost together with what is in the cart, by the cart's own quote."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from vintner.cart.items import RequestedItem
from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.quoted_cart import QuotedCart, quote_rows, shopper_of, terms_of
from vintner.cart.rows import CartLineRow, CartRows, cart_goods, rows_of
from vintner.cart.rules import CartGoods, line_problem, not_for_sale
from vintner.catalogue.models import Variation
from vintner.catalogue.pages import NextRow
from vintner.catalogue.rules import MOST_PER_LINE, Price
from vintner.catalogue.wine_label import WineLabel
from vintner.pricing import books, coupons
from vintner.pricing.quote import PriceBook, PricedLine, quote
from vintner.pricing.tiers import Ahead, Buyer, next_row, rows_ahead


class PriceLookup(NamedTuple):
    """A line as it would be, its goods, the price of one bottle without promotions, the quoted cart with it, and how
    many bottles of it are in the cart already.
    """

    line: PricedLine
    goods: CartGoods
    price: Price
    cart: QuotedCart
    in_cart: int = 0


def look_up_price(
    found: RequestedItem, quantity: int, cart: Cart, now: datetime, *, book: PriceBook | None = None
) -> PriceLookup | None:
    """Return the line for `quantity` more bottles than the cart holds; None for what cannot be bought.

    Until a variation is chosen, the first counts. The cart need not be saved. Makes at most two queries more than
    `quote_cart`; a `book` that was just loaded is not loaded again.
    """
    variation = found.variation or found.product.variations.filter(enabled=True).order_by("position", "id").first()
    if variation is None or not_for_sale(cart_goods(variation, now)):
        return None
    rows = rows_of(cart)
    more = _add_to_rows(rows, variation, quantity)
    quoted = quote_rows(cart, more, now=now, place=None, rate_id=None, book=book)
    for each in quoted.lines:
        if each.line.variation_id == variation.pk and each.gift is None and each.priced and each.price:
            return PriceLookup(each.priced, each.goods, each.price, quoted, _quantity_of(rows, variation))
    return None


def row_after(price_lookup: PriceLookup, book: PriceBook, now: datetime) -> NextRow | None:
    """Return the nearest row of a bulk table that more bottles of the line lead to, together with the cart's lines.

    Skips rows for which there are too few bottles, or that would not make the line cheaper. No queries.
    """
    ahead = rows_ahead(price_lookup.line.key, price_lookup.cart.input.items, book)
    return next((next_row(each) for each in ahead if _makes_cheaper(each, price_lookup, book, now)), None)


def nearest_row(quoted: QuotedCart, now: datetime) -> NextRow | None:
    """Return the nearest row of a bulk table that more bottles of any line lead to. One query.

    A wine of which there are not enough bottles may have others in its place, so the first that leads there counts.
    """
    book, found = books.load(), list[NextRow]()
    for each in quoted.lines:
        if each.gift is None and each.priced and each.price:
            looked_up = PriceLookup(each.priced, each.goods, each.price, quoted)
            ahead = rows_ahead(each.priced.key, quoted.input.items, book)
            found += [next_row(row) for row in ahead if _makes_cheaper(row, looked_up, book, now)][:1]
    return min(found, key=_missing_of, default=None)


def _missing_of(row: NextRow) -> int:
    return row.missing


def _makes_cheaper(ahead: Ahead, price_lookup: PriceLookup, book: PriceBook, now: datetime) -> bool:
    line, cart = price_lookup.line, price_lookup.cart
    quantity = line.quantity + ahead.missing
    if line_problem(price_lookup.goods, quantity):
        return False
    items = [replace(each, quantity=quantity) if each.key == line.key else each for each in cart.input.items]
    terms, shopper = cart.input.coupons, cart.input.shopper
    priced = quote(items, place=cart.quote.place, rate_id="", book=book, now=now, coupons=terms, shopper=shopper)
    then = next(each for each in priced.lines if each.key == line.key)
    gets_row = any(each.promotion is ahead.promotion and each.cut.span == ahead.tier.span for each in then.applied)
    return gets_row and _off_each(then) > _off_each(line)


def _off_each(line: PricedLine) -> Decimal:
    """Return what promotions take off one bottle on average, in cents."""
    return sum((each.cut.off for each in line.applied), Decimal(0)) / line.quantity


def buyer_of(cart: Cart, book: PriceBook, now: datetime) -> Buyer:
    """Return the cart's buyer as a bulk table needs it. At most two queries more than `shopper_of` and `terms_of`."""
    coupon_ids = rows_of(cart).coupon_ids
    on_it = coupons.all_of(coupon_ids) if coupon_ids else []
    shopper = shopper_of(cart, book, on_it, now)
    return Buyer(shopper=shopper, place=cart.place, coupons=terms_of(cart, on_it, shopper))


def _add_to_rows(rows: CartRows, variation: Variation, quantity: int) -> CartRows:
    """Return the cart's rows with more bottles of a variation; nothing is saved."""
    there = _quantity_of(rows, variation)
    others = (row for row in rows.lines if row.line.variation_id != variation.pk)
    wanted = CartLine(variation=variation, quantity=min(quantity + there, MOST_PER_LINE))
    return CartRows(
        (*others, CartLineRow(wanted, _name_only_label(variation), (), None)), rows.coupon_ids, rows.book_number
    )


def _quantity_of(rows: CartRows, variation: Variation) -> int:
    return next((row.line.quantity for row in rows.lines if row.line.variation_id == variation.pk), 0)


def _name_only_label(variation: Variation) -> WineLabel:
    """Return a label with the name alone: the line is priced and not displayed."""
    return WineLabel(producer="", name=variation.product.name, vintage="", size="")
