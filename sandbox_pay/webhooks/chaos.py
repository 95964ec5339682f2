"""Switches that make deliveries go wrong, for tests of the receiver."""

import threading
from dataclasses import dataclass
from enum import StrEnum


class Mischief(StrEnum):
    DROP = "drop"
    DUPLICATE = "duplicate"
    BAD_SIGNATURE = "bad_signature"
    STALE_TIMESTAMP = "stale_timestamp"
    SHUFFLE = "shuffle"
    EARLY = "early"


@dataclass(frozen=True, slots=True)
class Fate:
    """What happens to one delivery."""

    drop: bool
    duplicate: bool
    bad_signature: bool
    stale_timestamp: bool


class Chaos:
    """How many of the next deliveries meet each fault; -1 is all of them.

    `shuffle` counts rounds of the courier, and `early` calls whose events come before their answer.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left: dict[Mischief, int] = dict.fromkeys(Mischief, 0)

    def set(self, mischief: Mischief, count: int) -> None:
        with self._lock:
            self._left[mischief] = count

    def left(self) -> dict[Mischief, int]:
        with self._lock:
            return dict(self._left)

    def clear(self) -> None:
        with self._lock:
            self._left = dict.fromkeys(Mischief, 0)

    def take(self, mischief: Mischief) -> bool:
        """Return whether the fault happens now, and count it."""
        with self._lock:
            left = self._left[mischief]
            self._left[mischief] = left - 1 if left > 0 else left
            return left != 0

    def fate(self) -> Fate:
        """Return what happens to the next delivery."""
        return Fate(
            drop=self.take(Mischief.DROP),
            duplicate=self.take(Mischief.DUPLICATE),
            bad_signature=self.take(Mischief.BAD_SIGNATURE),
            stale_timestamp=self.take(Mischief.STALE_TIMESTAMP),
        )
