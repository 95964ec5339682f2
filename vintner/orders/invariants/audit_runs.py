"""Audits that are written down, so that the health page and monitoring know of the last one."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, cast

from vintner.orders.invariants.all_invariants import INVARIANTS, audit
from vintner.orders.invariants.invariant import Broken
from vintner.orders.models import AuditRun

KEPT: Final = timedelta(days=60)

log = logging.getLogger(__name__)


MOST_NAMED: Final = 20
"""How many orders and how many wines of one broken rule are kept for links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFault:
    """A rule that is broken: how many rows break it, and the first orders and variations among them."""

    rule: str
    rows: int
    order_ids: tuple[int, ...] = ()
    variation_ids: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """The fault as a sentence for staff."""
        many = "1 record breaks" if self.rows == 1 else f"{self.rows} records break"
        return f"{many} this rule: {self.rule}"

    @property
    def remedy(self) -> str:
        """What staff does about it."""
        if self.order_ids:
            return "Open the order, compare it with the card service's account of it, and put right what differs."
        if self.variation_ids:
            return "Count the bottles, and correct the stock in the product's page."
        return "“manage.py audit_invariants” names the records."


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The last audit: when it was, how many rows broke which invariant, and which records these were."""

    ran_at: datetime
    violations: Mapping[str, int]
    records: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)

    @property
    def faults(self) -> tuple[AuditFault, ...]:
        """What does not hold."""
        rules = {invariant.name: invariant.says for invariant in INVARIANTS}
        return tuple(
            AuditFault(
                rule=rules.get(name, name),
                rows=rows,
                order_ids=tuple(self.records.get(name, {}).get("order_id", ())),
                variation_ids=tuple(self.records.get(name, {}).get("variation", ())),
            )
            for name, rows in self.violations.items()
        )


def record_audit(now: datetime) -> list[Broken]:
    """Run all invariants, write down what came of it, and return those that do not hold."""
    broken = audit()
    for each in broken:
        log.error("%s rows break the invariant %s: %s", len(each.rows), each.invariant.name, each.invariant.says)
    AuditRun.objects.create(
        ran_at=now,
        violations={each.invariant.name: len(each.rows) for each in broken},
        records={each.invariant.name: _list_records(each) for each in broken},
    )
    AuditRun.objects.filter(ran_at__lt=now - KEPT).delete()
    return broken


def _list_records(broken: Broken) -> dict[str, list[int]]:
    """Return the first orders and variations that break an invariant: column → primary keys, each once."""
    found: dict[str, list[int]] = {}
    for column in ("order_id", "variation"):
        ids = (row[column] for row in broken.rows if isinstance(row.get(column), int))
        found[column] = list(dict.fromkeys(cast(int, pk) for pk in ids))[:MOST_NAMED]
    return found


def read_last_audit() -> AuditReport | None:
    """Return the last audit, None before the first one."""
    last = AuditRun.objects.first()
    return AuditReport(last.ran_at, last.violations, last.records) if last is not None else None
