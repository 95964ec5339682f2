"""The clock that tells how long something took, and whether what was read is still recent. Tests hold it still."""

import time


def monotonic() -> float:
    """Return the seconds since some fixed moment; they never go back."""
    return time.monotonic()
