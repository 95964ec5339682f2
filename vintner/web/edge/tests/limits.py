"""The limits of the application that the tests of this folder serve: they are quickly reached."""

from typing import Final

from vintner.web.edge.slow_clients import BodyLimits

LIMITS: Final = BodyLimits(seconds=1.2, bytes_per_second=100_000, most=8, crowded_seconds=0.3, look_seconds=0.1)
LARGEST: Final = 3_000_000
PLACES: Final = 2
