"""`python -m bench.invariants [ROW …]`: plays the rows and writes docs/figures/invariants.md."""

import sys
from typing import Final

from bench.own_database import own_database
from vintner.server.preflight import VAR

FOLDER = VAR / "invariants"
NO_LIMIT: Final = "1000000"
"""Hundreds of shoppers come from one address here."""


def main() -> int:
    """Play the rows that are named, all by default. Returns the exit status."""
    settings = {
        "SANDBOX_DB": str(FOLDER / "sandbox.sqlite3"),
        "LIMIT_FAILED_PAYMENTS": NO_LIMIT,
        "LIMIT_FAILED_PAYMENTS_FROM": NO_LIMIT,
        "LIMIT_LOG_IN": NO_LIMIT,
        "LIMIT_LOG_IN_FROM": NO_LIMIT,
        "LIMIT_LOG_IN_TO": NO_LIMIT,
        "LIMIT_COUPON_GUESSES": NO_LIMIT,
    }
    with own_database(FOLDER, settings) as server:
        from bench.invariants.run import run  # noqa: PLC0415 - reads Django's settings

        return run(server, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
