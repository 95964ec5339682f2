"""Reminds subscribers once a year of what they agreed to, what was charged, and how to cancel."""

from datetime import datetime, timedelta
from typing import Final

from dateutil.relativedelta import relativedelta
from django.db import transaction

from vintner.money import Money
from vintner.renewals import notice_emails, notices
from vintner.subscriptions import subscriptions
from vintner.subscriptions.models import Box, Subscription, SubscriptionNotice
from vintner.subscriptions.rules import CHARGEABLE, BoxState
from vintner.web.isolation import isolated

YEAR: Final = timedelta(days=365)


def remind_yearly(now: datetime) -> None:
    """Remind the subscribers of subscriptions that are a year older."""
    recent = SubscriptionNotice.objects.filter(kind=notices.Kind.YEARLY, at__gt=now - YEAR + timedelta(days=2))
    found = Subscription.objects.filter(status__in=CHARGEABLE, started_at__lte=now - YEAR)
    found = found.exclude(pk__in=recent.values("subscription_id"))
    for subscription_id in list(found.order_by("pk").values_list("pk", flat=True)):
        with isolated(f"the yearly reminder of subscription {subscription_id}"), transaction.atomic():
            _remind(subscriptions.lock(subscription_id), now)


def _remind(subscription: Subscription, now: datetime) -> None:
    begun = subscription.started_at or now
    years = relativedelta(now, begun).years
    if years < 1 or subscription.status not in CHARGEABLE:
        return
    since = begun + relativedelta(years=years - 1)
    paid = Box.objects.filter(subscription=subscription, state=BoxState.PAID, ended_at__gte=since)
    totals: list[Money] = list(paid.exclude(order=None).values_list("order__total", flat=True))
    email = notice_emails.write_yearly_email(subscription, Money.total(totals), len(totals), subscription.consent.words)
    notices.send(subscription, notices.Kind.YEARLY, f"year {years}", email, now)
