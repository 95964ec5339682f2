"""The calls about coupons by WooCommerce's names. They answer with an HTML notice, always 200 but for a bad token."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html

from vintner.cart import carts, coupons
from vintner.cart.middleware import cart_of, set_cookies
from vintner.cart.models import Cart
from vintner.refusal import Refusal
from vintner.web.client_address import rate_limit_key
from vintner.web.nonce import valid_nonce
from vintner.web.rate_limits import count_try, return_try

_HTML = "text/html; charset=UTF-8"
_TOO_MANY = Refusal(
    "too_many_codes", "That were many codes that we do not know. Please wait a little before the next.", "coupon_code"
)


def apply_coupon(request: HttpRequest) -> HttpResponse:
    """Add a coupon. Reads the fields security, coupon_code and billing_email, which some coupons depend on."""
    if not valid_nonce(request, "security"):
        return HttpResponse("-1", _HTML, 403)
    cart = cart_of(request)
    try:
        taken_off = add_coupon(request, cart)
    except Refusal as refusal:
        return _error(refusal)
    return _success(coupons.added_message(taken_off), cart)


def add_coupon(request: HttpRequest, cart: Cart | None) -> tuple[str, ...]:
    """Add the coupon that a form names. Returns the codes of the coupons that it took off. Raises Refusal."""
    return add_code(request, cart, request.POST.get("coupon_code", ""), email=request.POST.get("billing_email", ""))


def add_code(request: HttpRequest, cart: Cart | None, code: str, *, email: str = "") -> tuple[str, ...]:
    """Add a coupon to the cart. Unknown codes count against the rate limit of the cart and of the address. Returns the
    codes of the coupons that it took off. Raises Refusal.
    """
    if cart is None:
        raise Refusal("no_cart", coupons.EMPTY_CART, "coupon_code")
    guessers = (f"cart:{cart.pk}", f"address:{rate_limit_key(request)}")
    # Counted before the code is looked up: otherwise many guesses at the same moment would all be within the limit.
    if not count_try("coupon_guesses", *guessers):
        raise _TOO_MANY
    try:
        removed = coupons.add(cart, code, now=timezone.now(), email=email)
    except coupons.UnknownCoupon:
        raise
    except Refusal:
        return_try("coupon_guesses", *guessers)
        raise
    return_try("coupon_guesses", *guessers)
    return removed


def remove_coupon(request: HttpRequest) -> HttpResponse:
    """Remove a coupon. Reads the fields security and coupon. A coupon that is not on the cart is no error."""
    if not valid_nonce(request, "security"):
        return HttpResponse("-1", _HTML, 403)
    cart = cart_of(request)
    try:
        if cart is None:
            raise Refusal("no_cart", "Your cart is empty: there is no coupon to take off.", "coupon")
        coupons.remove(cart, request.POST.get("coupon", ""))
    except Refusal as refusal:
        return _error(refusal)
    return _success("The coupon has been taken off.", cart)


def _success(words: str, cart: Cart | None) -> HttpResponse:
    response = HttpResponse(format_html('<div class="woocommerce-message" role="alert">{}</div>', words), _HTML)
    if cart is not None:
        set_cookies(response, carts.quote_cart(cart, now=timezone.now()))
    return response


def _error(refusal: Refusal) -> HttpResponse:
    words = format_html('<ul class="woocommerce-error" role="alert"><li>{}</li></ul>', refusal.message)
    return HttpResponse(words, _HTML)
