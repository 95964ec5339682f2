"""`python -m bench.renewals [SUBSCRIPTIONS] [SEED…]`: measures the bars of renewals; exit status 1 if one is missed.

The seeds are those of the months that are played. A month that went wrong names its own.
"""

import sys

from bench.own_database import own_database
from vintner.server.preflight import VAR

SUBSCRIPTIONS = 2000
SEEDS = (1, 2, 3)
FOLDER = VAR / "renewals-bars"


def main() -> int:
    """Measure with so many subscriptions, 2,000 by default. Returns the exit status."""
    settings = {"SANDBOX_DB": str(FOLDER / "sandbox.sqlite3"), "AGE_CHECK": "affirm"}
    with own_database(FOLDER, settings):
        from bench.renewals.run import run  # noqa: PLC0415 - reads Django's settings

        count, *seeds = [int(each) for each in sys.argv[1:]] or [SUBSCRIPTIONS]
        return run(count, tuple(seeds) or SEEDS)


if __name__ == "__main__":
    sys.exit(main())
