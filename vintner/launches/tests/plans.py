"""Plans of launches."""

from datetime import datetime, timedelta

from django.utils import timezone

from vintner.launches.models import LaunchPlan
from vintner.launches.plans import apply_plan
from vintner.money import Money
from vintner.testing.builders import make_product

NOW = timezone.now()
MOMENT = NOW + timedelta(hours=1)


def make_plan(moment: datetime = MOMENT, *, bottles: int = 12, price: int | None = 1500, **more: object) -> LaunchPlan:
    """Plan a launch of a wine at $20.00 with no bottles yet."""
    wine = make_product(price="20.00", stock=0, available_from=NOW + timedelta(days=30))
    plan = LaunchPlan.objects.create(product=wine, moment=moment, **more)
    apply_plan(plan, NOW)
    plan.rows.update(bottles=bottles, price=None if price is None else Money(price))
    apply_plan(plan, NOW)
    return plan
