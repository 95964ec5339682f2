"""`python -m bench.profiling [ACT…]`: shows where the time of the store goes, in all acts or those with such a name."""

import sys
from typing import Final

from bench.own_database import own_database
from bench.profiling.programs import CannotProfile, check_py_spy
from bench.profiling.statements import EXTENSION
from bench.stack import own_port
from vintner.server.preflight import VAR

FOLDER: Final = VAR / "profile"
NO_LIMIT: Final = "1000000"
"""All shoppers come from one address here."""


def main() -> int:
    """Profile the store. Returns the exit status."""
    try:
        check_py_spy()
    except CannotProfile as error:
        print(error, file=sys.stderr)
        return 1
    settings = {
        **own_port(),
        "AGE_CHECK": "affirm",
        "PAGES_KEPT_SECONDS": "0",
        "WEB_WORKERS": "1",
        "SANDBOX_DB": str(FOLDER / "sandbox.sqlite3"),
        "LIMIT_FAILED_PAYMENTS": NO_LIMIT,
        "LIMIT_FAILED_PAYMENTS_FROM": NO_LIMIT,
    }
    for books in FOLDER.glob("sandbox.sqlite3*"):  # the orders that they tell of are gone with the last database
        books.unlink()
    with own_database(FOLDER, settings, extension=EXTENSION) as server:
        from bench.profiling.run import run  # noqa: PLC0415 - reads Django's settings

        run(server.url, FOLDER, sys.argv[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
