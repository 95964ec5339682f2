"""The lines that promotions put into a cart: which variation, and whether the shopper wants it.

The lines are worked out with every quote. Only the shopper's choice is saved (gift_choices.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q

from vintner.cart.items import OPTION_VALUES
from vintner.cart.models import Cart, CartLine, GiftWish
from vintner.cart.rows import cart_goods, quote_item
from vintner.cart.rules import CartGoods, not_for_sale
from vintner.catalogue.models import Variation
from vintner.catalogue.wine_label import labelled
from vintner.pricing.rules.gifts import Due, GiftGoods, given
from vintner.pricing.rules.items import Item


@dataclass(frozen=True, slots=True)
class Gift:
    """A line that a promotion gives; it is not saved. `choices` are the variations that the shopper may choose from."""

    due: Due
    line: CartLine
    goods: CartGoods
    item: Item
    choices: tuple[Variation, ...]


@dataclass(frozen=True, slots=True)
class GiftStock:
    """What of some dues the shopper wants, and what there is of it. `held` bottles are the shopper's own."""

    wishes: Mapping[tuple[str, int], GiftWish]
    choices: Mapping[int, tuple[Variation, ...]]
    held: Mapping[int, int]


def load_gift_stock(cart: Cart, dues: Iterable[Due], held: Mapping[int, int], now: datetime) -> GiftStock:
    """Return what can be given of what is due. Three queries."""
    wishes = {(wish.rule_id, wish.target_id): wish for wish in GiftWish.objects.filter(cart=cart)}
    return GiftStock(wishes, _choices({due.target_id for due in dues}, held, now), held)


def gifts_for(
    cart: Cart, dues: Sequence[Due], own: Sequence[Item], held: Mapping[int, int], now: datetime
) -> list[Gift]:
    """Return the lines that are due and not declined, as far as they are in stock. Three queries if any are due."""
    return gifts_from(load_gift_stock(cart, dues, held, now), cart, dues, own, now) if dues else []


def gifts_from(stock: GiftStock, cart: Cart, dues: Sequence[Due], own: Sequence[Item], now: datetime) -> list[Gift]:
    """Return the same out of what was loaded."""
    found: dict[Due, Gift] = {}
    for due in dues:
        wish = stock.wishes.get((due.rule_id, due.target_id))
        if wish is None or wish.removed_at is None:
            variations = stock.choices.get(due.target_id, ())
            chosen = next((each for each in variations if wish and each.pk == wish.variation_id), None)
            if variations:
                found[due] = _gift(cart, due, chosen or variations[0], variations, stock.held, now)
    return _in_stock(found, own)


def _choices(ids: set[int], held: Mapping[int, int], now: datetime) -> dict[int, tuple[Variation, ...]]:
    """Return what can be bought now of each product or variation, in the merchant's order."""
    rows = (
        labelled(Variation.objects.filter(Q(pk__in=ids) | Q(product_id__in=ids)))
        .select_related("product__picture", "picture")
        .prefetch_related(Prefetch("options", OPTION_VALUES))
        .order_by("position", "id")
    )
    return _sold_by_id(rows, ids, held, now)


def _sold_by_id(
    rows: Iterable[Variation], ids: set[int], held: Mapping[int, int], now: datetime
) -> dict[int, tuple[Variation, ...]]:
    sold = [row for row in rows if not not_for_sale(cart_goods(row, now, held=held.get(row.pk, 0)))]
    return {wanted: tuple(row for row in sold if wanted in (row.pk, row.product_id)) for wanted in ids}


def gift_goods(ids: set[int], now: datetime) -> dict[int, GiftGoods]:
    """Return what somebody of whom nothing is known is given of each product or variation: the first that can be bought
    now, of stock that pages know. One query.
    """
    rows = Variation.objects.filter(Q(pk__in=ids) | Q(product_id__in=ids)).select_related("product")
    known = _sold_by_id(rows.order_by("position", "id"), ids, {}, now)
    return {
        wanted: GiftGoods(
            item=quote_item(CartLine(variation=sold[0], quantity=1), sold[0].price(now)),
            limit=cart_goods(sold[0], now).stock.shown.limit,
        )
        for wanted, sold in known.items()
        if sold
    }


def gift_key(rule_id: str, target_id: int) -> str:
    """Return the part of a given line's key that tells it from the shopper's own line of the same wine."""
    return f"{rule_id}_{target_id}"


def _gift(
    cart: Cart, due: Due, variation: Variation, choices: tuple[Variation, ...], held: Mapping[int, int], now: datetime
) -> Gift:
    line = CartLine(cart=cart, variation=variation, quantity=due.units)
    line.given_by = gift_key(due.rule_id, due.target_id)
    goods = cart_goods(variation, now, held=held.get(variation.pk, 0))
    return Gift(due=due, line=line, goods=goods, item=quote_item(line, variation.price(now)), choices=choices)


def _in_stock(found: Mapping[Due, Gift], own: Sequence[Item]) -> list[Gift]:
    goods = {due: GiftGoods(item=gift.item, limit=gift.goods.stock.limit) for due, gift in found.items()}
    by_key = {gift.item.key: gift for gift in found.values()}
    kept = []
    for item in given(found, goods, own):
        gift = by_key[item.key]
        gift.line.quantity = item.quantity
        kept.append(Gift(due=gift.due, line=gift.line, goods=gift.goods, item=item, choices=gift.choices))
    return kept
