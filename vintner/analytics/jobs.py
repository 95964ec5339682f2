"""The background jobs of the statistics."""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.analytics import partitions, roll_up
from vintner.analytics.models import EventCount, Purchase
from vintner.analytics.purchases import find_sources
from vintner.analytics.visitors import forget_visitors

COUNTS_KEPT: Final = timedelta(days=760)
"""How long counts stay: two years and a month, so that a month can be compared with that of the year before."""


@app.periodic(cron="*/10 * * * *")
@app.task(name="analytics.count_events", queueing_lock="analytics.count_events")
def count_events(timestamp: int) -> None:
    """Count the events of this hour and the two before."""
    now = timezone.now()
    partitions.make_partitions(now)
    find_sources(now)
    roll_up.count_hours(now - roll_up.LOOK_BACK, now)


@app.periodic(cron="7 * * * *")
@app.task(name="analytics.forget_visitors", queueing_lock="analytics.forget_visitors")
def forget_former_visitors(timestamp: int) -> None:
    """Delete the salt of a day that is over. Hourly, so that no server that was down over night leaves it."""
    now = timezone.now()
    find_sources(now)
    forget_visitors(now)


@app.periodic(cron="33 4 * * *")
@app.task(name="analytics.tidy", queueing_lock="analytics.tidy")
def tidy(timestamp: int) -> None:
    """Drop the days of events that are over, add up the hours of the last days, and delete the oldest counts."""
    now = timezone.now()
    partitions.drop_partitions(now)
    for days in (2, 3, 4):  # a night without workers leaves nothing behind
        roll_up.merge_day(now - timedelta(days=days))
    EventCount.objects.filter(hour__lt=now - COUNTS_KEPT).delete()
    Purchase.objects.filter(purchased_at=None, noted_at__lt=now - timedelta(days=partitions.KEPT_DAYS)).delete()
