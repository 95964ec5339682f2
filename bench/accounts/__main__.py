"""`python -m bench.accounts [PART …]`: measures the bars of accounts; exit status 1 if one is missed."""

import os
import sys
from contextlib import ExitStack
from pathlib import Path

from bench.invariants import cluster
from vintner.server.preflight import VAR

FOLDER = VAR / "accounts-bars"


def main() -> int:
    """Measure the parts that are named, all by default. Returns the exit status."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        server = held.enter_context(cluster.running(FOLDER))
        _settle(server.url, FOLDER)
        import django  # noqa: PLC0415 - reads the settings

        django.setup()
        from bench.accounts.run import run  # noqa: PLC0415 - see above

        return run(sys.argv[1:])


def _settle(url: str, folder: Path) -> None:
    """Say where this store is, before its settings are read. Its limits are those of every store."""
    os.environ.update(
        {
            "DJANGO_SETTINGS_MODULE": "vintner.settings",
            "DATABASE_URL": url,
            "VINTNER_VAR": str(folder),
            "AGE_CHECK": "off",
            "LOG_LEVEL": "CRITICAL",
        }
    )


if __name__ == "__main__":
    sys.exit(main())
