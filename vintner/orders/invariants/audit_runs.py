"""Audits that are written down, so that the health page and monitoring know of the last one."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from vintner.orders.invariants.all_invariants import INVARIANTS, audit
from vintner.orders.invariants.invariant import Broken
from vintner.orders.models import AuditRun

KEPT: Final = timedelta(days=60)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The last audit: when it was, and how many rows broke which invariant."""

    ran_at: datetime
    violations: Mapping[str, int]

    @property
    def faults(self) -> tuple[str, ...]:
        """What does not hold, in words, with the number of rows."""
        rules = {invariant.name: invariant.says for invariant in INVARIANTS}
        return tuple(f"{rules.get(name, name)} ({rows})" for name, rows in self.violations.items())


def record_audit(now: datetime) -> list[Broken]:
    """Run all invariants, write down what came of it, and return those that do not hold."""
    broken = audit()
    for each in broken:
        log.error("%s rows break the invariant %s: %s", len(each.rows), each.invariant.name, each.invariant.says)
    AuditRun.objects.create(ran_at=now, violations={each.invariant.name: len(each.rows) for each in broken})
    AuditRun.objects.filter(ran_at__lt=now - KEPT).delete()
    return broken


def read_last_audit() -> AuditReport | None:
    """Return the last audit, None before the first one."""
    last = AuditRun.objects.first()
    return AuditReport(last.ran_at, last.violations) if last is not None else None
