"""Quotes a cart for pages and orders: its lines with goods, prices and problems, and what is known of the buyer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Q, Sum

from vintner.cart.gifts.gifts import Gift, gifts_for
from vintner.cart.models import Cart, CartLine
from vintner.cart.rows import (
    CartLineRow,
    CartRows,
    OptionChoice,
    bottles_of,
    chosen_options,
    line_goods,
    line_price,
    picture_key,
    quote_item,
    rows_of,
)
from vintner.cart.rows import cart_goods as cart_goods
from vintner.cart.rules import CartGoods, cart_hash, line_problem, not_for_sale
from vintner.cart.trials import settle_trials
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.pictures import PictureKey
from vintner.catalogue.plans.plans import attach_plans
from vintner.catalogue.rules import Price
from vintner.catalogue.wine_label import WineLabel, label_of
from vintner.money import ZERO, Money
from vintner.orders.models import HeldBottle, Order, OrderLine, StockReservation
from vintner.orders.redemptions import count_uses_by, customer_keys, held_by_cart
from vintner.orders.rules import PAID
from vintner.pricing import books, coupons
from vintner.pricing.models import Coupon
from vintner.pricing.quote import Item, PriceBook, PricedLine, Quote, occasion_of, quote
from vintner.pricing.rules.conditions import Bought, OneOf, PastIs, ShopperFact
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.gifts import due
from vintner.pricing.rules.items import NEWCOMER, UNKNOWN, History, ShopperFacts
from vintner.pricing.rules.promotions import running
from vintner.pricing.traits import traits_of
from vintner.refusal import Refusal
from vintner.shipping.ledger import Bottles
from vintner.shipping.regions import say_no_delivery
from vintner.shipping.rules import Place
from vintner.web.email_addresses import has_address


def payment_method_of(cart: Cart) -> str:
    """Return the code of the cart's payment method. Until one is chosen, it is the one that the pages preselect: the
    card, or the first type of a store that takes no cards.
    """
    types = settings.PAYMENT_TYPES
    return cart.payment_method or ("stripe" if "card" in types else f"stripe_{types[0]}")


def shopper_of(cart: Cart, book: PriceBook, rows: Sequence[Coupon], now: datetime) -> ShopperFacts:
    """Return the shopper as the book's conditions and the cart's coupons need them.

    No query, unless they need the account's address or groups, or earlier orders.
    """
    conditions = [each for promotion in book.promotions for each in promotion.conditions]
    facts = {each.fact for each in conditions if isinstance(each, OneOf)}
    asks_email = ShopperFact.EMAIL in facts or any(row.emails or row.usage_limit_per_customer for row in rows)
    asks_past = any(isinstance(each, PastIs | Bought) for each in conditions)
    email = cart.email
    if not email and asks_email and cart.user is not None:
        email = cart.user.email
    return ShopperFacts(
        user_id=cart.user_id or 0,
        email=email,
        groups=_groups(cart) if ShopperFact.GROUP in facts else frozenset(),
        billing_city=cart.billing_city or cart.city,
        payment_method=payment_method_of(cart),
        history=_history(cart, email, now) if asks_past else NEWCOMER,
    )


def _groups(cart: Cart) -> frozenset[str]:
    if cart.user is None:
        return frozenset()
    return frozenset(name.lower() for name in cart.user.groups.values_list("name", flat=True))


def _history(cart: Cart, email: str, now: datetime) -> History:
    """Return the paid orders of the account, or of the e-mail address if there is no account."""
    if cart.user_id is None and not email:
        return NEWCOMER
    mine = Q(user_id=cart.user_id) if cart.user_id is not None else has_address("email", email)
    orders = list(Order.objects.filter(mine, status__in=PAID).order_by("placed_at").values_list("placed_at", "total"))
    if not orders:
        return NEWCOMER
    return History(
        orders=len(orders),
        spent=Money.total(total or ZERO for _, total in orders),
        last_amount=orders[-1][1],
        days_since_first=(now - orders[0][0]).days,
        days_since_last=(now - orders[-1][0]).days,
        bought=_bought(mine),
    )


def _bought(mine: Q) -> dict[int, tuple[int, int]]:
    lines = OrderLine.objects.filter(order__in=Order.objects.filter(mine, status__in=PAID), given=False).order_by()
    counted = lines.values_list("product_id").annotate(times=Count("order_id", distinct=True), units=Sum("quantity"))
    return {product_id: (times, units) for product_id, times, units in counted}


def terms_of(cart: Cart, rows: Sequence[Coupon], shopper: ShopperFacts) -> list[CouponTerms]:
    """Return the terms of coupons for this cart. No query for those without a limit, at most two for the others."""
    limited = [row.pk for row in rows if row.usage_limit is not None or row.usage_limit_per_customer is not None]
    if not limited:
        return [coupons.terms(row) for row in rows]
    who = customer_keys(cart.user_id, shopper.email)
    past = coupons.Past(held=held_by_cart(cart.pk), used_here=count_uses_by(limited, who) if who else None)
    return [coupons.terms(row, past) for row in rows]


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
        """Units in the cart, without those that promotions give."""
        return sum(line.line.quantity for line in self.lines if line.gift is None)

    @property
    def alcoholic(self) -> bool:
        """Whether the rules about sending wine concern this cart."""
        return any(line.product.alcoholic for line in self.lines)

    @property
    def wine(self) -> list[Bottles]:
        """The wine that is sent or picked up."""
        wine = (line.line for line in self.lines if line.product.alcoholic and not line.product.virtual)
        return [Bottles(variation_id=each.variation_id, bottles=each.quantity * bottles_of(each)) for each in wine]

    @property
    def sent_wine(self) -> list[Bottles]:
        """The wine that is sent: none when it is picked up at the store."""
        return [] if self.quote.shipping is None or self.quote.is_pickup else self.wine


def quote_cart(cart: Cart, *, now: datetime, place: Place | None = None, rate_id: str | None = None) -> QuotedCart:
    """Return the cart priced for a place and a delivery. By default they are those saved with the cart, else the
    store's own place and the first delivery.

    One query, whatever the number of lines, and a second for a cart without lines; one more for pictures not shown
    before, one for plans of subscriptions, ten when prices were edited, one when bottles are short; one to three more
    for coupons, one for promotions that ask about shelves and the like, two for those that ask about the past, three
    when something is given.
    """
    return quote_rows(cart, rows_of(cart), now=now, place=place, rate_id=rate_id)


def quote_rows(
    cart: Cart,
    rows: CartRows,
    *,
    now: datetime,
    place: Place | None,
    rate_id: str | None,
    book: PriceBook | None = None,
) -> QuotedCart:
    """Return the cart priced with these lines and coupons in place of its own. The cart need not be saved.

    With a `book` that was just loaded, it is not loaded again.
    """
    lines = _lines(cart, rows, now)
    book = book or books.load(number=rows.book_number)
    if any(row.line.agreed_price is not None for row in rows.lines):
        book = replace(book, promotions=())  # what was agreed is the price
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
    """Return variation id → bottles that this cart's own unpaid order holds, and that are held for it without one.

    They are reserved, and still free for the shopper who comes back after a declined card. One query.
    """
    of_orders = StockReservation.objects.filter(order__cart_id=cart.pk, ended_at=None).values_list("variation_id")
    without = HeldBottle.objects.filter(cart_id=cart.pk, ended_at=None).order_by().values_list("variation_id")
    held: Counter[int] = Counter()
    for variation_id, count in of_orders.annotate(held=Sum("quantity")).union(
        without.annotate(held=Count("pk")), all=True
    ):
        held[variation_id] += count
    return dict(held)


def _lines(cart: Cart, rows: CartRows, now: datetime) -> list[QuotedLine]:
    attach_plans(row.line.variation.product for row in rows.lines)
    subscribed = [row.line for row in rows.lines if row.line.variation.product.plan_id is not None]
    if subscribed:
        settle_trials(cart, [line.variation for line in subscribed if line.agreed_price is None])
    lines = [_line(row, now, NOTHING_HELD) for row in rows.lines]
    if not any(line.problem for line in lines):
        return lines
    held = held_for(cart)
    return [_line(row, now, held) for row in rows.lines] if held else lines


def _line(row: CartLineRow, now: datetime, held: Mapping[int, int]) -> QuotedLine:
    line = row.line
    goods = line_goods(line, now, held=held.get(line.variation_id, 0))
    return QuotedLine(
        line=line,
        goods=goods,
        label=row.label,
        chosen=row.chosen,
        picture=row.picture,
        price=line_price(line, now),
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
    return say_no_delivery(quote.place.country, quote.place.state)
