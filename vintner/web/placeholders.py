"""Texts that stand for what differs by visitor in a cached document."""

from django.utils.crypto import salted_hmac


def make_placeholder(name: str) -> str:
    """Return the placeholder called `name`, the same in every process of one store.

    It depends on the secret key: a visitor who types a placeholder into a search or a review would otherwise see their
    own token there, or put a valid nonce into the page.
    """
    return f"__{name}-{salted_hmac('vintner.web.placeholders', name, algorithm='sha256').hexdigest()[:32]}__"
