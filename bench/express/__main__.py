"""`python -m bench.express [CARTS]`: measures the bars of express checkout; exit status 1 if one is missed."""

import sys

from bench.own_database import own_database
from vintner.server.preflight import VAR

CARTS = 1000
FOLDER = VAR / "express-bars"


def main() -> int:
    """Measure with so many carts, 1,000 by default. Returns the exit status."""
    with own_database(FOLDER, {"SANDBOX_DB": str(FOLDER / "sandbox.sqlite3")}):
        from bench.express.run import run  # noqa: PLC0415 - reads Django's settings

        return run(int(sys.argv[1]) if len(sys.argv) > 1 else CARTS)


if __name__ == "__main__":
    sys.exit(main())
