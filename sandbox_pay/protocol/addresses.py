"""Addresses that somebody else gives: where events go, where a shopper goes back to."""

from urllib.parse import urlsplit


def is_web_address(text: str) -> bool:
    """Return whether this is a whole http(s) address, one that can be called and gone to."""
    try:
        parts = urlsplit(text)
        usable_port = parts.port != 0
    except ValueError:
        return False
    printable = text.isprintable() and not any(letter.isspace() for letter in text)
    return printable and usable_port and parts.scheme in {"http", "https"} and bool(parts.hostname)
