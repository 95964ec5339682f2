"""When the demo world of tests is made."""

from datetime import UTC, datetime
from typing import Final

NOW: Final = datetime(2026, 6, 1, 12, tzinfo=UTC)
