"""`make setup`: everything the store is made of, brought up to date."""

import os
import sys

from vintner.server.install import install
from vintner.server.preflight import REPOSITORY, CannotRun


def main() -> int:
    """Set up and return the exit status."""
    os.chdir(REPOSITORY)
    try:
        install()
    except CannotRun as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
