"""`python -m bench.invariants [ROW …]`: plays the rows and writes docs/figures/invariants.md."""

import os
import sys
from contextlib import ExitStack
from pathlib import Path

from bench.invariants import cluster
from vintner.server.preflight import VAR

FOLDER = VAR / "invariants"


def main() -> int:
    """Play the rows that are named, all by default. Returns the exit status."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        server = held.enter_context(cluster.running(FOLDER))
        _settle(server.url, FOLDER)
        import django  # noqa: PLC0415 - reads the settings

        django.setup()
        from bench.invariants.run import run  # noqa: PLC0415 - see above

        return run(server, sys.argv[1:])


def _settle(url: str, folder: Path) -> None:
    """Say where this store is, before its settings are read."""
    os.environ.update(
        {
            "DJANGO_SETTINGS_MODULE": "vintner.settings",
            "DATABASE_URL": url,
            "VINTNER_VAR": str(folder),
            "SANDBOX_DB": str(folder / "sandbox.sqlite3"),
            "AGE_CHECK": "off",
            "LOG_LEVEL": "CRITICAL",
            # Hundreds of shoppers come from one address here.
            "LIMIT_FAILED_PAYMENTS": "1000000",
            "LIMIT_FAILED_PAYMENTS_FROM": "1000000",
            "LIMIT_LOG_IN": "1000000",
            "LIMIT_LOG_IN_FROM": "1000000",
            "LIMIT_LOG_IN_TO": "1000000",
            "LIMIT_COUPON_GUESSES": "1000000",
        }
    )


if __name__ == "__main__":
    sys.exit(main())
