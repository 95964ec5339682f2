"""Reads coupons as the rules know them: what a code names, and the terms of a coupon for one cart."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet

from vintner.pricing.choices import RecurringChoices
from vintner.pricing.condition_rows import selection
from vintner.pricing.field_checks import read_coupon_code, read_patterns
from vintner.pricing.models import Coupon
from vintner.pricing.rules.coupons import CouponKind, CouponTerms
from vintner.pricing.rules.items import Filter

_CHOSEN: Final = {
    "products": "product_id",
    "categories": "category_id",
    "excluded_products": "product_id",
    "excluded_categories": "category_id",
}


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of the uses of coupons, by coupon id: those that the cart's own unpaid order holds, and how often
    this shopper used each. Neither counts `held` ones as used.
    """

    held: frozenset[int] = frozenset()
    used_here: Mapping[int, int] | None = None


UNUSED: Final = Past()


def find(code: str) -> Coupon | None:
    """Return what a shopper's code names, however it is typed."""
    return _rows().filter(code=read_coupon_code(code)).first()


def all_of(ids: Iterable[int]) -> list[Coupon]:
    """Return coupons by id, switched-off ones left out, with all that `terms` reads. One query."""
    return list(_rows().filter(pk__in=set(ids)).order_by("pk"))


def _rows() -> QuerySet[Coupon]:
    ids = {
        f"{name}_chosen": ArraySubquery(
            getattr(Coupon, name).through.objects.filter(coupon_id=OuterRef("pk")).order_by(column).values(column)
        )
        for name, column in _CHOSEN.items()
    }
    return Coupon.objects.filter(enabled=True).select_related("count").annotate(**ids)


def terms(row: Coupon, past: Past = UNUSED) -> CouponTerms:
    """Return a coupon that came from `find` or `all_of` as it stands for one cart."""
    kind = CouponKind(row.kind)
    return CouponTerms(
        id=row.pk,
        code=row.code,
        kind=kind,
        amount=row.amount if kind is CouponKind.PERCENT else row.amount * 100,
        ends_at=row.ends_at,
        individual=row.individual,
        free_delivery=row.free_delivery,
        filter=Filter(only=selection(row), never=selection(row, prefix="excluded_")),
        not_on_sale=row.not_on_sale,
        minimum=row.minimum,
        maximum=row.maximum,
        most_units=row.most_units,
        emails=tuple(read_patterns(row.emails)),
        recurring=row.recurring == RecurringChoices.EVERY_BOX,
        uses_left=_uses_left(row, past),
        uses_left_here=_uses_left_here(row, past),
    )


def _uses_left(row: Coupon, past: Past) -> int | None:
    if row.usage_limit is None:
        return None
    count = getattr(row, "count", None)
    used = count.used if count is not None else 0
    return row.usage_limit - used + (row.pk in past.held)


def _uses_left_here(row: Coupon, past: Past) -> int | None:
    """Without knowing the shopper, nothing is said: the order's transaction counts in any case."""
    if row.usage_limit_per_customer is None or past.used_here is None:
        return None
    return row.usage_limit_per_customer - past.used_here.get(row.pk, 0) + (row.pk in past.held)
