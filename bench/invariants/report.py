"""The table: each row's figures, and what became of it without its guards."""

import json
import os
import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from bench.invariants.crashes import Recovered
from bench.invariants.playing import Result
from vintner.server.preflight import REPOSITORY

FOLDER = REPOSITORY / "docs" / "figures"


def line(result: Result) -> str:
    """Return a row as text: what has to be zero, what happened, how long it took."""
    parts = [f"{result.row.number} {result.row.says}", f"{result.rounds} rounds", _wrong(result), _seen(result)]
    return " | ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class InvariantFigures:
    """All that came out of a run."""

    rows: Sequence[Result]
    points: Sequence[Recovered]
    clients: int

    @property
    def good(self) -> bool:
        return all(row.good for row in self.rows) and all(point.good for point in self.points)


def write(found: InvariantFigures, *, complete: bool) -> str:
    """Return the table; write it down when all rows were played."""
    rows = [*_head(found.clients), *(_row(result) for result in found.rows), "", _summary(found.rows), ""]
    text = "\n".join([*rows, *_points(found.points)])
    if complete:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "invariants.md").write_text(text)
        data = {"rows": [_data(each) for each in found.rows], "points": [asdict(each) for each in found.points]}
        (FOLDER / "invariants.json").write_text(json.dumps(data, indent=2) + "\n")
    return text


def _points(points: Sequence[Recovered]) -> list[str]:
    if not points:
        return []
    rows = [f"| {each.point} | {', '.join(each.where)} | {each.killed} | {each.recovered} |" for each in points]
    good = sum(each.good for each in points)
    return [
        "| Killed (SIGKILL) at | In | Tests | Recovered |",
        "|---|---|---|---|",
        *rows,
        "",
        f"{good} of {len(points)} crash points recovered.",
        "",
    ]


def _head(clients: int) -> list[str]:
    now, machine = datetime.now(UTC), f"{os.cpu_count()} processors, Python {platform.python_version()}"
    load = f"{os.getloadavg()[0]:.1f} load at the end"
    return [
        "# Figures of `make invariants`",
        "",
        f"Measured {now:%Y-%m-%d %H:%M} UTC on {machine}, {load}.",
        f"{clients} shoppers at once, against PostgreSQL, the card provider's sandbox and the store's web processes.",
        "",
        "| Invariant | Rounds | What must be 0 | What happened | p50 ms | p99 ms | Without its guard |",
        "|---|---|---|---|---|---|---|",
    ]


def _row(result: Result) -> str:
    tally = result.tally
    times = [f"{tally.percentile(part):.0f}" if tally.ms else "" for part in (50, 99)]
    found = "; ".join(f"{guard}: {'fails' if fails else '**holds**'}" for guard, fails in result.found.items())
    name = f"{result.row.number} {result.row.says}"
    return "| " + " | ".join([name, str(result.rounds), _wrong(result), _seen(result), *times, found]) + " |"


def _summary(results: Sequence[Result]) -> str:
    found = [fails for result in results for fails in result.found.values()]
    holding = sum(result.tally.holds for result in results)
    return f"{holding} of {len(results)} invariants hold; {sum(found)} of {len(found)} sabotages are detected."


def _wrong(result: Result) -> str:
    return _listed(result.tally.wrong, bold=True)


def _seen(result: Result) -> str:
    tally, listed = result.tally, _listed(result.tally.seen)
    pace = f", {tally.seen['paid'] / tally.seconds:.1f} orders a second" if tally.seen["paid"] else ""
    return listed + pace


def _listed(counts: Counter[str], *, bold: bool = False) -> str:
    return ", ".join(
        f"**{count:,}** {name}" if bold and count else f"{count:,} {name}" for name, count in counts.items()
    )


def _data(result: Result) -> dict[str, object]:
    tally = result.tally
    return {
        "invariant": result.row.number,
        "says": result.row.says,
        "rounds": result.rounds,
        "wrong": tally.wrong,
        "seen": tally.seen,
        "p50_ms": round(tally.percentile(50), 1),
        "p99_ms": round(tally.percentile(99), 1),
        "seconds": round(tally.seconds, 1),
        "sabotages": result.found,
    }
