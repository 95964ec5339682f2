"""A clock that stands still until a test moves it: how busy the machine is decides nothing."""


class HeldClock:
    """Stands in for `vintner.clock`."""

    def __init__(self) -> None:
        self._seconds = 1_000_000.0

    def monotonic(self) -> float:
        return self._seconds

    def move(self, seconds: float) -> None:
        """Let so many seconds pass at once."""
        self._seconds += seconds
