"""The table of attacks: what was tried, what was blocked, and whether each control works."""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import pytest

from tests.attack.attack import RECORD

CLASSES: Final[Mapping[int, str]] = {
    1: "Tampering with prices and quantities",
    2: "One order's payment for another",
    3: "Forged and replayed webhooks",
    4: "Other people's orders",
    5: "Mass assignment",
    6: "Guessing and racing for coupons",
    7: "Testing of stolen cards",
    8: "Forged requests (CSRF)",
    9: "Fixed and stolen sessions",
    10: "Open redirects",
    11: "Scripts in pages (DOM XSS)",
    12: "Scripts in texts of staff and shoppers",
    13: "Finding out who has an account",
    14: "Guessing passwords, keys of resets",
    15: "Uploads",
    16: "Requests to other hosts (SSRF)",
    17: "SQL and ORM injection",
    18: "Writing what others see",
    19: "Leaks by caches",
    20: "What is said of visits",
    21: "Abuse of email",
    22: "Secrets in logs",
    23: "Rights of staff",
    24: "Exhaustion",
    25: "Smuggling and headers of proxies",
    26: "Packages that were tampered with",
    27: "Faults while an order is placed",
}
_FILE = re.compile(r"tests/attack/test_(\d\d)_")


@dataclass(slots=True)
class _Row:
    """`controls` are those that were run, `work` those in which something got through."""

    run: int = 0
    through: int = 0
    controls: int = 0
    work: int = 0
    failed: int = 0

    @property
    def is_held(self) -> bool:
        return self.run > 0 and self.controls > 0 and self.controls == self.work and not (self.through or self.failed)


class Table:
    """Counts from the reports of the tests."""

    def __init__(self) -> None:
        self._rows: dict[int, _Row] = defaultdict(_Row)

    def read(self, report: pytest.TestReport) -> None:
        """Count a test of this folder. One that broke counts as failed, whatever it had tried."""
        found = _FILE.match(report.nodeid)
        if found is None:
            return
        row = self._rows[int(found[1])]
        row.failed += report.failed
        if report.when != "call":
            return
        for name, value in report.user_properties:
            if name == RECORD and isinstance(value, dict):
                self._count(row, value)

    def _count(self, row: _Row, tried: Mapping[str, int]) -> None:
        if tried["guarded"]:
            row.run += tried["run"]
            row.through += tried["through"]
        else:
            row.controls += 1
            row.work += tried["through"] > 0

    def is_complete(self) -> bool:
        """Return whether something of each class was run."""
        return all(self._rows[number].run for number in CLASSES)

    def is_held(self) -> bool:
        """Return whether each class was run, everything blocked, and all controls work."""
        return all(self._rows[number].is_held for number in CLASSES)

    def lines(self) -> list[str]:
        """Return the table in Markdown, with its sums."""
        head = ["| | Class | Attacks run | Blocked | Controls that work | |", "|---|---|---|---|---|---|"]
        return [*head, *(self._line(number, name) for number, name in CLASSES.items()), "", self._sum()]

    def _line(self, number: int, name: str) -> str:
        row = self._rows[number]
        end = "held" if row.is_held else "**open**"
        blocked, controls = row.run - row.through, f"{row.work} of {row.controls}"
        return f"| {number} | {name} | {row.run:,} | {blocked:,} | {controls} | {end} |"

    def _sum(self) -> str:
        rows = [self._rows[number] for number in CLASSES]
        run, through = sum(row.run for row in rows), sum(row.through for row in rows)
        work, controls = sum(row.work for row in rows), sum(row.controls for row in rows)
        held = sum(row.is_held for row in rows)
        return (
            f"{held} of {len(rows)} classes are held: {run - through:,} of {run:,} attacks were blocked, and without"
            f" the guard {work} of {controls} get through."
        )

    def document(self, *, full: bool) -> str:
        """Return the file of figures, of large numbers or of those that tests make do with."""
        size = "with the numbers of a full run" if full else "with the small numbers of the tests"
        return "\n".join(
            [
                "# Figures of `make attacks`",
                "",
                f"Measured {datetime.now(UTC):%Y-%m-%d %H:%M} UTC {size}.",
                "An attack is blocked if it does not get through. A control is the same attack on a store without the",
                "guard that stops it: it works if something gets through.",
                "",
                *self.lines(),
                "",
            ]
        )
