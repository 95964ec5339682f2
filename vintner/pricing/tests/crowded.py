"""A cart of many lines and a book of many promotions of every kind, all of which hold: for measuring."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from vintner.pricing.quote import Item, PriceBook
from vintner.pricing.rules.benefits import FreeDelivery, Measure, OnceOff, Reduction, SetOf, SetSize, Span
from vintner.pricing.rules.conditions import CartFigure, CartIs, Comparison, Operator
from vintner.pricing.rules.items import Filter, Selection, Traits
from vintner.pricing.rules.promotions import Benefit
from vintner.pricing.rules.rewards import Choosing, OtherWine, Reward, SameWine
from vintner.pricing.tests.golden import CALIFORNIA
from vintner.pricing.tests.making import NOON as NOON
from vintner.pricing.tests.making import bulk, item, less, of, percent, promotion, with_promotions

LINES: Final = 50
RULES: Final = 20
PLACE: Final = CALIFORNIA

_REWARDS = (Reward(span=Span(at_least=2, at_most=None), units=1, reduction=percent("50"), recursive=True),)
_SET = Reduction(measure=Measure.SET_PRICE, value=Decimal(5000))
_BENEFITS: tuple[Benefit, ...] = (
    bulk((3, 5, "10"), (6, None, "20")),
    less("5"),
    SetOf(sizes=(SetSize(size=3, reduction=_SET, recursive=True),)),
    SameWine(rewards=_REWARDS),
    OtherWine(rewards=_REWARDS, choosing=Choosing.CHEAPEST),
    OnceOff(amount=500),
    FreeDelivery(title="Free"),
)
_FILTERS = (
    Filter(),
    Filter(only=Selection(category_ids=frozenset({2, 3}))),
    of(*range(1, 26)),
)
_SPENT = Comparison(operator=Operator.AT_LEAST, number=Decimal(1000))


def crowded_cart() -> list[Item]:
    return [
        replace(
            item(1000 + 37 * number, number % 12 + 1, product=number, variation=1000 + number),
            traits=Traits(category_ids=frozenset({1, 2 + number % 5})),
        )
        for number in range(1, LINES + 1)
    ]


def crowded_book() -> PriceBook:
    return with_promotions(
        *(
            promotion(
                number,
                _BENEFITS[number % len(_BENEFITS)],
                _FILTERS[number % len(_FILTERS)],
                as_discount=number % 4 == 0,
                conditions=(CartIs(figure=CartFigure.SUBTOTAL, comparison=_SPENT),),
            )
            for number in range(1, RULES + 1)
        )
    )
