"""Who asks: a browser with its cookies and a nonce, or a client that names its cart by a token (contract 3)."""

import time
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja.security import APIKeyHeader

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.cart.quoted_cart import QuotedCart
from vintner.customers.logging_in import user_of
from vintner.customers.models import User
from vintner.store_api.problems import Problem
from vintner.store_api.tokens import cart_named_by, token_for
from vintner.web.nonce import nonce, valid_token

_READING = ("GET", "HEAD")


@dataclass
class Visitor:
    """Somebody with a cart, or none yet. With `named`, the cart of a token, no cookie counts."""

    request: HttpRequest
    named: UUID | None = None
    shown: QuotedCart | None = None
    """The cart as this answer tells it."""
    _found: Cart | None = None

    def cart(self) -> Cart | None:
        """Return their cart, None while they have none."""
        if self._found is None:
            named = self.named
            self._found = carts.find(self.request) if named is None else Cart.objects.filter(pk=named).first()
        return self._found

    def cart_to_change(self) -> Cart:
        """Return their cart, made for them if need be."""
        if self.named is None:
            self._found = carts.find_or_create(self.request)
        elif self._found is None:
            self._found = Cart.objects.get_or_create(pk=self.named)[0]
        return self._found

    def quoted(self, now: datetime) -> QuotedCart:
        """Return their cart as it is now, priced; an empty one, not kept, while they have none."""
        cart = self.cart() or Cart(**({"pk": self.named} if self.named else {}))
        self.shown = carts.quote_cart(cart, now=now)
        return self.shown

    def sign(self, response: HttpResponse) -> None:
        """Add what every answer about a cart carries. The cookies of a cart are set when it changed."""
        user = self.request.user
        response["Nonce"] = nonce(self.request)
        response["Nonce-Timestamp"] = str(int(time.time()))
        response["User-ID"] = str(user.pk if isinstance(user, User) else 0)
        known = self.shown.cart.pk if self.shown else self.named
        if known is not None:
            response["Cart-Token"] = token_for(known)
        if self.shown is not None:
            response["Cart-Hash"] = self.shown.cart_hash
            if self.named is None and self.request.method not in _READING:
                carts.set_cookies(response, self.shown)


class ApiRequest(HttpRequest):
    """A request that one of the classes below let in."""

    auth: Visitor


class ByCartToken(APIKeyHeader):
    """`Cart-Token`: an earlier answer's token names the cart. One that is forged or has expired is ignored, and so is
    one of a customer's cart unless that customer is logged in: a token must not outlive the log-out.
    """

    param_name = "Cart-Token"

    def authenticate(self, request: HttpRequest, key: str | None) -> Visitor | None:
        cart_id = cart_named_by(key) if key else None
        if cart_id is None:
            return None
        cart = Cart.objects.filter(pk=cart_id).first()
        if cart is not None and not carts.may_use(cart, user_of(request)):
            return None
        return _let_in(request, Visitor(request, cart_id, _found=cart))


class ByNonce(APIKeyHeader):
    """`Nonce`, together with the cookies it came with: an earlier answer's, or a page's form token. Needed for changes
    only.
    """

    param_name = "Nonce"

    def authenticate(self, request: HttpRequest, key: str | None) -> Visitor:
        visitor = _let_in(request, Visitor(request))
        if request.method in _READING or (key and valid_token(request, key)):
            return visitor
        if key:
            raise Problem(403, "woocommerce_rest_invalid_nonce", "The Nonce is not valid here.")
        words = "This request changes something, so it needs a Nonce header, or a Cart-Token."
        raise Problem(401, "woocommerce_rest_missing_nonce", words)


def _let_in(request: HttpRequest, visitor: Visitor) -> Visitor:
    """Note them also on a request that will be refused: its answer is signed all the same."""
    request.auth = visitor  # type: ignore[attr-defined]
    return visitor


BY_TOKEN_OR_NONCE = [ByCartToken(), ByNonce()]
