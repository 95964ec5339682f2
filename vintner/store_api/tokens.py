"""The token by which a client without cookies names its cart. Whoever holds that of a guest's cart holds the cart."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner

LIFE: Final = timedelta(days=settings.CART_DAYS)
_SALT: Final = "vintner.store_api.cart"


def token_for(cart_id: UUID) -> str:
    """Return a token that names a cart from now on for `LIFE`; the cart need not exist yet."""
    return TimestampSigner(salt=_SALT).sign(cart_id.hex)


def cart_named_by(token: str) -> UUID | None:
    """Return the cart that a token names; None for a forged or expired one."""
    try:
        return UUID(TimestampSigner(salt=_SALT).unsign(token, max_age=LIFE))
    except BadSignature:
        return None
