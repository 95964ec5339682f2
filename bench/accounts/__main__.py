"""`python -m bench.accounts [PART …]`: measures the bars of accounts; exit status 1 if one is missed."""

import sys

from bench.own_database import own_database
from vintner.server.preflight import VAR


def main() -> int:
    """Measure the parts that are named, all by default. Returns the exit status."""
    with own_database(VAR / "accounts-bars"):
        from bench.accounts.run import run  # noqa: PLC0415 - reads Django's settings

        return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
