"""Which of the card provider's worlds a key belongs to, and keys that must not be mixed. Pure: settings read it.

A fault is what is wrong, to go after the setting's name; empty when nothing is. It never repeats a key.
"""

import re
from typing import Final

LIVE, TEST, SANDBOX = "live", "test", "sandbox"
SANDBOX_SECRET_KEY: Final = "sk_test_sandbox_vintner"  # noqa: S105 - everybody knows it, and it moves no money
SANDBOX_PUBLISHABLE_KEY: Final = "pk_test_sandbox_vintner"
SANDBOX_WEBHOOK_SECRET: Final = "whsec_sandbox_vintner"  # noqa: S105 - everybody knows it, so it signs for nobody else
_REST: Final = r"_(live|test)_[a-zA-Z0-9_]+"
_MARKS: Final = {"_live_": LIVE, "sandbox": SANDBOX, "_test_": TEST}


def mode_of(key: str) -> str:
    """Return `live`, `sandbox` or `test`; empty for what is none of the provider's keys."""
    return next((mode for mark, mode in _MARKS.items() if mark in key), "")


def secret_key_fault(key: str, *, production: bool) -> str:
    """Ask for a secret or restricted key; in production of a Stripe account."""
    if not re.fullmatch(rf"(sk|rk){_REST}", key):
        return "is not a secret key of Stripe"
    return "is the sandbox's, whose payments move no money" if production and mode_of(key) == SANDBOX else ""


def publishable_key_fault(key: str, *, secret: str) -> str:
    """Ask for a publishable key of the mode of the secret key, which is empty where it was refused itself."""
    if not re.fullmatch(rf"pk{_REST}", key):
        return "is not a publishable key of Stripe"
    return "is of another mode than STRIPE_SECRET_KEY" if secret and mode_of(key) != mode_of(secret) else ""


def webhook_secret_fault(webhook_secret: str, *, sandbox: bool) -> str:
    """Ask for a signing secret. Outside of the sandbox its own is refused: anybody could sign events with it."""
    if not re.fullmatch(r"whsec_[a-zA-Z0-9_+/=-]+", webhook_secret):
        return "contains something that is not a signing secret of Stripe"
    is_known = mode_of(webhook_secret) == SANDBOX and not sandbox
    return "contains the sandbox's secret, which everybody knows" if is_known else ""
