"""The limits of the application that the tests of this folder serve."""

from typing import Final

from vintner.web.edge.slow_clients import BodyLimits

SECONDS: Final = 3
"""What a slow body has, where a test waits until that is over."""
PATIENT_SECONDS: Final = 60
"""What it has where a test is about what comes before: no machine is so busy that an answer takes as long."""
MOST: Final = 8
LARGEST: Final = 3_000_000
PLACES: Final = 2


def body_limits(seconds: float) -> BodyLimits:
    """Return limits with so many seconds for a slow body."""
    return BodyLimits(seconds=seconds, bytes_per_second=40_000, most=MOST, crowded_seconds=0.3, look_seconds=0.1)
