"""The cart's endpoints that answer with the whole cart ."""

from django.db import transaction
from django.utils import timezone
from ninja import Router, Status
from pydantic import Field

from vintner.cart import carts, coupon_calls, coupons, items
from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.catalogue.slugs import slug_of
from vintner.checkout.initial_values import initial_values
from vintner.checkout.order_review import order_review
from vintner.checkout.payment_options import cart_payment_options
from vintner.checkout.saved_cards import saved_cards
from vintner.customers.models import User
from vintner.pricing.field_checks import read_coupon_code
from vintner.refusal import Refusal
from vintner.store_api import addresses
from vintner.store_api.cart_answers import cart_shape
from vintner.store_api.cart_shapes import CartShape, CheckoutParts
from vintner.store_api.errors import COUPON, ApiError, error_of_refusal, invalid_parameters
from vintner.store_api.middleware import ApiRequest, ApiVisitor
from vintner.store_api.shapes import RequestModel
from vintner.web.answers import wants_sections

router = Router(tags=["Cart"])


class OptionInput(RequestModel):
    """An option of a variation: attribute 'Vintage' (or its slug), value '2019'."""

    attribute: str
    value: str


class ItemInput(RequestModel):
    """A quantity of a product or a variation."""

    id: int = 0
    quantity: int = 1
    variation: tuple[OptionInput, ...] = Field(default=(), max_length=20)


class LineKeyInput(RequestModel):
    """A line, by its key in the cart."""

    key: str


class QuantityInput(LineKeyInput):
    """A line and its new quantity."""

    quantity: int


class CouponInput(RequestModel):
    """A coupon's code, in any case."""

    code: str


class RateInput(RequestModel):
    """A shipping rate, by its rate_id in the cart."""

    package_id: int | str | None = 0
    rate_id: str


@router.get("", response=CartShape, summary="The cart")
def read(request: ApiRequest) -> CartShape:
    return current_cart(request.auth)


@router.post("/add-item", response={201: CartShape}, summary="Add to the cart")
def add_item(request: ApiRequest, body: ItemInput) -> Status[CartShape]:
    add_to_cart(request.auth, body)
    return Status(201, current_cart(request.auth))


@router.post("/update-item", response=CartShape, summary="Change a line's quantity")
def update_item(request: ApiRequest, body: QuantityInput) -> CartShape:
    set_quantity(request.auth, body.key, body.quantity)
    return current_cart(request.auth)


@router.post("/remove-item", response=CartShape, summary="Remove a line")
def remove_item(request: ApiRequest, body: LineKeyInput) -> CartShape:
    remove_line(request.auth, body.key)
    return current_cart(request.auth)


@router.post("/apply-coupon", response=CartShape, summary="Use a coupon")
def apply_coupon(request: ApiRequest, body: CouponInput) -> CartShape:
    apply_coupon_code(request.auth, body.code)
    return current_cart(request.auth)


@router.post("/remove-coupon", response=CartShape, summary="Take a coupon off")
def remove_coupon(request: ApiRequest, body: CouponInput) -> CartShape:
    remove_coupon_code(request.auth, body.code)
    return current_cart(request.auth)


@router.post("/update-customer", response=CartShape, summary="Say who buys and where it goes")
def update_customer(request: ApiRequest, body: addresses.CustomerInput) -> CartShape:
    with transaction.atomic():
        addresses.save_addresses(request.auth.cart_to_change(), body)
    return current_cart(request.auth)


@router.post("/select-shipping-rate", response=CartShape, summary="Choose a delivery")
def select_shipping_rate(request: ApiRequest, body: RateInput) -> CartShape:
    """Refuses a rate that the cart does not offer: if it were ignored, another rate would be charged."""
    quoted = request.auth.quoted(timezone.now())
    if body.package_id not in (0, "0", None):
        raise invalid_parameters({"package_id": ("rest_invalid_param", "Every cart is one package, number 0.")})
    if body.rate_id not in {option.rate_id for option in quoted.quote.shipping_options}:
        raise invalid_parameters({"rate_id": ("rest_invalid_param", "This cart has no such shipping rate.")})
    carts.choose_delivery(quoted.cart, body.rate_id)
    return current_cart(request.auth)


def current_cart(visitor: ApiVisitor) -> CartShape:
    """Return the cart as it is now, for the response. The price is quoted anew."""
    quoted = visitor.quoted(timezone.now())
    return cart_shape(quoted, _checkout_parts(visitor, quoted) if wants_sections(visitor.request) else None)


def _checkout_parts(visitor: ApiVisitor, quoted: QuotedCart) -> CheckoutParts:
    user = visitor.request.user if isinstance(visitor.request.user, User) else None
    payment = cart_payment_options(quoted, cards=saved_cards(user, timezone.now()), may_save=user is not None)
    return CheckoutParts(review=order_review(quoted, initial_values(quoted.cart, None), user), payment=payment)


def add_to_cart(visitor: ApiVisitor, body: ItemInput) -> str:
    """Add to the cart, which is created if needed; returns the line's key. A refusal leaves no new cart behind."""
    choices = {_attribute(each.attribute): each.value for each in body.variation}
    found = items.find(str(body.id), choices)
    if found is None:
        raise error_of_refusal(Refusal("unknown_item", f"We have nothing with the ID {body.id}."))
    if body.quantity < 1:
        words = "The quantity of what is added must be at least 1."
        raise ApiError(400, "woocommerce_rest_product_invalid_quantity", words)
    variation = found.require_variation()
    with transaction.atomic():
        cart = visitor.cart_to_change()
        carts.add(cart, variation, body.quantity)
    return CartLine(cart=cart, variation=variation).key


def _attribute(name: str) -> str:
    """Return the slug of an attribute, whether it is named as in the cart (`attribute_vintage`) or by its name."""
    return slug_of(name.strip().lower().removeprefix("attribute_").removeprefix("pa_"))


def set_quantity(visitor: ApiVisitor, key: str, quantity: int) -> None:
    """Change a line's quantity, or refuse. 0 is refused and does not remove the line: `remove-item` does."""
    if quantity < 1:
        raise ApiError(400, "invalid_quantity", "The quantity must be at least 1. To remove the line, use remove-item.")
    cart = _cart_with(visitor, key)
    line = next((each for each in visitor.quoted(timezone.now()).lines if each.line.key == key), None)
    if line is not None and line.gift is not None:
        raise ApiError(400, "readonly_quantity", "A promotion gives this line, so its quantity cannot be changed.")
    try:
        carts.set_quantity(cart, key, quantity)
    except Refusal as refusal:
        raise _line_error(visitor, refusal) from refusal


def remove_line(visitor: ApiVisitor, key: str) -> None:
    """Remove a line, or refuse."""
    cart = _cart_with(visitor, key)
    try:
        carts.remove(cart, key)
    except Refusal as refusal:
        raise _line_error(visitor, refusal) from refusal


def _cart_with(visitor: ApiVisitor, key: str) -> Cart:
    cart = visitor.cart()
    if cart is None:
        raise _line_gone(visitor)
    return cart


def _line_error(visitor: ApiVisitor, refusal: Refusal) -> ApiError:
    if refusal.code in ("unknown_line", "no_cart"):
        return _line_gone(visitor)
    return ApiError(400, "invalid_quantity", refusal.message)


def _line_gone(visitor: ApiVisitor) -> ApiError:
    """Return a conflict with the current cart, so that the client can display it."""
    words = "That line is not in the cart."
    return ApiError(409, "woocommerce_rest_cart_invalid_key", words, {"cart": current_cart(visitor)})


def apply_coupon_code(visitor: ApiVisitor, code: str) -> None:
    """Apply a coupon, or refuse. Unknown codes count against the rate limit `coupon_guesses`."""
    try:
        coupon_calls.add_code(visitor.request, visitor.cart(), code)
    except Refusal as refusal:
        error = error_of_refusal(refusal)
        raise ApiError(error.status, COUPON, error.message) from refusal


def remove_coupon_code(visitor: ApiVisitor, code: str) -> None:
    """Remove a coupon; refuses one that is not on the cart."""
    cart = visitor.cart()
    if cart is None or not cart.coupons.filter(coupon__code=read_coupon_code(code)).exists():
        raise ApiError(400, COUPON, "That coupon is not on the cart.")
    coupons.remove(cart, code)
