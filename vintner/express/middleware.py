"""The cookies of express checkout: which sheet quotes a browser was told, and its cart of a product page.

Both are signed and hidden from scripts.
"""

from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from vintner.express.models import SheetQuote
from vintner.express.sheet_quotes import VALID_FOR

QUOTES: Final = f"{settings.COOKIE_PREFIX}vintner_sheet_quotes"
CART: Final = f"{settings.COOKIE_PREFIX}vintner_express_cart"
SALT: Final = "vintner.express"
MOST_TOLD: Final = 5
"""Quotes that a browser is held to: of its own cart, of a product page, of an order."""
CART_SECONDS: Final = 24 * 60 * 60


def read_told_quotes(request: HttpRequest) -> tuple[UUID, ...]:
    """Return the ids of the quotes that this browser was told last; none with a forged cookie."""
    text = request.get_signed_cookie(QUOTES, default="", salt=f"{SALT}.{QUOTES}", max_age=VALID_FOR)
    return tuple(UUID(each) for each in text.split(".")) if text else ()


def tell_quote(request: HttpRequest, response: HttpResponse, quote: SheetQuote) -> None:
    """Note in the browser that it was told this quote."""
    told = (quote.pk, *read_told_quotes(request))[:MOST_TOLD]
    _set(response, QUOTES, ".".join(each.hex for each in told), int(VALID_FOR.total_seconds()))


def read_express_cart_id(request: HttpRequest) -> UUID | None:
    """Return the id of this browser's express cart; None without one, and with a forged cookie."""
    text = request.get_signed_cookie(CART, default="", salt=f"{SALT}.{CART}", max_age=CART_SECONDS)
    return UUID(text) if text else None


def set_express_cart(response: HttpResponse, cart_id: UUID) -> None:
    _set(response, CART, cart_id.hex, CART_SECONDS)


def forget_express_cart(response: HttpResponse) -> None:
    response.delete_cookie(CART, samesite="Lax")


def _set(response: HttpResponse, name: str, text: str, seconds: int) -> None:
    response.set_signed_cookie(
        name, text, salt=f"{SALT}.{name}", max_age=seconds, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
