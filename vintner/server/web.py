"""`python -m vintner.server.web OPTIONS`: granian, which loads the store before it forks the processes that answer.

They share what was loaded: its memory, and the time that loading takes. Where processes are not forked, as on macOS,
each loads the store for itself.
"""

import multiprocessing
import os
import sys
from pathlib import Path

from granian.cli import entrypoint

from vintner.server.programs import STARTUP_LOCK_VARIABLE
from vintner.server.startup_lock import wait_for_startup_lock


def main() -> None:
    """Serve until told to stop."""
    is_forking = multiprocessing.get_start_method() == "fork"
    if is_forking:
        _load_code()
    if path := os.environ.get(STARTUP_LOCK_VARIABLE):
        wait_for_startup_lock(Path(path))
    if is_forking:
        import vintner.wsgi  # noqa: F401, PLC0415 - reads the database; the forks find it loaded
    sys.exit(entrypoint())  # type: ignore[no-untyped-call]


def _load_code() -> None:
    """Load everything that needs no database: all addresses, and with them their views."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vintner.settings")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of numpy; a process that forks has no other threads
    import django  # noqa: PLC0415 - reads the settings
    from django.urls import get_resolver  # noqa: PLC0415 - see above

    django.setup()
    get_resolver().url_patterns  # noqa: B018 - loads them


if __name__ == "__main__":
    main()
