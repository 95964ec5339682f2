"""Tells those who asked that a wine is on sale, or the store open."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Greatest

from vintner.alerts import alert_emails
from vintner.alerts.alerts import sign_alert
from vintner.alerts.models import Alert
from vintner.orders.models import OrderLine
from vintner.orders.rules import Status

BATCH: Final = 200
"""Alerts in one transaction."""

MISSED_WITHIN: Final = timedelta(days=7)
"""So long after a launch it is news that all bottles are ordered."""


def send_due_alerts(now: datetime) -> int:
    """Write the e-mails of all wines that are on sale now. Returns how many were written.

    A wine that came without bottles is told of once it has some. One whose bottles are ordered already is told of as
    sold out: the more wanted it is, the sooner it is gone.

    Several processes may run this at once, and each may be killed at any time: an e-mail and its `sent_at` are written
    together.
    """
    return _send_all(_due_alerts(now), _queue_launch, now)


def send_opening_alerts(now: datetime) -> int:
    """Write the e-mails that the store is open. Returns how many were written. To be called while it is open."""
    return _send_all(waiting_alerts(Alert.Kind.OPENING), _queue_opening, now)


def _send_all(due: QuerySet[Alert], queue: Callable[[Alert], None], now: datetime) -> int:
    sent = 0
    while batch := _send_batch(due, queue, now):
        sent += batch
    return sent


def _send_batch(due: QuerySet[Alert], queue: Callable[[Alert], None], now: datetime) -> int:
    with transaction.atomic():
        alerts = list(due.select_for_update(skip_locked=True, no_key=True, of=("self",))[:BATCH])
        for alert in alerts:
            queue(alert)
        Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(sent_at=now)
    return len(alerts)


def _queue_launch(alert: Alert) -> None:
    product = alert.product
    if product is None:
        raise AssertionError("The database has no launch without a wine.")
    queue = alert_emails.queue_launch if product.in_stock else alert_emails.queue_missed_launch
    queue(alert.email, product, sign_alert(alert))


def _queue_opening(alert: Alert) -> None:
    alert_emails.queue_opening(alert.email, sign_alert(alert))


def waiting_alerts(kind: Alert.Kind) -> QuerySet[Alert]:
    """Return the alerts that are confirmed, not stopped, and of which nothing happened, in the order of asking."""
    waiting = Alert.objects.filter(kind=kind, sent_at=None, stopped_at=None, confirmed_at__isnull=False)
    waiting = waiting.filter(happened_at=None)
    return waiting.select_related("product").order_by("asked_at", "pk")


def is_for_sale(now: datetime) -> Q:
    """Return the condition that an alert's product can be seen and is released."""
    released = Q(product__available_from=None) | Q(product__available_from__lte=now)
    return released & Q(product__published=True)


def _due_alerts(now: datetime) -> QuerySet[Alert]:
    on_sale_since = Greatest(OuterRef("asked_at"), OuterRef("product__available_from"))
    ordered = OrderLine.objects.filter(product_id=OuterRef("product"), order__placed_at__gte=on_sale_since)
    ordered = ordered.exclude(order__status__in=(Status.DRAFT, Status.FAILED, Status.CANCELLED))
    is_recent = Q(product__available_from=None) | Q(product__available_from__gt=now - MISSED_WITHIN)
    own = ordered.filter(order__email__iexact=OuterRef("email"))
    had_bottles = Q(product__in_stock=True) | (is_recent & Exists(ordered) & ~Exists(own))
    return waiting_alerts(Alert.Kind.LAUNCH).filter(is_for_sale(now), had_bottles)
