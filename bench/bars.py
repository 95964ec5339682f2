"""What a bar is, and the table of them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A figure that was measured, in words, beside what it has to be."""

    says: str
    measured: str
    asked: str
    is_met: bool

    @property
    def line(self) -> str:
        return f"| {self.says} | {self.measured} | {self.asked} | {'met' if self.is_met else '**missed**'} |"


def none_of(says: str, found: int, seen: str) -> Bar:
    """Return the bar of something that must not happen. `seen` says what did."""
    return Bar(says=says, measured=f"{found}; {seen}", asked="0", is_met=found == 0)


def table(bars: Sequence[Bar]) -> str:
    """Return all bars as a table in Markdown."""
    met = sum(bar.is_met for bar in bars)
    head = ("| Bar | Measured | Asked for | |", "|---|---|---|---|")
    return "\n".join([*head, *(bar.line for bar in bars), "", f"{met} of {len(bars)} bars are met."])
