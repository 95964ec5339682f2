"""What a bottle, half a case and a case of a wine cost, for the quick choices beside the quantity."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final, NamedTuple

from vintner.catalogue.product.offer_props import CaseOffer
from vintner.money import ZERO, Money, round_cents
from vintner.pricing.discounting import discounts
from vintner.pricing.quote import PriceBook, occasion_of, promoted_lines
from vintner.pricing.rules.gifts import Due, GiftGoods, due, given
from vintner.pricing.rules.items import Item, ShopperFacts
from vintner.pricing.rules.promotions import PromotedLine, running

SIZES: Final = (1, 6, 12)

GiftFinder = Callable[[set[int]], Mapping[int, GiftGoods]]
"""Finds what promotions may give of products and variations, by their ids; those that cannot be given are left out."""


@dataclass(frozen=True, slots=True)
class _CaseChoice:
    """So many bottles of an item, and what promotions give with them."""

    item: Item
    dues: Sequence[Due]


class _PricedChoice(NamedTuple):
    """The lines of a cart with a choice alone, first the choice itself, and what that costs after discounts."""

    lines: Sequence[PromotedLine]
    amount: Money


def case_offers(
    items: Sequence[Item],
    most: Mapping[int, int],
    *,
    book: PriceBook,
    now: datetime,
    shopper: ShopperFacts,
    find_gifts: GiftFinder,
) -> dict[int, tuple[CaseOffer, ...]]:
    """Return the choices of each single bottle, by variation id. `most` is how many of it may be bought.

    A choice costs what it would alone in a cart, and says what is given with it. Whoever may not buy a case has nothing
    to choose. Gifts are looked for once, and only where other wines are due than the item itself.
    """
    choices = dict[int, list[_CaseChoice]]()
    for item in items:
        sizes = [size for size in SIZES if size <= most.get(item.variation_id, 0)]
        if len(sizes) > 1:
            choices[item.variation_id] = [_choice(replace(item, quantity=size), book, now, shopper) for size in sizes]
    goods = _find_others(choices, find_gifts)
    found = {}
    for variation_id, own in choices.items():
        known = {**goods, variation_id: GiftGoods(item=own[0].item, limit=most[variation_id])}
        priced = [_price(each, known, book, now, shopper) for each in own]
        found[variation_id] = tuple(_offer(each, priced[0].amount) for each in priced)
    return found


def _find_others(choices: Mapping[int, Sequence[_CaseChoice]], find_gifts: GiftFinder) -> Mapping[int, GiftGoods]:
    dues = ((variation_id, each) for variation_id, own in choices.items() for choice in own for each in choice.dues)
    others = {each.target_id for variation_id, each in dues if each.target_id != variation_id}
    return find_gifts(others) if others else {}


def _choice(item: Item, book: PriceBook, now: datetime, shopper: ShopperFacts) -> _CaseChoice:
    if not book.gives_lines:
        return _CaseChoice(item, ())
    occasion = occasion_of([item], place=book.base, now=now, shopper=shopper)
    return _CaseChoice(item, due([item], running(book.promotions, book.policy, occasion), book.policy))


def _price(
    choice: _CaseChoice, goods: Mapping[int, GiftGoods], book: PriceBook, now: datetime, shopper: ShopperFacts
) -> _PricedChoice:
    own, dues = [choice.item], choice.dues
    known = {
        each: replace(goods[each.target_id], item=replace(goods[each.target_id].item, key=f"gift {number}"))
        for number, each in enumerate(dues)
        if each.target_id in goods
    }
    items = [*own, *given(dues, known, own)]
    occasion = occasion_of(items, place=book.base, now=now, shopper=shopper)
    lines, counting = promoted_lines(items, book, occasion)
    taken = discounts(lines, counting, (), book.policy)
    off = taken.by_line.get(lines[0].item.key, ZERO) - Money.total(each.amount for each in taken.fees)
    return _PricedChoice(lines, lines[0].subtotal - off)


def _offer(priced: _PricedChoice, single: Money) -> CaseOffer:
    lines, amount = priced
    size = lines[0].item.quantity
    saved = single * size - amount
    words = [] if size == 1 else [f"{round_cents(Decimal(amount.minor) / size)} each"]
    if saved > ZERO:
        words.append(f"save {saved}")
    for each in lines[1:]:
        name = "" if each.item.variation_id == lines[0].item.variation_id else each.item.name
        words.append(gift_words(each.item.quantity, name, each.subtotal))
    return CaseOffer(
        quantity=size,
        label=case_label(size),
        price=amount.text,
        note=", ".join(words),
    )


def case_label(size: int) -> str:
    return "1 bottle" if size == 1 else f"Case of {size}"


def gift_words(units: int, name: str, cost: Money) -> str:
    """Return what is given: 'plus a free bottle of Perdekop Syrah'. The same wine needs no name: 'plus 1 free'."""
    if not name:
        return f"plus {units} free" if not cost else f"plus {units} for {cost}"
    free = "" if cost else "free "
    bottles = f"a {free}bottle of {name}" if units == 1 else f"{units} {free}bottles of {name}"
    return f"plus {bottles} for {cost}" if cost else f"plus {bottles}"
