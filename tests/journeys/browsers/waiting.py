"""Waiting for what comes from outside of a page: a program, a file, a page itself."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Final, TypeVar

from tests.journeys.patience import PATIENCE_SECONDS

Seen = TypeVar("Seen")
PAUSE_SECONDS: Final = 0.05


def wait_for(
    look: Callable[[], Seen], what: str, *, forgiven: type[Exception] | tuple[type[Exception], ...] = ()
) -> Seen:
    """Look until something true is seen, and return it; what is not there yet may be a fault. Raises TimeoutError."""
    end = monotonic() + PATIENCE_SECONDS
    while True:
        fault: Exception | None = None
        try:
            if seen := look():
                return seen
        except forgiven as forgivable:
            fault = forgivable
        if monotonic() > end:
            raise TimeoutError(f"It never came: {what}") from fault
        sleep(PAUSE_SECONDS)
