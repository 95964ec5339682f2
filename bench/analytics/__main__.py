"""`python -m bench.analytics [EVENTS]`: measures the bars of the statistics; exit status 1 if one is missed."""

import sys

from bench.own_database import own_database
from vintner.server.preflight import VAR

EVENTS = 5_000_000


def main() -> int:
    """Measure with so many events, five millions by default. Returns the exit status."""
    with own_database(VAR / "analytics-bars"):
        from bench.analytics.run import run  # noqa: PLC0415 - reads Django's settings

        return run(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)


if __name__ == "__main__":
    sys.exit(main())
