"""Reads the promotions that staff wrote, as the rules know them. Three queries, whatever their number."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, Q

from vintner.pricing import condition_rows
from vintner.pricing.choices import MeasureChoices, PromotionKind
from vintner.pricing.condition_rows import chosen, selection
from vintner.pricing.models import Condition, Promotion, Tier
from vintner.pricing.rules import benefits, promotions
from vintner.pricing.rules.benefits import (
    FREE,
    BulkTable,
    Counting,
    FreeDelivery,
    Measure,
    OffEach,
    OnceOff,
    Reduction,
    SetOf,
    SetSize,
    Span,
)
from vintner.pricing.rules.conditions import During
from vintner.pricing.rules.items import EVERYTHING, Filter, Selection
from vintner.pricing.rules.promotions import ALWAYS
from vintner.pricing.rules.rewards import Choosing, OtherWine, Reward, SameWine

_WAYS: Final = ("products", "categories", "tags", "values", "producers")
_CHOSEN: Final = (*_WAYS, *(f"excluded_{way}" for way in _WAYS), "targets", "target_categories")
_COLUMN: Final = {
    "products": "product_id",
    "categories": "category_id",
    "tags": "tag_id",
    "values": "attributevalue_id",
    "producers": "producer_id",
    "targets": "product_id",
}
Sql = tuple[str, tuple[object, ...]]
"""A query and its parameters."""


def load() -> tuple[promotions.PromotionTerms, ...]:
    """Return the enabled promotions that are not used up, in order of priority."""
    rows = Promotion.objects.raw(*_enabled_sql())
    tiers = _tiers()
    conditions = _conditions()
    found = (_promotion(row, tiers.get(row.pk, []), conditions.get(row.pk, [])) for row in rows)
    return tuple(promotion for promotion in found if promotion is not None)


@cache
def _enabled_sql() -> Sql:
    """Return the query of the enabled promotions that are not used up. Composing it takes longer than running it."""
    ids = {f"{name}_chosen": _ids(Promotion, "promotion_id", name) for name in _CHOSEN}
    rows = Promotion.objects.filter(enabled=True).annotate(**ids)
    rows = rows.filter(Q(usage_limit=None) | Q(count=None) | Q(count__used__lt=F("usage_limit")))
    return rows.order_by("priority", "id").query.sql_with_params()


def _tiers() -> dict[int, list[Tier]]:
    rows = Tier.objects.order_by("promotion_id", F("at_least").asc(nulls_first=True), "id")
    return {key: list(group) for key, group in groupby(rows, key=lambda row: row.promotion_id)}


def _conditions() -> dict[int, list[Condition]]:
    rows = Condition.objects.raw(*_conditions_sql())
    return {key: list(group) for key, group in groupby(rows, key=lambda row: row.promotion_id)}


@cache
def _conditions_sql() -> Sql:
    """Return the query of all conditions, by promotion."""
    ids = {f"{name}_chosen": _ids(Condition, "condition_id", name) for name in _WAYS[:4]}
    return Condition.objects.annotate(**ids).order_by("promotion_id", "id").query.sql_with_params()


def _ids(model: type[Promotion] | type[Condition], own: str, name: str) -> ArraySubquery:
    """Return the ids of a many-to-many column as an array, for the row of the query around it."""
    column = _COLUMN[name.removeprefix("excluded_").removeprefix("target_")]
    through = getattr(model, name).through
    return ArraySubquery(through.objects.filter(**{own: OuterRef("pk")}).order_by(column).values(column))


def _promotion(
    row: Promotion, tiers: Sequence[Tier], conditions: Iterable[Condition]
) -> promotions.PromotionTerms | None:
    """Return a promotion, None for one that says nothing yet."""
    benefit = _benefit(row, tiers)
    if benefit is None:
        return None
    wines = Filter(
        only=selection(row, skus=row.skus, on_sale=row.on_sale),
        never=selection(row, prefix="excluded_", skus=row.excluded_skus, on_sale=row.excluded_on_sale),
    )
    return promotions.PromotionTerms(
        id=row.pk,
        title=row.title,
        benefit=benefit,
        filter=wines,
        conditions=tuple(condition_rows.condition(each, wines) for each in conditions),
        any_condition=row.any_condition,
        during=During(starts_at=row.starts_at, ends_at=row.ends_at) if row.starts_at or row.ends_at else ALWAYS,
        exclusive=row.exclusive,
        as_discount=row.as_discount or row.kind == PromotionKind.CART,
        label=row.label,
        badge=row.badge,
        most_off_each=row.most_off_each,
    )


def _benefit(row: Promotion, tiers: Sequence[Tier]) -> promotions.Benefit | None:
    kind = PromotionKind(row.kind)
    if kind is PromotionKind.DELIVERY:
        return FreeDelivery(title=row.label or "Free shipping")
    if not tiers:
        return None
    match kind:
        case PromotionKind.BULK:
            return _bulk(tiers, Counting(row.counting))
        case PromotionKind.SET:
            return _sets(tiers, Counting(row.counting))
        case PromotionKind.SAME:
            return SameWine(rewards=_rewards(tiers))
        case PromotionKind.OTHER:
            return _other(row, tiers)
        case _:
            return _simple(tiers[0])


def _simple(tier: Tier) -> promotions.Benefit:
    """Return what the one row says, of a simple promotion or of a discount on the cart."""
    if tier.measure == MeasureChoices.ONCE:
        return OnceOff(amount=int(tier.value * 100))
    return OffEach(reduction=_reduction(tier))


def _reduction(tier: Tier) -> Reduction:
    """Return what comes off, in per cent or cents."""
    if tier.measure == MeasureChoices.FREE:
        return FREE
    if tier.measure == MeasureChoices.PERCENT:
        return Reduction(measure=Measure.PERCENT, value=tier.value)
    measure = Measure.FLAT if tier.measure == MeasureChoices.ONCE else Measure(tier.measure)
    return Reduction(measure=measure, value=tier.value * 100)


def _bulk(tiers: Sequence[Tier], counting: Counting) -> BulkTable:
    """Returns the table. A row that has neither a first nor a last quantity is left out."""
    return BulkTable(
        tiers=tuple(
            benefits.BulkTier(span=_span(tier), reduction=_reduction(tier), label=tier.label)
            for tier in tiers
            if tier.at_least is not None or tier.at_most is not None
        ),
        counting=counting,
    )


def _span(tier: Tier) -> Span:
    return Span(at_least=tier.at_least, at_most=tier.at_most)


def _sets(tiers: Sequence[Tier], counting: Counting) -> SetOf:
    return SetOf(
        sizes=tuple(
            SetSize(size=tier.at_least, reduction=_reduction(tier), recursive=tier.recursive)
            for tier in tiers
            if tier.at_least
        ),
        counting=counting,
    )


def _rewards(tiers: Iterable[Tier]) -> tuple[Reward, ...]:
    return tuple(
        Reward(span=_span(tier), units=tier.units, reduction=_reduction(tier), recursive=tier.recursive)
        for tier in tiers
    )


def _other(row: Promotion, tiers: Sequence[Tier]) -> OtherWine:
    """What is put into the cart must be named; what is chosen in it may be anything."""
    named = Selection(product_ids=chosen(row, "targets"), category_ids=chosen(row, "target_categories"))
    return OtherWine(
        rewards=_rewards(tiers),
        choosing=Choosing(row.choosing),
        counting=Counting(row.counting),
        target=EVERYTHING if named.empty else Filter(only=named),
        target_ids=tuple(sorted(named.product_ids)),
    )
