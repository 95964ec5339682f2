"""Placeholders in cached documents for what differs by visitor."""

from django.utils.crypto import salted_hmac


def make_placeholder(name: str) -> str:
    """Return the placeholder called `name`, the same in every process of one store.

    It depends on the secret key. Otherwise a visitor could write a placeholder into a search or a review, and it would
    be replaced by a token or a valid nonce.
    """
    return f"__{name}-{salted_hmac('vintner.web.placeholders', name, algorithm='sha256').hexdigest()[:32]}__"
