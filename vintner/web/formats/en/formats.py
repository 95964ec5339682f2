"""Dates of the admin in English: 'Nov 22, 2026' and 'Nov 22, 2026, 18:30'."""

from typing import Final

DATE_FORMAT: Final = "M j, Y"
DATETIME_FORMAT: Final = "M j, Y, H:i"
