"""A customer's alerts: those of addresses that were confirmed in the account when they were asked for, or are now."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet

from vintner.alerts.alerts import stop_alert
from vintner.alerts.models import Alert
from vintner.alerts.pages import OwnAlert
from vintner.alerts.wines.news import choose_digest, reads_digest
from vintner.alerts.words import words_of
from vintner.customers.models import User
from vintner.web.email_addresses import spellings_of

MOST_LISTED = 100
"""Ten requests an hour are accepted, so only programs ask for more."""


def list_own_alerts(user: User) -> list[OwnAlert]:
    """Return what a customer waits for, the newest first."""
    return [_listed(alert) for alert in _find_own(user).select_related("product").order_by("-pk")[:MOST_LISTED]]


def stop_own_alert(user: User, alert_id: int, now: datetime) -> Alert | None:
    """End one of a customer's alerts. Returns None if it is not theirs, or has ended."""
    alert = _find_own(user).select_related("product").filter(pk=alert_id).first()
    if alert is not None:
        stop_alert(alert.pk, now)
    return alert


def choose_own_digest(user: User, now: datetime, *, wanted: bool) -> None:
    """Let all confirmed addresses of a customer have their news once a week, or as it happens."""
    for email in _confirmed_addresses(user):
        choose_digest(email, now, wanted=wanted)


def reads_own_digest(user: User) -> bool:
    """Return whether all confirmed addresses of a customer have their news once a week."""
    emails = _confirmed_addresses(user)
    return bool(emails) and all(reads_digest(email) for email in emails)


def _find_own(user: User) -> QuerySet[Alert]:
    theirs = Q(user=user) | Q(email__in=_confirmed_addresses(user))
    return Alert.objects.filter(theirs, stopped_at=None, sent_at=None)


def _confirmed_addresses(user: User) -> list[str]:
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("pk")
    return [spelling for email in found.values_list("email", flat=True) for spelling in sorted(spellings_of(email))]


def _listed(alert: Alert) -> OwnAlert:
    event = words_of(alert).event
    return OwnAlert(
        id=alert.pk,
        event=event[0].upper() + event[1:],
        url=alert.product.get_absolute_url() if alert.product else "/",
        email=alert.email,
        is_confirmed=alert.confirmed_at is not None,
    )
