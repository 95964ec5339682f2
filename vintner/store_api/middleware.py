"""The client of a request, a browser with cookies and a nonce or one that names its cart by a token, and the headers of
its answer.
"""

import time
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja.security import APIKeyHeader

from vintner.cart import carts
from vintner.cart.middleware import cart_of, set_cookies, visitor_of
from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.cart.tokens import cart_token, read_cart_token
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.store_api.errors import ApiError
from vintner.store_api.shapes import address
from vintner.web.nonce import nonce, valid_token

_READING = ("GET", "HEAD")


@dataclass
class ApiVisitor:
    """A client with a cart, or without one yet. With `token_cart_id`, the cart of a token, cookies are ignored."""

    request: HttpRequest
    token_cart_id: UUID | None = None
    quoted_cart: QuotedCart | None = None
    """The cart as this response has it."""
    _cart: Cart | None = None

    def cart(self) -> Cart | None:
        """Return their cart, None while they have none."""
        if self._cart is None:
            cart_id = self.token_cart_id
            self._cart = cart_of(self.request) if cart_id is None else self._find_named(cart_id)
        return self._cart

    def cart_to_change(self) -> Cart:
        """Return their cart, which is created if needed."""
        if self.token_cart_id is None:
            self._cart = carts.find_or_create_cart(visitor_of(self.request))
        elif self._cart is None:
            user = user_of(self.request)
            made, _ = Cart.objects.get_or_create(pk=self.token_cart_id, defaults={"user": user})
            self._cart = carts.claim_cart(made, user)
            if self._cart is None:  # a customer has used the same token in this moment
                raise ApiError(401, "woocommerce_rest_missing_nonce", "This cart belongs to an account. Please log in.")
        return self._cart

    def _find_named(self, cart_id: UUID) -> Cart | None:
        cart = Cart.objects.filter(pk=cart_id).first()
        return carts.claim_cart(cart, user_of(self.request)) if cart is not None else None

    def quoted(self, now: datetime) -> QuotedCart:
        """Return their cart as it is now, priced. Without a cart, an empty one that is not saved."""
        named = {"pk": self.token_cart_id} if self.token_cart_id else {}
        cart = self.cart() or Cart(user=user_of(self.request), **named)
        self.quoted_cart = carts.quote_cart(cart, now=now)
        return self.quoted_cart

    def sign(self, response: HttpResponse) -> None:
        """Add the headers of every response about a cart. The cookies of a cart are set when it changed."""
        user = self.request.user
        response["Nonce"] = nonce(self.request)
        response["Nonce-Timestamp"] = str(int(time.time()))
        response["User-ID"] = str(user.pk if isinstance(user, User) else 0)
        cart_id = self.quoted_cart.cart.pk if self.quoted_cart else self.token_cart_id
        if cart_id is not None:
            response["Cart-Token"] = cart_token(cart_id)
        if self.quoted_cart is not None:
            response["Cart-Hash"] = self.quoted_cart.cart_hash
            if self.token_cart_id is None and self.request.method not in _READING:
                set_cookies(response, self.quoted_cart)


class ApiRequest(HttpRequest):
    """A request that one of the classes below has authenticated."""

    auth: ApiVisitor


class ByCartToken(APIKeyHeader):
    """`Cart-Token`: the token of an earlier response names the cart. A forged or expired token is ignored.

    A token of a customer's cart is ignored as well, unless that customer is logged in: it must not outlive the log-out.
    A guest's cart becomes that of the customer who brings its token.
    """

    param_name = "Cart-Token"

    def authenticate(self, request: HttpRequest, key: str | None) -> ApiVisitor | None:
        cart_id = read_cart_token(key) if key else None
        if cart_id is None:
            return None
        cart = Cart.objects.filter(pk=cart_id).first()
        if cart is not None and (cart := carts.claim_cart(cart, user_of(request))) is None:
            return None
        return _set_auth(request, ApiVisitor(request, cart_id, _cart=cart))


class ByNonce(APIKeyHeader):
    """`Nonce`, together with its cookies: that of an earlier response, or a page's form token.

    It is needed for changes only.
    """

    param_name = "Nonce"

    def authenticate(self, request: HttpRequest, key: str | None) -> ApiVisitor:
        visitor = _set_auth(request, ApiVisitor(request))
        if request.method in _READING or (key and valid_token(request, key)):
            return visitor
        if key:
            raise ApiError(403, "woocommerce_rest_invalid_nonce", "The Nonce is not valid here.")
        words = "This request changes something, so it needs a Nonce header, or a Cart-Token."
        raise ApiError(401, "woocommerce_rest_missing_nonce", words)


def _set_auth(request: HttpRequest, visitor: ApiVisitor) -> ApiVisitor:
    """Set `request.auth` also if the request will be refused: its response is signed all the same."""
    request.auth = visitor  # type: ignore[attr-defined]
    return visitor


BY_TOKEN_OR_NONCE = [ByCartToken(), ByNonce()]


def count_pages(request: HttpRequest, response: HttpResponse, *, total: int, page: int, size: int) -> None:
    """Set the headers with the number of rows and pages, and the links to the neighbouring pages."""
    pages = ceil(total / size)
    response["X-WP-Total"], response["X-WP-TotalPages"] = str(total), str(pages)
    links = []
    for name, other in (("prev", min(page - 1, pages)), ("next", page + 1)):
        if 1 <= other <= pages:
            query = request.GET.copy()
            query["page"] = str(other)
            links.append(f'<{address(request.path)}?{urlencode(list(query.lists()), doseq=True)}>; rel="{name}"')
    if links:
        response["Link"] = ", ".join(links)
