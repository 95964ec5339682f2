"""Writes what is planned into the wine, and takes it back.

The moment, the hidden price and the launch prices are columns of the wine that hold from or until a time
(`available_from`, `sale_starts_at`), and so is the banner. Nothing has to run at the moment itself, and pages and
quotes agree to the second, because both read these columns (decision 84).
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import Reason, StockChange
from vintner.launches.models import LaunchPlan, PlannedBottles
from vintner.notices.models import StoreNotice
from vintner.refusal import Refusal

log = logging.getLogger(__name__)

FOLLOWED: Final = frozenset({"available_from", "hide_price", "launch_text", "published"})
"""The fields of a wine that its plan has as well, and the one by which it has a banner."""
OWN_SALE: Final = ("written_price", "own_price", "own_starts_at", "own_ends_at")
_TAKEN_BACK = UUID("5b0e7a52-3b0d-4a55-9d3a-0d8f6e6c7c11")


def lock_plan(plan_id: int) -> LaunchPlan | None:
    """Lock an open plan for the rest of the transaction; None if it is no longer open."""
    lock_wine(LaunchPlan.objects.filter(pk=plan_id).values_list("product_id", flat=True).first() or 0)
    open_plans = LaunchPlan.objects.filter(launched_at=None, cancelled_at=None)
    return open_plans.select_for_update(no_key=True, of=("self",)).select_related("product").filter(pk=plan_id).first()


def lock_wine(product_id: int) -> None:
    """Lock the variations of a wine by key, then the wine, as its own page in the admin does. The plan comes last."""
    for rows in (Variation.objects.filter(product=product_id), Product.objects.filter(pk=product_id)):
        list(rows.order_by("pk").select_for_update(no_key=True).values_list("pk"))


def apply_plan(plan: LaunchPlan, now: datetime) -> None:
    """Write an open plan into its wine, in place of what it wrote before."""
    with transaction.atomic():
        add_missing_rows(plan)
        _clear_prices(plan)
        for row in plan.rows.exclude(price=None).select_related("variation").order_by("variation_id"):
            bottle, row.written_price = row.variation, row.price
            row.own_price, row.own_starts_at, row.own_ends_at = (
                bottle.sale_price,
                bottle.sale_starts_at,
                bottle.sale_ends_at,
            )
            row.save(update_fields=OWN_SALE)
            Variation.objects.filter(pk=row.variation_id).update(
                sale_price=row.price, sale_starts_at=plan.moment, sale_ends_at=plan.price_until
            )
        Product.objects.filter(pk=plan.product_id).update(
            available_from=plan.moment, hide_price=plan.hide_price, launch_text=plan.launch_text
        )
        plan.applied_moment = plan.moment
        plan_notice(plan)
        plan.save(update_fields=["applied_moment", "notice"])
        products.refresh_products([plan.product_id], now)


def add_missing_rows(plan: LaunchPlan) -> None:
    """Give the plan a row for each variation of the wine."""
    rows = [PlannedBottles(plan=plan, variation=each) for each in plan.product.variations.filter(enabled=True)]
    PlannedBottles.objects.bulk_create(rows, ignore_conflicts=True)


def cancel_plan(plan_id: int, now: datetime, *, unpublish: bool) -> None:
    """Cancel a launch. With `unpublish` the wine leaves the shop; else it goes on sale without what was planned.

    Bottles that were received for it are taken back. Raises Refusal `launched` when it happened meanwhile, and those of
    `stock_movements.record_change`.
    """
    with transaction.atomic():
        plan = lock_plan(plan_id)
        if plan is None or plan.moment <= now:
            raise Refusal("launched", "This launch has happened, or was canceled before.")
        for row in plan.rows.exclude(received_at=None).order_by("variation_id"):
            _take_back(row)
        Product.objects.filter(pk=plan.product_id, published=True).update(published=not unpublish)
        _close(plan, now)


def close_without_wine(plan: LaunchPlan, now: datetime) -> None:
    """Close a plan whose wine is not published at the moment: nothing of it happens. The plan has to be locked.

    Bottles that came already stay where their stock cannot be lowered any more.
    """
    for row in plan.rows.exclude(received_at=None).order_by("variation_id"):
        try:
            _take_back(row)
        except Refusal as refusal:
            log.warning("bottles of launch %s stay in variation %s: %s", plan.pk, row.variation_id, refusal.message)
    _close(plan, now)


def _take_back(row: PlannedBottles) -> None:
    key = uuid5(_TAKEN_BACK, str(row.key))
    change = StockChange(reason=Reason.CORRECTED, quantity=-row.bottles, by=None, note="Launch canceled", key=key)
    stock_movements.record_change(row.variation_id, change)


def _close(plan: LaunchPlan, now: datetime) -> None:
    _clear_prices(plan)
    if plan.notice is not None:
        plan.notice.delete()
    LaunchPlan.objects.filter(pk=plan.pk).update(cancelled_at=now, applied_moment=None)
    products.refresh_products([plan.product_id], now)


def follow_product(
    sender: object, instance: Product, created: bool, update_fields: Collection[str] | None = None, **_: object
) -> None:
    """Let an open plan follow its wine, whose own page has the same fields. Receiver of `post_save`.

    A wine whose day was taken out is on sale at once: that is its launch. An import of many wines that have none of
    these fields changed asks nothing.
    """
    if created or (update_fields is not None and FOLLOWED.isdisjoint(update_fields)):
        return
    with transaction.atomic():
        found = LaunchPlan.objects.filter(product=instance, launched_at=None, cancelled_at=None).first()
        plan = lock_plan(found.pk) if found else None
        if plan is None:
            return
        now = timezone.now()
        moment = instance.available_from or now
        names = ("hide_price", "launch_text")
        has_notice = (plan.notice_id is not None) == (instance.published and bool(plan.notice_text))
        if plan.moment == moment and has_notice and all(getattr(plan, n) == getattr(instance, n) for n in names):
            return
        if plan.price_until is not None and plan.price_until <= moment:
            plan.price_until += moment - plan.moment  # else the prices would end before they begin
        plan.moment = moment
        plan.hide_price, plan.launch_text = instance.hide_price, instance.launch_text
        plan.save(update_fields=["moment", "price_until", *names])
        apply_plan(plan, now)


def _clear_prices(plan: LaunchPlan) -> None:
    """Put back the sales that launch prices took the place of, unless staff changed them since."""
    for row in plan.rows.exclude(written_price=None).order_by("variation_id"):
        written = Variation.objects.filter(
            pk=row.variation_id, sale_price=row.written_price, sale_starts_at=plan.applied_moment
        )
        written.update(sale_price=row.own_price, sale_starts_at=row.own_starts_at, sale_ends_at=row.own_ends_at)
        row.written_price = row.own_price = row.own_starts_at = row.own_ends_at = None
        row.save(update_fields=OWN_SALE)


def plan_notice(plan: LaunchPlan) -> None:
    """Bring the plan's store notice up to date: it is displayed from the moment on, for some days.

    A wine that is not published has none: the notice would announce what nobody finds.
    """
    if not plan.notice_text or not plan.product.published:
        if plan.notice is not None:
            plan.notice.delete()
            plan.notice = None
        return
    notice = plan.notice or StoreNotice()
    notice.text, notice.starts_at = plan.notice_text, plan.moment
    notice.ends_at = plan.moment + timedelta(days=plan.notice_days)
    notice.save()
    plan.notice = notice
