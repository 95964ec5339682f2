"""`python -m bench.edge [SILENT SLOW]`: attacks the web server and prints the bars; exit status 1 if one is missed.

By default 2,000 connections say nothing and 50 bodies come slowly.
"""

import sys

from bench.edge.run import run


def main() -> int:
    """Measure with so many clients of each kind. Returns the exit status."""
    silent, slow = [int(each) for each in sys.argv[1:]] or (2000, 50)
    return run(silent, slow)


if __name__ == "__main__":
    sys.exit(main())
