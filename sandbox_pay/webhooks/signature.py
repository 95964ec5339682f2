"""The signature header: HMAC-SHA256 of `{time}.{body}` with the endpoint's secret."""

import hmac
from hashlib import sha256

STALE_SECONDS = 3600
"""How far back a stale timestamp lies: well beyond the 300 s that receivers allow."""


def header(body: bytes, secret: str, when: int) -> str:
    """Return the value of `Stripe-Signature`; `when` is in real seconds since 1970, as receivers check it."""
    digest = hmac.new(secret.encode(), f"{when}.".encode() + body, sha256).hexdigest()
    return f"t={when},v1={digest}"
