"""The limits of the application that the tests of this folder serve: they are quickly reached, but not by a
busy machine alone.
"""

from typing import Final

from vintner.web.edge.slow_clients import BodyLimits

LIMITS: Final = BodyLimits(seconds=3, bytes_per_second=40_000, most=8, crowded_seconds=0.3, look_seconds=0.1)
LARGEST: Final = 3_000_000
PLACES: Final = 2
