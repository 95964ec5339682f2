"""What a launch does once: it adds bottles to the stock shortly before the moment, and is recorded after it."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from vintner import chaos
from vintner.catalogue import products
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import Reason, StockChange
from vintner.launches.models import LaunchPlan, PlannedBottles
from vintner.launches.plans import close_without_wine, lock_plan
from vintner.refusal import Refusal

BEFORE: Final = timedelta(minutes=10)
"""Bottles come so long before the moment: nobody can buy the wine yet, and a job that fails is run again in time."""

log = logging.getLogger(__name__)


def carry_out(now: datetime) -> None:
    """Do what is due of all plans. Several processes may run this at once, and each may be killed at any time."""
    open_plans = LaunchPlan.objects.filter(launched_at=None, cancelled_at=None)
    soon = Q(product__available_from=None) | Q(product__available_from__lte=now + BEFORE)
    for plan_id in open_plans.filter(soon).order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            plan = lock_plan(plan_id)
            if plan is not None:
                if plan.product.published:
                    receive_bottles(plan, now)
                    _record_launch(plan, now)
                elif (plan.product.available_from or now) <= now:
                    close_without_wine(plan, now)
                chaos.point("before_launch_commit")
        chaos.point("after_launch_commit")


def receive_due(plan: LaunchPlan, now: datetime) -> None:
    """Add the bottles of a published wine whose moment is near. The plan has to be locked."""
    if plan.product.published and plan.moment <= now + BEFORE:
        receive_bottles(plan, now)


def receive_bottles(plan: LaunchPlan, now: datetime) -> None:
    """Add the planned bottles to the stock that are not in it yet. The plan has to be locked."""
    for row in plan.rows.filter(received_at=None, bottles__gt=0).order_by("variation_id"):
        change = StockChange(reason=Reason.RECEIVED, quantity=row.bottles, by=None, note="Launch", key=row.key)
        try:
            stock_movements.record_change(row.variation_id, change)
        except Refusal as refusal:  # staff turned the counting off meanwhile: the others still come
            log.warning("bottles of launch %s refused for variation %s: %s", plan.pk, row.variation_id, refusal.message)
            continue
        PlannedBottles.objects.filter(pk=row.pk).update(received_at=now)


def _record_launch(plan: LaunchPlan, now: datetime) -> None:
    moment = plan.product.available_from or now
    if moment <= now:
        LaunchPlan.objects.filter(pk=plan.pk, launched_at=None).update(launched_at=moment, moment=moment)
        products.refresh_products([plan.product_id], now)
