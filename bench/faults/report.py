"""The table of all cells, and the bars."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from django.db.models import Count, Max, Q

from bench.bars import Bar, none_of, table
from bench.faults.matrix import SECONDS, FaultCell, Played
from vintner.orders.models import Email
from vintner.server.preflight import REPOSITORY

LONGEST: Final = 20.0
"""Seconds. A query ends after 15 and waits for a lock for 5 of them, the card service has 8, the renderer 3, a
PostgreSQL that answers nobody 5: an answer that takes longer waits for something that has no end of its own."""
HEALED: Final = 30.0
"""Seconds: a breaker rests for 10, the supervisor for up to 10, and a program needs some to start."""
_EXPLAINED: Final = f"""\
The store runs under its own supervisor, and its database under the store's keeper. While a program is at fault, eight
shoppers ask at once, two of each kind. *Browse*: a listing that is kept, and wines that nobody has seen yet. *Cart*: a
bottle is added, and the cart is looked at. *Checkout*: order review, and an order by a test card. *Paid page*: the
receipt of a paid order.

*Killed*: SIGKILL to the program, of PostgreSQL to its first process; what is answered in the {SECONDS:.0f} s after it.
*Frozen*: SIGSTOP for {SECONDS:.0f} s, then SIGCONT. *Slow*: stopped for 90 of each 100 ms. The SMTP server is gone,
takes connections and says nothing, or accepts after 40 s, for {SECONDS:.0f} s.

*As before after*: seconds from the end of the fault (the kill) to the end of the last answer that was not the usual one
or took more than 3 s, and longer than those before the fault. *Emails*: how many of those that the fault's orders
caused are sent, and how long after the fault's end the last one was: what a sender had claimed that was killed, or had
lost the database, waits for ten minutes, which are cut short when all faults are over.

An answer that takes longer than {LONGEST:.0f} s counts as hanging: a query has 15 s, a lock 5 s, the card service 8 s,
the renderer 3 s, a PostgreSQL that answers nobody 5 s ([decision
96](../decisions/0096-a-database-that-answers-nobody.md)).
""".splitlines()
FILE: Final = REPOSITORY / "docs" / "figures" / "faults.md"


def judge_cells(played: Sequence[Played]) -> list[Bar]:
    """Judge what shoppers were answered."""
    cells = [cell for each in played for cell in each.cells]
    slowest = max(cells, key=lambda cell: max(cell.ms, default=0))
    longest = max(slowest.ms, default=0) / 1000
    unhealed = [f"{cell.fault}, {cell.visit}" for cell in cells if cell.healed is None]
    heals = max(cells, key=lambda cell: cell.healed or 0)
    bare = [cell for cell in cells if any(word.startswith(("5", "no")) and "with R" not in word for word in cell.words)]
    apart = [cell for cell in cells if not cell.fault.startswith("PostgreSQL")]
    refused = sum(count for cell in apart for word, count in cell.words.items() if word[0] in "5n")
    return [
        _most("Longest answer of all cells", longest, LONGEST, f"{slowest.fault}, {slowest.visit}"),
        none_of("Cells that do not heal by themselves", len(unhealed), "; ".join(unhealed) or "all heal"),
        _most("Longest time until all is as before", heals.healed or 0, HEALED, f"{heals.fault}, {heals.visit}"),
        none_of("Cells with 500, 503 without `Retry-After` or no answer", len(bare), _names(bare)),
        none_of("5xx and no answer while the database is well", refused, f"{len(apart)} cells"),
    ]


def _most(says: str, seconds: float, most: float, seen: str) -> Bar:
    return Bar(says=says, measured=f"{seconds:.1f} s; {seen}", asked=f"≤ {most:.0f} s", is_met=seconds <= most)


def _names(cells: Sequence[FaultCell]) -> str:
    return "; ".join(f"{cell.fault}, {cell.visit}" for cell in cells) or "none"


def write(played: Sequence[Played], bars: Sequence[Bar], *, complete: bool) -> str:
    """Return the tables; write them down when all faults were played."""
    text = "\n".join([*_head(), *(row for each in played for row in rows(each)), "", table(bars), ""])
    if complete:
        FILE.write_text(text)
    return text


def _head() -> list[str]:
    machine = f"{os.cpu_count()} processors, Python {platform.python_version()}"
    return [
        "# Figures of `make fault-bars`",
        "",
        f"Measured {datetime.now(UTC):%Y-%m-%d %H:%M} UTC on {machine}, {os.getloadavg()[0]:.1f} load at the end.",
        "At a load far above the number of processors other programs were at work, and all times are too long.",
        "",
        *_EXPLAINED,
        "",
        "| Fault | Visit | Answered | p50 ms | p99 ms | longest ms | as before after | emails |",
        "|---|---|---|---|---|---|---|---|",
    ]


def rows(played: Played) -> list[str]:
    """Return the rows of a fault's cells."""
    mails = _mails(played)
    return [f"| {_cell(cell)} | {mails if cell.visit == 'checkout' else ''} |" for cell in played.cells]


def _cell(cell: FaultCell) -> str:
    answers = ", ".join(f"{count} × {word}" for word, count in cell.words.most_common()) or "none"
    times = [f"{cell.percentile(part):.0f}" for part in (50, 99)]
    healed = "never" if cell.healed is None else f"{cell.healed:.1f} s"
    return " | ".join([cell.fault, cell.visit, answers, *times, f"{max(cell.ms, default=0):.0f}", healed])


def _mails(played: Played) -> str:
    found = Email.objects.filter(order__in=played.orders).aggregate(
        count=Count("pk"), sent=Count("pk", filter=Q(sent_at__isnull=False)), last=Max("sent_at")
    )
    after = max(0.0, (found["last"] - played.over_at).total_seconds()) if found["last"] else 0.0
    return f"{found['sent']} of {found['count']}, {after:.0f} s"
