"""Transactions that want the same rows at the same moment."""

import random
import time
from collections.abc import Callable
from typing import Final, TypeVar

from django.db import OperationalError

TRIES: Final = 3
_IN_THE_WAY: Final = frozenset({"40P01", "55P03", "40001"})
"""A deadlock, a lock that took too long, a conflict of versions."""
_TOO_LONG: Final = "57014"
"""A statement that took too long: another try would take as long."""

Result = TypeVar("Result")


class Crowded(Exception):
    """Others held what was needed, through all tries. Nothing was changed."""


def persist(work: Callable[[], Result]) -> Result:
    """Run a whole transaction, again while others are in its way. Raises Crowded."""
    attempt = 1
    while True:
        try:
            return work()
        except OperationalError as error:
            state = getattr(error.__cause__, "sqlstate", "")
            if state == _TOO_LONG or (state in _IN_THE_WAY and attempt == TRIES):
                raise Crowded from error
            if state not in _IN_THE_WAY:
                raise
        time.sleep(random.uniform(0.05, 0.2) * attempt)  # noqa: S311 - spreads tries, hides nothing
        attempt += 1
