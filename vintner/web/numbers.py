"""Numbers that come from outside as text."""


def whole(text: str, *, digits: int = 18) -> int | None:
    """Return a whole number of at most so many digits, None for what is none. 18 fit into every column of a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
