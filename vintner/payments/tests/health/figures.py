"""The health of payments, and its figures."""

from datetime import timedelta

from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from vintner.money import Money
from vintner.payments.health.health import PaymentHealth, ProviderKeys
from vintner.payments.wallets.wallet_faults import WalletSetup

PAGE, FIGURES = "/admin/payments/health/", "/metrics/payments"
NOW = timezone.now()
LONG_AGO, JUST_NOW = NOW - timedelta(hours=1), NOW - timedelta(minutes=1)
KEYS = ProviderKeys(secret="sk_live_1", publishable="pk_live_1", sandbox=False, production=True, webhook_secrets=1)
WELL = PaymentHealth(
    keys=KEYS,
    last_event=JUST_NOW,
    events_waiting=0,
    events_waiting_since=None,
    jobs_failed=0,
    events_refused=0,
    events_refused_at=None,
    last_reconcile=JUST_NOW,
    last_paid=JUST_NOW,
    outcomes={"succeeded": 3},
    declines=(),
    waiting=0,
    waiting_since=None,
    set_aside=0,
    set_aside_sum=Money(0),
    refunds_open=0,
    setups_open=0,
    cases=(),
    wallets=WalletSetup(wallets=(), domain="shop.example.com", https=True, sandbox=False, has_key=True),
)


def read_figures(figures: bytes) -> dict[tuple[str, str], float]:
    """Return figures as monitoring reads them: name and label → value."""
    return {
        (sample.name.removeprefix("vintner_"), "".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(figures.decode())
        for sample in family.samples
    }
