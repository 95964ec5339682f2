"""Reads the text and stars of a review. No Django."""

import re

from vintner.web.text_input import read_lines

LOWEST, HIGHEST = 1, 5
WORDS = ("Very poor", "Not that bad", "Average", "Good", "Perfect")
"""Names of one to five stars, as WooCommerce words them."""


def stars(text: str) -> int | None:
    """Return the rating in a form's field. Anything but 1 to 5 is no rating, since a rating is optional."""
    number = int(text) if re.fullmatch(r"[0-9]", text.strip()) else 0
    return number if LOWEST <= number <= HIGHEST else None


def plain(text: str) -> str:
    """Return the text of a review, its paragraphs one blank line apart. Markup stays as typed: every page displays a
    review as text.
    """
    return re.sub(r"\n{3,}", "\n\n", read_lines(text))
