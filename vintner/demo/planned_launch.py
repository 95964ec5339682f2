"""A planned launch in the demo, whose moment is always still to come."""

from datetime import datetime, time, timedelta
from typing import Final

from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.launches.models import LaunchPlan
from vintner.launches.plans import apply_plan
from vintner.money import Money

SKU: Final = "ARR-PREFIL"
DAYS: Final = 12
PRICE: Final = Money(8400)
BOTTLES: Final = 36


def plan_launch(now: datetime) -> None:
    """Plan the launch of a coming wine at six in the evening, twelve days from now, unless one is planned."""
    product = Product.objects.filter(sku=SKU, available_from__gt=now).first()
    if product is None or LaunchPlan.objects.filter(product=product, launched_at=None, cancelled_at=None).exists():
        return
    evening = datetime.combine(timezone.localdate(now + timedelta(days=DAYS)), time(18))
    plan = LaunchPlan.objects.create(
        product=product,
        moment=timezone.make_aware(evening),
        launch_text="Eleven hundred bottles, and thirty-six of them are ours.",
        notice_text="The Viñas Prefiloxéricas are here: thirty-six bottles.",
        notice_days=2,
        email_subject="Thirty-six bottles of Viñas Prefiloxéricas",
        email_text="The case from Ribera del Duero has come. For its first week a bottle costs $84.",
        price_until=timezone.make_aware(evening + timedelta(days=7)),
    )
    apply_plan(plan, now)
    plan.rows.update(price=PRICE, bottles=BOTTLES)
    apply_plan(plan, now)
