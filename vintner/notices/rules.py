"""What names a notice."""

import hashlib


def notice_id(text: str) -> str:
    """Return the id of a notice: the MD5 of its text, so that new words are shown again."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
