"""Loads the wines of a case, with what they cost together, and those to choose from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db.models import Q

from vintner.cart.items import variations_with_details
from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.price_lookup import nearest_row
from vintner.cart.prices.quoted_cart import QuotedCart, quote_rows
from vintner.cart.prices.unit_prices import new_visitor, unit_prices_by
from vintner.cart.rows import CartLineRow, CartRows, cart_goods, chosen_options, picture_key
from vintner.cart.rules import CartGoods, not_for_sale
from vintner.catalogue.displayed_prices import unit_of
from vintner.catalogue.finding.listing import find_products
from vintner.catalogue.models import Variation
from vintner.catalogue.pages import NextRow
from vintner.catalogue.rules import Price
from vintner.catalogue.wine_label import label_of
from vintner.customers.models import User
from vintner.pricing import books
from vintner.pricing.badges import mix_badge, running_mixes
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules.promotions import PromotionTerms
from vintner.pricing.units import items_of
from vintner.storefront.mixed_case.queries import CaseQuery
from vintner.storefront.mixed_case.rules import MixedCase

SINGLE: Final = {"product__plan": None, "product__set_bottles": 0}
"""What is sold by the bottle: neither boxes of subscriptions nor gift sets."""


@dataclass(frozen=True, slots=True)
class CaseWine:
    """A wine that may be in a case, with the price of a single bottle, and the badge of the promotion that counts it
    together with others.
    """

    variation: Variation
    goods: CartGoods
    price: Price
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseWines:
    """The case without wines that are no longer sold, its wines, its quote, the next row of a bulk table, and the wines
    to choose from.
    """

    case: MixedCase
    chosen: tuple[CaseWine, ...]
    quoted: QuotedCart
    next_row: NextRow | None
    offered: tuple[CaseWine, ...]
    pages: int
    mixes: Sequence[PromotionTerms]
    """The promotions that count wines together and run now."""
    is_short: bool
    """Whether wines were left out of the case."""


def load_wines(query: CaseQuery, user: User | None, now: datetime) -> CaseWines:
    """Return all that the page shows."""
    book = books.load()
    mixes = running_mixes(book, now, new_visitor(book, now))
    listing = replace(query.listing, only_ids=_counted(mixes, book, now)) if query.offer and mixes else query.listing
    found = find_products(listing)
    wanted = [variation_id for variation_id, _ in query.case.bottles]
    known = {each.variation.pk: each for each in _load(Q(pk__in=wanted) | Q(product__in=found.ids), mixes, book, now)}
    case = replace(query.case, bottles=tuple(each for each in query.case.bottles if each[0] in known))
    quoted = quote_case(case, [each.variation for each in known.values()], user, now, book)
    places = {product_id: place for place, product_id in enumerate(found.ids)}
    offered = [each for each in known.values() if each.variation.product_id in places and not not_for_sale(each.goods)]
    return CaseWines(
        case=case,
        chosen=tuple(known[variation_id] for variation_id, _ in case.bottles),
        quoted=quoted,
        next_row=nearest_row(quoted, now),
        offered=tuple(sorted(offered, key=lambda each: places[each.variation.product_id])),
        pages=found.pages,
        mixes=mixes,
        is_short=case != query.case,
    )


def _counted(mixes: Sequence[PromotionTerms], book: PriceBook, now: datetime) -> frozenset[int]:
    """Return the products of which a bottle counts for one of these promotions. One query, two when promotions ask
    about shelves or the like.
    """
    sold = Variation.objects.filter(enabled=True, product__published=True, **SINGLE)
    named = [each.filter.only for each in mixes]
    if all(each.product_ids and replace(each, product_ids=frozenset()).empty for each in named):
        ids = frozenset[int]().union(*(each.product_ids for each in named))
        sold = sold.filter(Q(pk__in=ids) | Q(product__in=ids))
    units = [unit for each in sold.select_related("product") if (unit := unit_of(each.product, each, now))]
    return frozenset(each.product_id for each in items_of(units, book) if mix_badge(mixes, each))


def _load(wanted: Q, mixes: Sequence[PromotionTerms], book: PriceBook, now: datetime) -> list[CaseWine]:
    """Return variations that have a price and are single bottles, in the merchant's order."""
    sold = variations_with_details().filter(wanted, enabled=True, product__published=True, **SINGLE)
    rows = [(each, unit_of(each.product, each, now)) for each in sold.order_by("product_id", "position", "pk")]
    known = [(variation, unit) for variation, unit in rows if unit is not None]
    units = [unit for _, unit in known]
    prices = unit_prices_by(book, units, now)
    badges = [mix_badge(mixes, each) for each in items_of(units, book)]
    return [
        CaseWine(variation, cart_goods(variation, now), price, badge)
        for (variation, _), price, badge in zip(known, prices, badges, strict=True)
    ]


def quote_case(
    case: MixedCase, variations: Iterable[Variation], user: User | None, now: datetime, book: PriceBook
) -> QuotedCart:
    """Return what the case costs in a cart that holds nothing else. The cart is not saved."""
    cart, by_id = Cart(user=user), {each.pk: each for each in variations}
    rows = [_row(cart, by_id[variation_id], number) for variation_id, number in case.bottles]
    return quote_rows(cart, CartRows(tuple(rows), ()), now=now, place=None, rate_id=None, book=book)


def _row(cart: Cart, variation: Variation, number: int) -> CartLineRow:
    line = CartLine(cart=cart, variation=variation, quantity=number)
    return CartLineRow(line, label_of(variation), chosen_options(variation), picture_key(variation))


def find_sold(case: MixedCase) -> Sequence[Variation]:
    """Return the variations of a case that can be put into a cart at all, in id order."""
    wanted = [variation_id for variation_id, _ in case.bottles]
    sold = variations_with_details().filter(pk__in=wanted, product__published=True, **SINGLE)
    return list(sold.order_by("pk"))
