"""Writes words one after the other."""

from collections.abc import Sequence


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return 'a', 'a and b', 'a, b and c', with another word before the last one where it is given."""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end
