"""Reads the state of payments from the database, for the health page and for monitoring."""

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
from vintner.orders.invariants import INVARIANTS
from vintner.orders.invariants.audit_runs import AuditReport, read_last_audit
from vintner.orders.models import Refund
from vintner.payments.attempts.rules import OPEN_PAYMENT_STATUSES, PaymentStatus
from vintner.payments.health.configuration import ConfigurationFault, find_faults
from vintner.payments.models import CardSetup, Case, Payment, ProviderEvent, RefusedEvent
from vintner.payments.saved_methods.rules import OPEN_SETUP_STATUSES
from vintner.payments.wallets.wallet_faults import (
    WalletSetup,
    find_domain_faults,
    find_setting_faults,
    read_wallet_setup,
)
from vintner.provider_keys import LIVE, SANDBOX, mode_of
from vintner.web.database.collation import find_collation_fault
from vintner.web.dates import day_in_words
from vintner.web.models import ProxyCheck

A_DAY: Final = timedelta(days=1)
EVENT_DELAY_LIMIT: Final = timedelta(minutes=10)
"""The longest normal time for an event of a payment to arrive, and for it to wait for its job."""
RECONCILE_DELAY_LIMIT: Final = timedelta(minutes=15)
"""The reconciler runs every five minutes."""

AUDIT_DELAY_LIMIT: Final = timedelta(days=2)
"""The audit runs every night."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderKeys:
    """The modes of the provider's keys, and whether webhook events can be verified at all."""

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
class PaymentHealth:
    """The state of payments. Times are None where nothing has happened yet. A day is the last 24 hours."""

    keys: ProviderKeys
    faults: tuple[ConfigurationFault, ...] = ()
    last_event: datetime | None
    events_waiting: int
    events_waiting_since: datetime | None
    jobs_failed: int
    events_refused: int
    events_refused_at: datetime | None
    last_reconcile: datetime | None
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
    wallets: WalletSetup
    audit: AuditReport | None = None
    proxy: ProxyCheck | None = None
    collation_fault: str = ""


def read_health(now: datetime) -> PaymentHealth:
    """Read the state of payments, by some fifteen small queries."""
    unhandled = (
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
    return PaymentHealth(
        keys=read_keys(),
        faults=find_faults(),
        last_event=ProviderEvent.objects.aggregate(at=Max("received_at"))["at"],
        events_waiting=unhandled["n"],
        events_waiting_since=unhandled["since"],
        jobs_failed=ProcrastinateJob.objects.filter(task_name__startswith="payments.", status="failed").count(),
        events_refused=refused["n"] or 0,
        events_refused_at=refused["at"],
        last_reconcile=_find_last_reconcile(),
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
        wallets=read_wallet_setup(),
        audit=read_last_audit(),
        proxy=ProxyCheck.objects.last(),
        collation_fault=find_collation_fault(),
    )


def read_keys() -> ProviderKeys:
    """Return the keys of the settings."""
    return ProviderKeys(
        secret=settings.STRIPE_SECRET_KEY,
        publishable=settings.STRIPE_PUBLISHABLE_KEY,
        sandbox=settings.SANDBOX,
        production=settings.PRODUCTION,
        webhook_secrets=len([secret for secret in settings.STRIPE_WEBHOOK_SECRETS if secret]),
    )


def _find_last_reconcile() -> datetime | None:
    ended = ProcrastinateEvent.objects.filter(job__task_name="payments.reconcile", type="succeeded")
    return ended.order_by("-id").values_list("at", flat=True).first()


def find_problems(health: PaymentHealth, now: datetime) -> tuple[str, ...]:
    """Return the problems that the merchant has to solve, the worst first."""
    return (
        *find_key_problems(health.keys),
        *(fault.message for fault in health.faults),
        *_find_case_problems(health, now),
        *_find_event_problems(health, now),
        *_find_reconcile_problems(health, now),
        *_find_audit_problems(health, now),
        *(health.proxy.faults if health.proxy else ()),
        *filter(None, [health.collation_fault]),
        *find_setting_faults(health.wallets),
        *find_domain_faults(health.wallets),
    )


def find_key_problems(used: ProviderKeys) -> Iterator[str]:
    """Yield the problems of the keys."""
    if used.mode != LIVE and used.production:
        yield "This store is in production with test keys: no real money comes in."
    if not used.sandbox and mode_of(used.secret) != mode_of(used.publishable):
        yield "The secret key and the publishable key are of different modes: no card can be charged."
    if not used.webhook_secrets:
        yield "No webhook secret is set, so the card service's messages are all refused. Set STRIPE_WEBHOOK_SECRETS."


def _find_case_problems(health: PaymentHealth, now: datetime) -> Iterator[str]:
    """Yield that cases wait for an answer. After its deadline a case cannot be answered any more."""
    open_ones = [case for case in health.cases if case.respond_by is None or case.respond_by > now]
    if not open_ones:
        return
    many = "1 payment is in doubt" if len(open_ones) == 1 else f"{len(open_ones)} payments are in doubt"
    due = min((case.respond_by for case in open_ones if case.respond_by), default=None)
    until = f", by {day_in_words(timezone.localtime(due).date())} at the latest" if due else ""
    yield f"{many}: answer at the card service{until}. See “Payments in doubt” below."


def _find_event_problems(health: PaymentHealth, now: datetime) -> Iterator[str]:
    if health.events_refused_at and (health.last_event is None or health.last_event < health.events_refused_at):
        yield "The card service's latest messages were not signed with this store's webhook secret. Compare the two."
    paid = health.last_paid
    if (
        paid
        and paid < now - EVENT_DELAY_LIMIT
        and (health.last_event is None or health.last_event < paid - EVENT_DELAY_LIMIT)
    ):
        yield "The card service sent no message about the last payment. Check the webhook's address there."
    if health.events_waiting_since and health.events_waiting_since < now - EVENT_DELAY_LIMIT:
        yield "Messages of the card service wait to be handled: the worker is down, or too slow."
    if health.jobs_failed:
        yield f"{health.jobs_failed} jobs about payments were given up after many tries: see the log."


def _find_reconcile_problems(health: PaymentHealth, now: datetime) -> Iterator[str]:
    if health.last_reconcile is None or health.last_reconcile < now - RECONCILE_DELAY_LIMIT:
        yield "Nobody has compared the orders with the card service for a while: the worker is down."


def _find_audit_problems(health: PaymentHealth, now: datetime) -> Iterator[str]:
    if health.audit is None:  # a new store, before its first night
        return
    for fault in health.audit.faults:
        yield f"{fault.words} See “Audit” below."
    if health.audit.ran_at < now - AUDIT_DELAY_LIMIT:
        yield "The store's data were not audited for two days: the worker is down, or the audit fails. See the log."


def render_metrics(health: PaymentHealth, now: datetime) -> bytes:
    """Return the figures in the text exposition format of Prometheus (0.0.4)."""
    registry = CollectorRegistry()
    for name, says, label, values in _list_metrics(health, now):
        gauge = Gauge(f"vintner_{name}", says, [label] if label else [], registry=registry)
        for of, value in values.items():
            (gauge.labels(of) if label else gauge).set(value)
    return generate_latest(registry)


def _list_metrics(health: PaymentHealth, now: datetime) -> Iterator[tuple[str, str, str, Mapping[str, float]]]:
    """Yield each metric's name, help text, label, and its values by label; a metric without a label has one value."""
    outcomes = {status.value: health.outcomes.get(status.value, 0) for status in PaymentStatus}
    yield "payments_24h", "Attempts of the last 24 hours by what came of them.", "outcome", outcomes
    errors = dict(health.declines)
    yield "payment_errors_24h", "Errors of the last 24 hours by the provider's code.", "code", errors
    open_cases = [case.doubt for case in health.cases]
    cases = {doubt: open_cases.count(doubt) for doubt in Case.Doubt.values}
    yield "payment_cases_open", "Payments in doubt.", "doubt", cases
    if health.audit is not None:
        rows = {invariant.name: health.audit.violations.get(invariant.name, 0) for invariant in INVARIANTS}
        yield "invariant_violations", "Rows that broke an invariant in the last audit.", "name", rows
    for name, says, value in (
        ("payments_waiting", "Attempts that nobody knows the end of.", health.waiting),
        ("payments_set_aside", "Attempts whose money staff has not taken yet.", health.set_aside),
        ("refunds_waiting", "Refunds without the provider's answer.", health.refunds_open),
        ("payment_news_waiting", "Webhooks that are not worked on yet.", health.events_waiting),
        ("payment_news_refused_24h", "Webhooks that nobody had signed.", health.events_refused),
        ("payment_jobs_failed", "Jobs about payments that were given up.", health.jobs_failed),
        ("payment_problems", "What the merchant has to do something about.", len(find_problems(health, now))),
    ):
        yield name, says, "", {"": value}
    audited_at = None if health.audit is None else health.audit.ran_at
    for name, of, at in (
        ("payment_last_news", "news", health.last_event),
        ("payment_last_round", "round", health.last_reconcile),
        ("last_audit", "audit", audited_at),
    ):
        if at is not None:
            yield f"{name}_seconds", f"Seconds since the last {of}.", "", {"": round((now - at).total_seconds())}
