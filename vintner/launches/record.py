"""What became of a launch: e-mails, the first order, the bottles of the first hour."""

from datetime import timedelta
from typing import Final

from django.db.models import Sum
from django.utils import timezone

from vintner.alerts.models import Alert
from vintner.launches.models import LaunchPlan
from vintner.orders.models import OrderLine

FIRST_HOUR: Final = timedelta(hours=1)


def describe_launch(plan: LaunchPlan) -> str:
    """Return in words what happened since the launch, "–" before it. Three queries."""
    if plan.launched_at is None:
        return "–"
    sent = Alert.objects.filter(kind=Alert.Kind.LAUNCH, product=plan.product_id, sent_at__gte=plan.launched_at).count()
    lines = OrderLine.objects.filter(
        product_id=plan.product_id, order__paid_at__isnull=False, order__placed_at__gte=plan.launched_at
    )
    first = lines.order_by("order__placed_at").values_list("order_id", "order__placed_at").first()
    in_hour = lines.filter(order__placed_at__lt=plan.launched_at + FIRST_HOUR).aggregate(sum=Sum("quantity"))["sum"]
    order = f"first order {first[0]} at {timezone.localtime(first[1]):%Y-%m-%d %H:%M:%S}" if first else "no order yet"
    return f"{sent} emails written · {order} · {in_hour or 0} bottles sold in the first hour"
