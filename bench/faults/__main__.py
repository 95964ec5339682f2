"""`python -m bench.faults [WORD…]`: plays the faults, all or those whose name has one of the words (`e-mails` for what
is done to the mail server besides); exit status 1 if a bar is missed.
"""

import sys
from typing import Final

from bench.own_database import own_database
from bench.stack import own_port
from tests.ports import hold_port
from vintner.server.preflight import VAR
from vintner.testing.mail_server import Letters

FOLDER: Final = VAR / "fault-bars"
NO_LIMIT: Final = "1000000"
"""All shoppers come from one address here."""


def main() -> int:
    """Play the faults. Returns the exit status."""
    letters = Letters(port=hold_port())
    settings = {
        **own_port(),
        "SANDBOX_DB": str(FOLDER / "sandbox.sqlite3"),
        "EMAIL_URL": f"smtp://127.0.0.1:{letters.port}",
        "LIMIT_FAILED_PAYMENTS": NO_LIMIT,
        "LIMIT_FAILED_PAYMENTS_FROM": NO_LIMIT,
    }
    for books in FOLDER.glob("sandbox.sqlite3*"):  # the orders that they tell of are gone with the last database
        books.unlink()
    with own_database(FOLDER, settings) as server:
        from bench.faults.run import run  # noqa: PLC0415 - reads Django's settings

        return run(server, letters, FOLDER, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
