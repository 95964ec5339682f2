"""Reads what staff wrote about when a promotion holds, as the rules know it."""

from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings

from vintner.pricing.choices import ConditionKind
from vintner.pricing.field_checks import lines, read_codes, read_coupon_code, read_patterns
from vintner.pricing.models import Condition, Coupon, Promotion
from vintner.pricing.rules import conditions as rules
from vintner.pricing.rules.items import EVERYTHING, Filter, Selection

_ANYTHING: Final = rules.Comparison(operator=rules.Operator.AT_LEAST, number=Decimal(1))
_NONE: Final = rules.Comparison(operator=rules.Operator.EQUAL, number=Decimal(0))
_IN_CENTS: Final = frozenset({ConditionKind.SUBTOTAL, ConditionKind.SPENT, ConditionKind.LAST_AMOUNT})
_CART: Final = {figure.value: figure for figure in rules.CartFigure}
_PAST: Final = {figure.value: figure for figure in rules.PastFigure}
_FACTS: Final = {fact.value: fact for fact in rules.ShopperFact}


def selection(
    row: Promotion | Condition | Coupon, *, prefix: str = "", skus: str = "", on_sale: bool = False
) -> Selection:
    """Return the wines that a row names in its many-to-many columns; the query put their ids into NAME_chosen."""
    return Selection(
        product_ids=chosen(row, f"{prefix}products"),
        category_ids=chosen(row, f"{prefix}categories"),
        tag_ids=chosen(row, f"{prefix}tags"),
        value_ids=chosen(row, f"{prefix}values"),
        producer_ids=chosen(row, f"{prefix}producers"),
        skus=frozenset(read_codes(skus)),
        on_sale=on_sale,
    )


def chosen(row: Promotion | Condition | Coupon, name: str) -> frozenset[int]:
    return frozenset(getattr(row, f"{name}_chosen", None) or ())


def condition(row: Condition, wines: Filter) -> rules.Condition:
    """Return a condition of a promotion that is for these wines."""
    kind = ConditionKind(row.kind)
    if kind.value in _CART:
        counting = wines if row.own_wines else EVERYTHING
        return rules.CartIs(figure=_CART[kind.value], comparison=_comparison(row), counting=counting)
    if kind.value in _PAST:
        return rules.PastIs(figure=_PAST[kind.value], comparison=_comparison(row))
    if kind.value in _FACTS:
        named = frozenset(read_patterns(row.words))
        return rules.OneOf(fact=_FACTS[kind.value], patterns=named, wanted=not row.negated)
    return _of_wines(row, kind) or _of_time(row, kind) or _of_shopper(row, kind)


def _comparison(row: Condition) -> rules.Comparison:
    """Return what the row compares with: at least one when it names no number. Amounts become cents."""
    if row.number is None:
        return _ANYTHING
    factor = 100 if row.kind in _IN_CENTS else 1
    to = None if row.to is None else row.to * factor
    return rules.Comparison(operator=rules.Operator(row.operator), number=row.number * factor, to=to)


def _of_wines(row: Condition, kind: ConditionKind) -> rules.Condition | None:
    named = selection(row)
    match kind:
        case ConditionKind.WINES:
            return rules.CartHolds(kinds=(Filter(only=named),), comparison=_comparison(row))
        case ConditionKind.SKUS:
            by_sku = Selection(skus=frozenset(read_codes(row.words)))
            return rules.CartHolds(kinds=(Filter(only=by_sku),), comparison=_comparison(row))
        case ConditionKind.ON_SALE:
            return rules.CartHolds(kinds=(Filter(only=Selection(on_sale=True)),), comparison=_comparison(row))
        case ConditionKind.COMBINATION:
            return rules.CartHolds(kinds=_each(named), comparison=_comparison(row), every=not row.any_of_them)
        case ConditionKind.BOUGHT_ORDERS | ConditionKind.BOUGHT_BOTTLES:
            bottles = kind is ConditionKind.BOUGHT_BOTTLES
            return rules.Bought(product_ids=named.product_ids, comparison=_comparison(row), bottles=bottles)
    return None


def _each(named: Selection) -> tuple[Filter, ...]:
    """Return each chosen wine, category, tag and value as a kind of its own."""
    singles = [
        *(Selection(product_ids=frozenset({number})) for number in sorted(named.product_ids)),
        *(Selection(category_ids=frozenset({number})) for number in sorted(named.category_ids)),
        *(Selection(tag_ids=frozenset({number})) for number in sorted(named.tag_ids)),
        *(Selection(value_ids=frozenset({number})) for number in sorted(named.value_ids)),
    ]
    return tuple(Filter(only=single) for single in singles)


def _of_time(row: Condition, kind: ConditionKind) -> rules.Condition | None:
    zone = ZoneInfo(settings.TIME_ZONE)
    if kind is ConditionKind.DATES:
        return rules.During(starts_at=row.starts_at, ends_at=row.ends_at)
    if kind is ConditionKind.DAYS:
        return rules.OnDays(days=frozenset(row.days), zone=zone)
    if kind is ConditionKind.TIME and row.from_time is not None and row.to_time is not None:
        return rules.TimeOfDay(starts=row.from_time, ends=row.to_time, zone=zone)
    return None


def _of_shopper(row: Condition, kind: ConditionKind) -> rules.Condition:
    if kind is ConditionKind.COUPONS:
        named = frozenset(map(read_coupon_code, lines(row.words)))
        return rules.CouponsAre(use=rules.CouponUse(row.coupon_use), codes=named)
    if kind is ConditionKind.LOGGED_IN:
        return rules.LoggedIn(wanted=not row.negated)
    if kind is ConditionKind.FIRST_ORDER:
        return rules.PastIs(figure=rules.PastFigure.ORDERS, comparison=_ANYTHING if row.negated else _NONE)
    raise ValueError(f"condition {row.pk} says nothing")
