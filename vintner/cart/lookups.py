"""What a wine would cost in so many bottles, together with what is in the cart: the cart's own quote says it."""

from datetime import datetime
from typing import NamedTuple

from vintner.cart.buyers import shopper_of, terms_of
from vintner.cart.items import Found
from vintner.cart.models import Cart, CartLine
from vintner.cart.quoted import quoted_rows
from vintner.cart.rows import CartRows, LineRow, rows_of
from vintner.cart.rules import not_for_sale
from vintner.cart.selling import goods_of
from vintner.catalogue.models import Variation
from vintner.catalogue.rules import MOST_PER_LINE, Price
from vintner.catalogue.wine_label import WineLabel
from vintner.pricing import coupons
from vintner.pricing.quote import PriceBook, PricedLine
from vintner.pricing.tiers import Buyer


class LookedUp(NamedTuple):
    """A line as it would be, and the price of one bottle without promotions."""

    line: PricedLine
    price: Price


def look_up(found: Found, quantity: int, cart: Cart, now: datetime) -> LookedUp | None:
    """Return the line for so many bottles more than the cart holds; None for what cannot be bought.

    Until a variation is chosen, the first counts. The cart need not be saved. Queries as of `quoted`, two more at most.
    """
    variation = found.variation or found.product.variations.filter(enabled=True).order_by("position", "id").first()
    if variation is None or not_for_sale(goods_of(variation, now)):
        return None
    shown = quoted_rows(cart, _with_more(rows_of(cart), variation, quantity), now=now, place=None, rate_id=None)
    for each in shown.lines:
        if each.line.variation_id == variation.pk and each.gift is None and each.priced and each.price:
            return LookedUp(each.priced, each.price)
    return None


def buyer_of(cart: Cart, book: PriceBook, now: datetime) -> Buyer:
    """Return who has this cart, as a bulk table asks. Queries as of `shopper_of` and `terms_of`, two more at most."""
    coupon_ids = rows_of(cart).coupon_ids
    on_it = coupons.all_of(coupon_ids) if coupon_ids else []
    shopper = shopper_of(cart, book, on_it, now)
    return Buyer(shopper=shopper, place=cart.place, coupons=terms_of(cart, on_it, shopper))


def _with_more(rows: CartRows, variation: Variation, quantity: int) -> CartRows:
    """Return what the cart would hold; nothing of it is saved."""
    there = next((row.line.quantity for row in rows.lines if row.line.variation_id == variation.pk), 0)
    others = (row for row in rows.lines if row.line.variation_id != variation.pk)
    wanted = CartLine(variation=variation, quantity=min(quantity + there, MOST_PER_LINE))
    return CartRows((*others, LineRow(wanted, _unnamed(variation), (), None)), rows.coupon_ids)


def _unnamed(variation: Variation) -> WineLabel:
    """Return a label with the name alone: the line is priced and not shown."""
    return WineLabel(producer="", name=variation.product.name, vintage="", size="")
