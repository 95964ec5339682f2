"""Reads the text and stars of a review. No Django."""

import re

LOWEST, HIGHEST = 1, 5
WORDS = ("Very poor", "Not that bad", "Average", "Good", "Perfect")
"""Names of one to five stars, as WooCommerce words them."""

_UNSEEN = re.compile(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Control characters, blanks of odd widths, and marks that turn the direction of the text around them."""


def stars(text: str) -> int | None:
    """Return the rating in a form's field. Anything but 1 to 5 is no rating, since a rating is optional."""
    number = int(text) if re.fullmatch(r"[0-9]", text.strip()) else 0
    return number if LOWEST <= number <= HIGHEST else None


def plain(text: str) -> str:
    """Return the text without invisible characters, its paragraphs one blank line apart.

    Markup stays as typed: every page displays a review as text.
    """
    seen = _UNSEEN.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = [line.strip() for line in seen.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def one_line(text: str) -> str:
    """Return the text as a name: in one line, single blanks."""
    return " ".join(plain(text).split())
