"""What stands beside the form of the newsletter."""

from typing import Final

HOW: Final = "We ask you to confirm your address first. Every issue has a link to unsubscribe."


def consent_words(text: str) -> str:
    """Return the words beside the form: the merchant's, and how it goes on; '' while there is no newsletter."""
    return f"{text} {HOW}" if text else ""
