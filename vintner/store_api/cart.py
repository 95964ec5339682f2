"""The cart's endpoints that answer with the whole cart (contract 3)."""

from django.db import transaction
from django.utils import timezone
from ninja import Router, Status
from pydantic import Field

from vintner.cart import carts, coupon_calls, coupons, items
from vintner.cart.models import Cart, CartLine
from vintner.cart.quoted_cart import QuotedCart
from vintner.catalogue.slugs import slug_of
from vintner.checkout.checkout_page import initial_values
from vintner.checkout.order_review import order_review
from vintner.checkout.payment_options import cart_payment_options
from vintner.checkout.saved_cards import saved_cards
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.store_api import addresses
from vintner.store_api.cart_answers import cart_shape
from vintner.store_api.cart_shapes import CartShape, CheckoutParts
from vintner.store_api.problems import COUPON, Problem, invalid, of_refusal
from vintner.store_api.shapes import Asked
from vintner.store_api.visitors import ApiRequest, Visitor
from vintner.web.answers import wants_sections

router = Router(tags=["Cart"])


class OptionAsked(Asked):
    """What tells a variation from its sisters: attribute 'Vintage' (or its slug), value '2019'."""

    attribute: str
    value: str


class ItemAsked(Asked):
    """So many of a product or a variation."""

    id: int = 0
    quantity: int = 1
    variation: tuple[OptionAsked, ...] = Field(default=(), max_length=20)


class LineAsked(Asked):
    """A line, by the key that the cart tells."""

    key: str


class QuantityAsked(LineAsked):
    """A line and its new quantity."""

    quantity: int


class CodeAsked(Asked):
    """A coupon's code, in any case."""

    code: str


class RateAsked(Asked):
    """A way to deliver, by the rate_id that the cart tells."""

    package_id: int | str | None = 0
    rate_id: str


@router.get("", response=CartShape, summary="The cart")
def read(request: ApiRequest) -> CartShape:
    return told(request.auth)


@router.post("/add-item", response={201: CartShape}, summary="Add to the cart")
def add_item(request: ApiRequest, asked: ItemAsked) -> Status[CartShape]:
    add(request.auth, asked)
    return Status(201, told(request.auth))


@router.post("/update-item", response=CartShape, summary="Change a line's quantity")
def update_item(request: ApiRequest, asked: QuantityAsked) -> CartShape:
    set_quantity(request.auth, asked.key, asked.quantity)
    return told(request.auth)


@router.post("/remove-item", response=CartShape, summary="Remove a line")
def remove_item(request: ApiRequest, asked: LineAsked) -> CartShape:
    remove(request.auth, asked.key)
    return told(request.auth)


@router.post("/apply-coupon", response=CartShape, summary="Use a coupon")
def apply_coupon(request: ApiRequest, asked: CodeAsked) -> CartShape:
    use_coupon(request.auth, asked.code)
    return told(request.auth)


@router.post("/remove-coupon", response=CartShape, summary="Take a coupon off")
def remove_coupon(request: ApiRequest, asked: CodeAsked) -> CartShape:
    take_off_coupon(request.auth, asked.code)
    return told(request.auth)


@router.post("/update-customer", response=CartShape, summary="Say who buys and where it goes")
def update_customer(request: ApiRequest, asked: addresses.CustomerAsked) -> CartShape:
    with transaction.atomic():
        addresses.keep(request.auth.cart_to_change(), asked)
    return told(request.auth)


@router.post("/select-shipping-rate", response=CartShape, summary="Choose a delivery")
def select_shipping_rate(request: ApiRequest, asked: RateAsked) -> CartShape:
    """Refuses a rate that the cart does not offer: an ignored choice would be charged as another one."""
    shown = request.auth.quoted(timezone.now())
    if asked.package_id not in (0, "0", None):
        raise invalid({"package_id": ("rest_invalid_param", "Every cart is one package, number 0.")})
    if asked.rate_id not in {option.rate_id for option in shown.quote.shipping_options}:
        raise invalid({"rate_id": ("rest_invalid_param", "This cart has no such shipping rate.")})
    carts.choose_delivery(shown.cart, asked.rate_id)
    return told(request.auth)


def told(visitor: Visitor) -> CartShape:
    shown = visitor.quoted(timezone.now())
    return cart_shape(shown, _parts(visitor, shown) if wants_sections(visitor.request) else None)


def _parts(visitor: Visitor, shown: QuotedCart) -> CheckoutParts:
    user = visitor.request.user if isinstance(visitor.request.user, User) else None
    payment = cart_payment_options(shown, cards=saved_cards(user, timezone.now()), may_save=user is not None)
    return CheckoutParts(review=order_review(shown, initial_values(shown.cart, None), user), payment=payment)


def add(visitor: Visitor, asked: ItemAsked) -> str:
    """Add to the cart, made if need be; returns the line's key. Refuses, and then leaves no new cart behind."""
    choices = {_attribute(each.attribute): each.value for each in asked.variation}
    found = items.find(str(asked.id), choices)
    if found is None:
        raise of_refusal(Refusal("unknown_item", f"We have nothing with the ID {asked.id}."))
    if asked.quantity < 1:
        words = "The quantity of what is added must be at least 1."
        raise Problem(400, "woocommerce_rest_product_invalid_quantity", words)
    variation = found.require_variation()
    with transaction.atomic():
        cart = visitor.cart_to_change()
        carts.add(cart, variation, asked.quantity)
    return CartLine(cart=cart, variation=variation).key


def _attribute(name: str) -> str:
    """Return the slug of an attribute that is named as in the cart's answer, or as people do."""
    return slug_of(name.strip().lower().removeprefix("attribute_").removeprefix("pa_"))


def set_quantity(visitor: Visitor, key: str, quantity: int) -> None:
    """Change a line. 0 does not remove it (contract 3). Refuses."""
    if quantity < 1:
        raise Problem(400, "invalid_quantity", "The quantity must be at least 1. To remove the line, use remove-item.")
    cart = _cart_with(visitor, key)
    line = next((each for each in visitor.quoted(timezone.now()).lines if each.line.key == key), None)
    if line is not None and line.gift is not None:
        raise Problem(400, "readonly_quantity", "A promotion gives this line, so its quantity cannot be changed.")
    try:
        carts.set_quantity(cart, key, quantity)
    except Refusal as refusal:
        raise _of_line(visitor, refusal) from refusal


def remove(visitor: Visitor, key: str) -> None:
    """Remove a line, or refuse."""
    cart = _cart_with(visitor, key)
    try:
        carts.remove(cart, key)
    except Refusal as refusal:
        raise _of_line(visitor, refusal) from refusal


def _cart_with(visitor: Visitor, key: str) -> Cart:
    cart = visitor.cart()
    if cart is None:
        raise _gone(visitor)
    return cart


def _of_line(visitor: Visitor, refusal: Refusal) -> Problem:
    if refusal.code in ("unknown_line", "no_cart"):
        return _gone(visitor)
    return Problem(400, "invalid_quantity", refusal.message)


def _gone(visitor: Visitor) -> Problem:
    """A conflict carries the cart as it is, so that the client can show it (contract 3)."""
    words = "That line is not in the cart."
    return Problem(409, "woocommerce_rest_cart_invalid_key", words, {"cart": told(visitor)})


def use_coupon(visitor: Visitor, code: str) -> None:
    """Use a coupon, or refuse. Wrong guesses are counted as everywhere."""
    try:
        coupon_calls.add_code(visitor.request, visitor.cart(), code)
    except Refusal as refusal:
        problem = of_refusal(refusal)
        raise Problem(problem.status, COUPON, problem.message) from refusal


def take_off_coupon(visitor: Visitor, code: str) -> None:
    """Take a coupon off; refuses one that is not on the cart."""
    cart = visitor.cart()
    if cart is None or not cart.coupons.filter(coupon__code=_clean(code)).exists():
        raise Problem(400, COUPON, "That coupon is not on the cart.")
    coupons.remove(cart, code)


def _clean(code: str) -> str:
    return code.replace("\x00", "").strip().lower()
