"""The background jobs of alerts."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from procrastinate.contrib.django import app

from vintner.alerts import launches
from vintner.alerts.models import Alert, DigestReader
from vintner.alerts.wines import news, prices, restocks, vintages
from vintner.catalogue import products
from vintner.web.isolation import isolated

UNCONFIRMED: Final = timedelta(days=14)
LOOK_BACK: Final = timedelta(minutes=5)
ENDED: Final = timedelta(days=365)
"""How long an alert that was sent or stopped stays, as evidence of what was agreed to."""


@app.periodic(cron="* * * * *")
@app.task(name="alerts.send_due_alerts", queueing_lock="alerts.send_due_alerts")
def send_due_alerts(timestamp: int) -> None:
    """Tell those who asked that a wine is on sale, in the minute after its launch."""
    now = timezone.now()
    products.refresh_scheduled(now - LOOK_BACK, now)  # whether it is in stock: the catalogue's own job may come later
    if _is_store_open(now):
        launches.send_due_alerts(now)


@app.periodic(cron="* * * * *")
@app.task(name="alerts.send_due_restocks", queueing_lock="alerts.send_due_restocks")
def send_due_restocks(timestamp: int) -> None:
    """Offer bottles that came back to those who wait for them. In a closed store nobody can order what is held."""
    now = timezone.now()
    if _is_store_open(now):
        restocks.send_due_restocks(now)
    else:
        restocks.prolong_holds(now)


@app.periodic(cron="* * * * *")
@app.task(name="alerts.send_due_news", queueing_lock="alerts.send_due_news")
def send_due_news(timestamp: int) -> None:
    """Tell of wines that are cheaper, of next vintages, and once a week of both."""
    now = timezone.now()
    if not _is_store_open(now):
        return
    with isolated("alerts of prices"):
        prices.send_due_price_drops(now)
    with isolated("alerts of vintages"):
        vintages.send_due_vintages(now)
    with isolated("weekly alerts"):
        news.send_due_digests(now)


def _is_store_open(now: datetime) -> bool:
    """Return whether mails may lead to the shop. The packages above know that: a setting names the function."""
    return bool(import_string(settings.STORE_IS_OPEN)(now))


@app.periodic(cron="47 3 * * *")
@app.task(name="alerts.delete_old_alerts", queueing_lock="alerts.delete_old_alerts")
def delete_old_alerts(timestamp: int) -> None:
    """Delete addresses that nobody confirmed, alerts that ended a year ago, and choices of addresses without any."""
    now = timezone.now()
    Alert.objects.filter(confirmed_at=None, asked_at__lt=now - UNCONFIRMED).delete()
    Alert.objects.filter(sent_at__lt=now - ENDED).delete()
    Alert.objects.filter(stopped_at__lt=now - ENDED).delete()
    DigestReader.objects.exclude(email__in=Alert.objects.values("email")).delete()
