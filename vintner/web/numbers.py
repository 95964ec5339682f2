"""Parses numbers in requests."""


def whole(text: str, *, digits: int = 18) -> int | None:
    """Return a whole number of at most so many digits, None for other text. 18 digits fit into a bigint column."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
