"""Which of the card provider's worlds a key belongs to, and keys that must not be mixed. Pure: settings read it."""

from collections.abc import Sequence
from typing import Final

LIVE, TEST, SANDBOX = "live", "test", "sandbox"
SANDBOX_WEBHOOK_SECRET: Final = "whsec_sandbox_vintner"  # noqa: S105 - everybody knows it, so it signs for nobody else
_MARKS: Final = {"_live_": LIVE, "sandbox": SANDBOX, "_test_": TEST}


def mode_of(key: str) -> str:
    """Return `live`, `sandbox` or `test`; empty for what is none of the provider's keys."""
    return next((mode for mark, mode in _MARKS.items() if mark in key), "")


def wrong_with(secret: str, publishable: str, webhook_secrets: Sequence[str], sandbox_url: str) -> str:
    """Return why a store must not start with these, as a sentence; empty when it may."""
    mode = mode_of(secret)
    if mode != mode_of(publishable):
        return "Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to two keys of the same mode."
    if mode == LIVE and sandbox_url:
        return "Leave SANDBOX_URL out: a live key must never be sent to a sandbox."
    if mode != SANDBOX and any(mode_of(each) == SANDBOX for each in webhook_secrets):
        return "Set STRIPE_WEBHOOK_SECRETS to your own: with the sandbox's, anybody could sign the news of a payment."
    return ""
