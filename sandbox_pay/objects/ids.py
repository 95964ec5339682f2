"""Identifiers as Stripe forms them: a prefix that names the kind, then random letters and digits."""

import secrets
import string

ALPHABET = string.ascii_letters + string.digits


def token(length: int = 24) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_id(prefix: str) -> str:
    """Return a fresh identifier, as in `new_id("pi")` → `pi_…`."""
    return f"{prefix}_{token()}"
