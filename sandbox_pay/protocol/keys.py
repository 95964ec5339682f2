"""API keys: the secret key may make all calls, the publishable key those of a browser."""

import base64
import binascii
from hmac import compare_digest

from sandbox_pay import PUBLISHABLE_KEY, SECRET_KEY
from sandbox_pay.protocol.errors import ProviderError, unauthenticated

LIVE = ("sk_live", "pk_live", "rk_live")


def publishable(authorization: str, key_field: str = "") -> bool:
    """Return whether the caller is a browser. Raises `ProviderError` (401) for anything but the two seeded keys."""
    key = _key(authorization) or key_field
    if not key:
        raise unauthenticated(
            "You did not provide an API key. Send it in the Authorization header, as in 'Bearer sk_test_…'."
        )
    if key.startswith(LIVE):
        raise unauthenticated("This is a sandbox: it takes no live keys, and a live key must never be sent here.")
    if compare_digest(key.encode(), SECRET_KEY.encode()):
        return False
    if compare_digest(key.encode(), PUBLISHABLE_KEY.encode()):
        return True
    raise _invalid_key(key)


def _invalid_key(key: str) -> ProviderError:
    masked = f"{key[:8]}{'*' * max(0, len(key) - 12)}{key[-4:]}" if len(key) > 12 else "*" * len(key)
    return unauthenticated(f"Invalid API Key provided: {masked}")


def _key(authorization: str) -> str:
    scheme, _, rest = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return rest.strip()
    if scheme.lower() != "basic":
        return ""
    try:
        return base64.b64decode(rest, validate=True).decode().split(":", 1)[0]
    except (binascii.Error, UnicodeDecodeError):
        return ""
