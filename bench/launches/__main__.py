"""`python -m bench.launches [WATCHERS]`: measures the bars of launches; exit status 1 if one is missed."""

import sys

from bench.own_database import own_database
from vintner.server.preflight import VAR

WATCHERS = 500
FOLDER = VAR / "launch-bars"


def main() -> int:
    """Measure with so many watchers, 500 by default. Returns the exit status."""
    with own_database(FOLDER, {"SANDBOX_DB": str(FOLDER / "sandbox.sqlite3")}):
        from bench.launches.run import run  # noqa: PLC0415 - reads Django's settings

        return run(int(sys.argv[1]) if len(sys.argv) > 1 else WATCHERS)


if __name__ == "__main__":
    sys.exit(main())
