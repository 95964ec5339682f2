"""What 1, 6 and 12 more bottles of a wine cost beside what is in a cart, for the quick choices of its page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from itertools import chain

from vintner.cart.gifts.gifts import Gift, gifts_from, load_gift_stock
from vintner.cart.prices.price_lookup import PriceLookup
from vintner.cart.prices.quoted_cart import held_for
from vintner.cart.rules import line_problem
from vintner.catalogue.pages import CaseOffer
from vintner.money import ZERO, Money, round_cents
from vintner.pricing.cases import SIZES, case_label, gift_words
from vintner.pricing.quote import PriceBook, Quote, occasion_of, quote
from vintner.pricing.rules.gifts import Due, due
from vintner.pricing.rules.items import Item
from vintner.pricing.rules.promotions import running


@dataclass(frozen=True, slots=True)
class _PricedCart:
    """The cart with a quantity of the wine, and what promotions give with it."""

    quote: Quote
    gifts: Sequence[Gift]

    @property
    def spent(self) -> Money:
        """What the shopper's own bottles cost."""
        own = (line.subtotal - line.discount for line in self.quote.lines if not line.given_by)
        return Money.total(chain(own, (fee.amount for fee in self.quote.fees if fee.amount < ZERO)))

    def each(self, key: str) -> Decimal:
        """Return what a bottle of a line costs on average, in cents."""
        line = next(each for each in self.quote.lines if each.key == key)
        return Decimal((line.subtotal - line.discount).minor) / line.quantity

    def given(self) -> dict[tuple[int, str], tuple[int, Money]]:
        """Return what is given, by variation with its name: how many, and what they cost."""
        costs = {line.key: line.subtotal for line in self.quote.lines}
        found = dict[tuple[int, str], tuple[int, Money]]()
        for gift in self.gifts:
            wine = (gift.line.variation_id, gift.line.variation.product.name)
            units, cost = found.get(wine, (0, ZERO))
            found[wine] = (units + gift.item.quantity, cost + costs.get(gift.item.key, ZERO))
        return found


def cases_beside(price_lookup: PriceLookup, book: PriceBook, now: datetime) -> tuple[CaseOffer, ...]:
    """Return the choices of a wine beside what is in the cart, each at what the cart costs more with so many bottles.

    Neither boxes nor sets make a case, nor what is no wine.
    No query, unless promotions give something with them: then at most four.
    """
    product = next(each.product for each in price_lookup.cart.lines if each.priced is price_lookup.line)
    if not product.alcoholic or product.plan_id or product.set_bottles:
        return ()
    in_cart = price_lookup.in_cart
    sizes = [size for size in SIZES if line_problem(price_lookup.goods, in_cart + size) is None]
    if len(sizes) < 2:
        return ()
    before, *carts = _priced_carts(price_lookup, [in_cart, *(in_cart + size for size in sizes)], book, now)
    amounts = [each.spent - before.spent for each in carts]
    single = None if before.quote.lines else amounts[0]
    return tuple(
        CaseOffer(
            quantity=size,
            label=f"{size} more" if in_cart else case_label(size),
            price=amount.text,
            note=", ".join(
                (
                    *_bottle_words(price_lookup, size, amount, cart, single),
                    *_gift_words(price_lookup.line.variation_id, before, cart),
                )
            ),
        )
        for size, amount, cart in zip(sizes, amounts, carts, strict=True)
    )


def _bottle_words(
    price_lookup: PriceLookup, size: int, amount: Money, cart: _PricedCart, single: Money | None
) -> list[str]:
    """Return what a bottle costs then. `single` is what one costs in a cart that was empty, None in others.

    The bottles that are in the cart already may become cheaper too, so that the new ones add less than their price.
    """
    each = cart.each(price_lookup.line.key) if single is None else Decimal(amount.minor) / size
    words = f"{round_cents(each)} each"
    if price_lookup.in_cart:
        return [f"{price_lookup.in_cart + size} in all", words]
    off = (single * size if single is not None else round_cents(each * size)) - amount
    told = [words] if size > 1 or off > ZERO else []
    if off > ZERO:
        told.append(f"save {off}" if single is not None else f"{off} off the rest of your cart")
    return told


def _gift_words(variation_id: int, before: _PricedCart, after: _PricedCart) -> list[str]:
    there, words = before.given(), list[str]()
    for wine, (units, cost) in after.given().items():
        units_before, cost_before = there.get(wine, (0, ZERO))
        if units > units_before:
            name = "" if wine[0] == variation_id else wine[1]
            words.append(gift_words(units - units_before, name, cost - cost_before))
    return words


def _priced_carts(
    price_lookup: PriceLookup, quantities: Sequence[int], book: PriceBook, now: datetime
) -> list[_PricedCart]:
    """Return the cart with each of these quantities of the wine, 0 for none of it."""
    known, cart = price_lookup.cart.input, price_lookup.cart.cart
    wanted = [_items(price_lookup, quantity) for quantity in quantities]
    dues = [_dues(price_lookup, items, book, now) for items in wanted]
    all_due = [*chain.from_iterable(dues)]
    stock = load_gift_stock(cart, all_due, held_for(cart), now) if all_due else None
    found = []
    for items, due_here in zip(wanted, dues, strict=True):
        gifts = gifts_from(stock, cart, due_here, items, now) if stock else []
        priced = quote(
            [*items, *(gift.item for gift in gifts)],
            place=price_lookup.cart.quote.place,
            rate_id="",
            book=book,
            now=now,
            coupons=known.coupons,
            shopper=known.shopper,
        )
        found.append(_PricedCart(priced, gifts))
    return found


def _items(price_lookup: PriceLookup, quantity: int) -> list[Item]:
    key, items = price_lookup.line.key, price_lookup.cart.input.items
    others = [each for each in items if each.key != key]
    return [*others, *(replace(each, quantity=quantity) for each in items if quantity and each.key == key)]


def _dues(price_lookup: PriceLookup, items: Sequence[Item], book: PriceBook, now: datetime) -> list[Due]:
    if not book.gives_lines:
        return []
    known, place = price_lookup.cart.input, price_lookup.cart.quote.place
    occasion = occasion_of(items, place=place, now=now, coupons=known.coupons, shopper=known.shopper)
    return due(items, running(book.promotions, book.policy, occasion), book.policy)
