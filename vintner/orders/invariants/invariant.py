"""What an invariant is, and what breaks one."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    """`name` is a number and a word, `says` the rule, `sql` selects the rows that break it."""

    name: str
    says: str
    sql: str


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant with the rows that break it: column → value."""

    invariant: Invariant
    rows: tuple[Mapping[str, object], ...]
