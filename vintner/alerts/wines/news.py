"""Tells what happened: at once, or once a week to addresses that chose so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from vintner.alerts import alert_emails
from vintner.alerts.alerts import sign_alert
from vintner.alerts.models import Alert, DigestReader

DIGEST_DAY: Final = 0
"""Monday."""
DIGEST_HOUR: Final = 7
"""In the store's time zone."""
BATCH: Final = 200


@dataclass(frozen=True, slots=True)
class AlertNews:
    """What happened: the subject of an e-mail, a sentence, and the path of the page."""

    subject: str
    text: str
    path: str


def tell_all(news: Sequence[tuple[Alert, AlertNews]], now: datetime) -> None:
    """Write an e-mail for each alert, or its part of the next digest. The caller has locked the alerts."""
    emails = [alert.email for alert, _ in news]
    weekly = set(DigestReader.objects.filter(email__in=emails).values_list("email", flat=True))
    for alert, each in news:
        if alert.email in weekly:
            Alert.objects.filter(pk=alert.pk).update(happened_at=now, news=each.text[:400], news_path=each.path)
        else:
            alert_emails.queue_news(alert, each.subject, each.text, each.path, sign_alert(alert))
            Alert.objects.filter(pk=alert.pk).update(happened_at=now, sent_at=now)


def choose_digest(email: str, now: datetime, *, wanted: bool) -> None:
    """Let an address have its news once a week, or as it happens; doing so again changes nothing."""
    if wanted:
        DigestReader.objects.get_or_create(email=email, defaults={"since": now})
    else:
        DigestReader.objects.filter(email=email).delete()


def reads_digest(email: str) -> bool:
    """Return whether an address has its news once a week."""
    return DigestReader.objects.filter(email=email).exists()


def send_due_digests(now: datetime) -> int:
    """Write an e-mail to each address of which something happened before the last Monday. Returns how many.

    The e-mail and `sent_at` of all its alerts are written together, under their locks: as with single e-mails, several
    processes may run this at once, and each may be killed at any time.
    """
    before = find_last_digest(now)
    waiting = Alert.objects.filter(sent_at=None, stopped_at=None, happened_at__lte=before)
    sent = 0
    for email in waiting.order_by("email").values_list("email", flat=True).distinct():
        sent += _send_digest(email, before, now)
    return sent


def find_last_digest(now: datetime) -> datetime:
    """Return the last Monday at seven, in the store's time zone."""
    local = timezone.localtime(now)
    monday = local - timedelta(days=(local.weekday() - DIGEST_DAY) % 7)
    begin = monday.replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return begin if begin <= local else begin - timedelta(days=7)


def _send_digest(email: str, before: datetime, now: datetime) -> int:
    with transaction.atomic():
        due = Alert.objects.filter(email=email, sent_at=None, stopped_at=None, happened_at__lte=before)
        locked = due.select_for_update(skip_locked=True, no_key=True, of=("self",)).order_by("happened_at", "pk")
        alerts = list(locked[:BATCH])
        if not alerts:
            return 0
        news = [(alert.news, settings.STORE_URL + alert.news_path) for alert in alerts]
        alert_emails.queue_digest(email, news, sign_alert(alerts[0]))
        Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(sent_at=now)
    return 1
