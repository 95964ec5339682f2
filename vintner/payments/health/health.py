"""How well payments work: what the merchant's page and the monitoring show. Everything is read from rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count, Max, Min, Sum
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateEvent, ProcrastinateJob
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from vintner.money import ZERO, Money
from vintner.orders.models import Refund
from vintner.payments.attempts.rules import OPEN_PAYMENT_STATUSES, PaymentStatus
from vintner.payments.health.configuration import Fault, faults
from vintner.payments.models import CardSetup, Case, Payment, ProviderEvent, RefusedEvent
from vintner.payments.saved_methods.rules import OPEN_SETUP_STATUSES
from vintner.provider_keys import LIVE, SANDBOX, mode_of
from vintner.web.dates import day_in_words

A_DAY: Final = timedelta(days=1)
NEWS_WITHIN: Final = timedelta(minutes=10)
"""So long news of a payment may be on their way, and so long they may wait to be worked on."""
ROUND_WITHIN: Final = timedelta(minutes=15)
"""The reconciler comes round every five minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Which of the provider's worlds the store's keys are of, and whether it can take news in at all."""

    secret: str
    publishable: str
    sandbox: bool
    production: bool
    webhook_secrets: int

    @property
    def mode(self) -> str:
        """`sandbox`, `test` or `live`."""
        return SANDBOX if self.sandbox else mode_of(self.secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What is shown. Times are None where there was nothing yet; a day is the last 24 hours."""

    keys: Keys
    faults: tuple[Fault, ...] = ()
    last_news: datetime | None
    news_waiting: int
    news_waiting_since: datetime | None
    jobs_failed: int
    news_refused: int
    news_refused_at: datetime | None
    last_round: datetime | None
    last_paid: datetime | None
    outcomes: Mapping[str, int]
    declines: tuple[tuple[str, int], ...]
    waiting: int
    waiting_since: datetime | None
    set_aside: int
    set_aside_sum: Money
    refunds_open: int
    setups_open: int
    cases: tuple[Case, ...]


def health(now: datetime) -> Health:
    """Read it all. Some fifteen small queries."""
    news = (
        ProviderEvent.objects.filter(handled_at=None)
        .exclude(object_id="")
        .aggregate(n=Count("pk"), since=Min("received_at"))
    )
    attempts = Payment.objects.filter(status__in=OPEN_PAYMENT_STATUSES).aggregate(
        n=Count("pk"), since=Min("created_at")
    )
    aside = Payment.objects.filter(status=PaymentStatus.AUTHORIZED).aggregate(n=Count("pk"), sum=Sum("amount"))
    refused = RefusedEvent.objects.filter(day__gte=(now - A_DAY).date()).aggregate(n=Sum("times"), at=Max("last_at"))
    today = Payment.objects.filter(created_at__gte=now - A_DAY)
    declined = (
        today.exclude(error_code="").values_list("error_code").annotate(n=Count("pk")).order_by("-n", "error_code")
    )
    return Health(
        keys=keys(),
        faults=faults(),
        last_news=ProviderEvent.objects.aggregate(at=Max("received_at"))["at"],
        news_waiting=news["n"],
        news_waiting_since=news["since"],
        jobs_failed=ProcrastinateJob.objects.filter(task_name__startswith="payments.", status="failed").count(),
        news_refused=refused["n"] or 0,
        news_refused_at=refused["at"],
        last_round=_last_round(),
        last_paid=Payment.objects.filter(status=PaymentStatus.SUCCEEDED).aggregate(at=Max("closed_at"))["at"],
        outcomes=dict(today.order_by().values_list("status").annotate(n=Count("pk"))),
        declines=tuple(declined[:10]),
        waiting=attempts["n"],
        waiting_since=attempts["since"],
        set_aside=aside["n"],
        set_aside_sum=aside["sum"] or ZERO,
        refunds_open=Refund.objects.filter(state=Refund.State.REQUESTED).count(),
        setups_open=CardSetup.objects.filter(status__in=OPEN_SETUP_STATUSES).count(),
        cases=tuple(Case.objects.filter(closed_at=None).select_related("payment__order")[:50]),
    )


def keys() -> Keys:
    """Return what the settings say."""
    return Keys(
        secret=settings.STRIPE_SECRET_KEY,
        publishable=settings.STRIPE_PUBLISHABLE_KEY,
        sandbox=settings.SANDBOX,
        production=settings.PRODUCTION,
        webhook_secrets=len([secret for secret in settings.STRIPE_WEBHOOK_SECRETS if secret]),
    )


def _last_round() -> datetime | None:
    ended = ProcrastinateEvent.objects.filter(job__task_name="payments.reconcile", type="succeeded")
    return ended.order_by("-id").values_list("at", flat=True).first()


def problems(found: Health, now: datetime) -> tuple[str, ...]:
    """Return what the merchant has to do something about, the worst first."""
    return (
        *key_problems(found.keys),
        *(fault.message for fault in found.faults),
        *_of_cases(found, now),
        *_of_news(found, now),
        *_of_rounds(found, now),
    )


def key_problems(used: Keys) -> Iterator[str]:
    """Yield what is wrong with the keys."""
    if used.mode != LIVE and used.production:
        yield "This store is in production with test keys: no real money comes in."
    if not used.sandbox and mode_of(used.secret) != mode_of(used.publishable):
        yield "The secret key and the publishable key are of different modes: no card can be charged."
    if not used.webhook_secrets:
        yield "No webhook secret is set, so the card service's messages are all refused. Set STRIPE_WEBHOOK_SECRETS."


def _of_cases(found: Health, now: datetime) -> Iterator[str]:
    """Yield what waits for an answer; once the time for it is over, the bank decides alone."""
    open_ones = [case for case in found.cases if case.respond_by is None or case.respond_by > now]
    if not open_ones:
        return
    many = "1 payment is in doubt" if len(open_ones) == 1 else f"{len(open_ones)} payments are in doubt"
    due = min((case.respond_by for case in open_ones if case.respond_by), default=None)
    until = f", by {day_in_words(timezone.localtime(due).date())} at the latest" if due else ""
    yield f"{many}: answer at the card service{until}. See “Payments in doubt” below."


def _of_news(found: Health, now: datetime) -> Iterator[str]:
    if found.news_refused_at and (found.last_news is None or found.last_news < found.news_refused_at):
        yield "The card service's latest messages were not signed with this store's webhook secret. Compare the two."
    paid = found.last_paid
    if paid and paid < now - NEWS_WITHIN and (found.last_news is None or found.last_news < paid - NEWS_WITHIN):
        yield "The card service sent no message about the last payment. Check the webhook's address there."
    if found.news_waiting_since and found.news_waiting_since < now - NEWS_WITHIN:
        yield "Messages of the card service wait to be handled: the worker is down, or too slow."
    if found.jobs_failed:
        yield f"{found.jobs_failed} jobs about payments were given up after many tries: see the log."


def _of_rounds(found: Health, now: datetime) -> Iterator[str]:
    if found.last_round is None or found.last_round < now - ROUND_WITHIN:
        yield "Nobody has compared the orders with the card service for a while: the worker is down."


def metrics(found: Health, now: datetime) -> bytes:
    """Return the figures in the words of Prometheus (text exposition format 0.0.4)."""
    registry = CollectorRegistry()
    for name, says, label, values in _figures(found, now):
        gauge = Gauge(f"vintner_{name}", says, [label] if label else [], registry=registry)
        for of, value in values.items():
            (gauge.labels(of) if label else gauge).set(value)
    return generate_latest(registry)


def _figures(found: Health, now: datetime) -> Iterator[tuple[str, str, str, Mapping[str, float]]]:
    """Return each figure's name, what it says, its label, and its values by that; without a label there is one."""
    outcomes = {status.value: found.outcomes.get(status.value, 0) for status in PaymentStatus}
    yield "payments_24h", "Attempts of the last 24 hours by what came of them.", "outcome", outcomes
    errors = dict(found.declines)
    yield "payment_errors_24h", "Errors of the last 24 hours by the provider's code.", "code", errors
    open_cases = [case.doubt for case in found.cases]
    cases = {doubt: open_cases.count(doubt) for doubt in Case.Doubt.values}
    yield "payment_cases_open", "Payments in doubt.", "doubt", cases
    for name, says, value in (
        ("payments_waiting", "Attempts that nobody knows the end of.", found.waiting),
        ("payments_set_aside", "Attempts whose money staff has not taken yet.", found.set_aside),
        ("refunds_waiting", "Refunds without the provider's answer.", found.refunds_open),
        ("payment_news_waiting", "Webhooks that are not worked on yet.", found.news_waiting),
        ("payment_news_refused_24h", "Webhooks that nobody had signed.", found.news_refused),
        ("payment_jobs_failed", "Jobs about payments that were given up.", found.jobs_failed),
        ("payment_problems", "What the merchant has to do something about.", len(problems(found, now))),
    ):
        yield name, says, "", {"": value}
    for name, at in (("news", found.last_news), ("round", found.last_round)):
        if at is not None:
            seconds = round((now - at).total_seconds())
            yield f"payment_last_{name}_seconds", f"Seconds since the last {name}.", "", {"": seconds}
