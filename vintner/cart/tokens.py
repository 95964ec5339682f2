"""The token by which a client without cookies names its cart. The token of a guest's cart gives full access to it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner

LIFE: Final = timedelta(days=settings.CART_DAYS)
_SALT: Final = "vintner.store_api.cart"


def cart_token(cart_id: UUID) -> str:
    """Return a token that names a cart from now on for `LIFE`; the cart need not exist yet."""
    return TimestampSigner(salt=_SALT).sign(cart_id.hex)


def read_cart_token(token: str) -> UUID | None:
    """Return the cart that a token names; None for a forged or expired one."""
    try:
        return UUID(TimestampSigner(salt=_SALT).unsign(token, max_age=LIFE))
    except BadSignature:
        return None
