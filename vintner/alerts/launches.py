"""Tells those who asked that a wine is on sale."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from vintner.alerts import alert_emails
from vintner.alerts.alerts import sign_alert
from vintner.alerts.models import Alert

BATCH: Final = 200
"""Alerts in one transaction."""


def send_due_alerts(now: datetime) -> int:
    """Write the e-mails of all wines that are on sale now and have bottles. Returns how many were written.

    Several processes may run this at once, and each may be killed at any time: an e-mail and its `sent_at` are written
    together.
    """
    sent = 0
    while batch := _send_batch(now):
        sent += batch
    return sent


def _send_batch(now: datetime) -> int:
    with transaction.atomic():
        alerts = list(_due_alerts(now).select_for_update(skip_locked=True, no_key=True, of=("self",))[:BATCH])
        for alert in alerts:
            alert_emails.queue_launch(alert.email, alert.product, sign_alert(alert))
        Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(sent_at=now)
    return len(alerts)


def _due_alerts(now: datetime) -> QuerySet[Alert]:
    released = Q(product__available_from=None) | Q(product__available_from__lte=now)
    waiting = Alert.objects.filter(sent_at=None, stopped_at=None, confirmed_at__isnull=False)
    on_sale = waiting.filter(released, product__published=True, product__in_stock=True)
    return on_sale.select_related("product").order_by("pk")
