"""What every call of express checkout does first: check the token, count the call, find the cart that it is about."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse

from vintner.cart.carts import CartVisitor
from vintner.cart.middleware import cart_of
from vintner.cart.models import Cart
from vintner.cart.tokens import read_cart_token
from vintner.customers.middleware import user_of
from vintner.express import express_carts
from vintner.express.middleware import read_express_cart_id
from vintner.express.models import ButtonPlace
from vintner.payments import types
from vintner.payments.offered_types import code_of
from vintner.payments.wallets.rules import METHOD_TYPES, Wallet
from vintner.web.answers import View, json_response
from vintner.web.client_address import rate_limit_key, same_origin
from vintner.web.nonce import nonce, valid_nonce
from vintner.web.rate_limits import count_try

TOO_MANY: Final = "That was too often in a short time. Please wait a moment and try again."
CART_NAME: Final = "cart_token"
_TEXT: Final = "text/html; charset=UTF-8"


def checked_call(limit: str) -> Callable[[View], View]:
    """Let a call be answered only with this visitor's token in the field security, and so often as the limit says.

    Cached pages carry no token. A refusal to one of our own pages has it in the header Nonce, for a second try.
    """

    def decorate(call: View) -> View:
        @wraps(call)
        def checked(request: HttpRequest) -> HttpResponse:
            if not valid_nonce(request, "security"):
                refused = HttpResponse("-1", _TEXT, 403)
                if same_origin(request):
                    refused["Nonce"] = nonce(request)
                return refused
            if not count_try(limit, rate_limit_key(request)):
                return json_response({"result": "fail", "message": TOO_MANY}, 429)
            return call(request)

        return checked

    return decorate


def is_product_page(request: HttpRequest) -> bool:
    """Return whether the call is about the cart of a product page."""
    return request.POST.get("is_product_page", "").lower() in ("true", "1", "yes", "on")


def names_cart(request: HttpRequest) -> bool:
    """Return whether the call names its express cart by the field cart_token, blank while it has none. The cookie does
    not count then: it is shared by all tabs of a browser, and each of them may have a sheet open.
    """
    return CART_NAME in request.POST


def express_visitor(request: HttpRequest) -> CartVisitor:
    """Return what names the visitor's express cart."""
    named = names_cart(request)
    cart_id = read_cart_token(request.POST[CART_NAME]) if named else read_express_cart_id(request)
    return CartVisitor(cart_id, user_of(request))


def find_called_cart(request: HttpRequest) -> Cart | None:
    """Return the cart that the call is about, as the wallet that is being used pays for it; None when there is none."""
    cart = express_carts.find_express_cart(express_visitor(request)) if is_product_page(request) else cart_of(request)
    if cart is not None:
        cart.payment_method = wallet_method(request)  # as the order will have it; it is not saved
    return cart


def wallet_method(request: HttpRequest) -> str:
    """Return the code of the payment method by which the wallet of the field express_payment_type pays: a card, while
    the wallet is not chosen yet.
    """
    wallet = request.POST.get("express_payment_type", "")
    return code_of(types.BY_NAME[METHOD_TYPES[Wallet(wallet)] if wallet in list(Wallet) else "card"])


def place_of(request: HttpRequest) -> ButtonPlace:
    """Return the page of the call. The field place tells the checkout from the cart."""
    if is_product_page(request):
        return ButtonPlace.PRODUCT
    return ButtonPlace.CHECKOUT if request.POST.get("place") == ButtonPlace.CHECKOUT else ButtonPlace.CART
