"""Compares what shoppers were told with the store's orders and with the provider's books."""

from collections.abc import Sequence

from bench.bars import Bar, none_of
from bench.faults.matrix import Played
from bench.invariants import ledger
from bench.invariants.database import broken_rows
from bench.invariants.money import some_minutes_later
from vintner.orders.models import Order
from vintner.payments import jobs
from vintner.testing.sandbox import Sandbox


def judge_orders(provider: Sandbox, played: Sequence[Played]) -> list[Bar]:
    """Judge after the reconciler has looked at whatever is open, as it does after two minutes."""
    some_minutes_later()
    jobs.reconcile(0)
    accounts = ledger.read(provider)
    told = {order for each in played for order in each.orders}
    paid = set(Order.objects.exclude(paid_at=None).values_list("pk", flat=True))
    charged = {pk for pk, account in accounts.items() if account.charges and account.taken > account.refunded}
    twice = sum(account.charges > 1 for account in accounts.values())
    broken = broken_rows()
    return [
        none_of("Orders told as paid and lost", len(told - paid), f"{len(told)} told as paid"),
        none_of("Orders charged twice, by the provider's books", twice, f"{len(accounts)} orders charged"),
        none_of("Orders told as paid and not charged", len(told - charged), f"{len(told)} told as paid"),
        none_of("Charges without a paid order", len(charged - paid), f"{len(charged)} paid, those of receipts too"),
        none_of("Rows that break `audit_invariants`", broken["rows that break the audit"], _named(broken)),
    ]


def _named(broken: "dict[str, int]") -> str:
    return ", ".join(f"{name}: {count}" for name, count in broken.items() if name.startswith("of them")) or "all hold"
