"""The cart's lines and coupons as resources of their own."""

from django.utils import timezone
from ninja import Router, Status

from vintner.cart import carts, coupons
from vintner.pricing.field_checks import read_coupon_code
from vintner.store_api import cart_views
from vintner.store_api.cart_answers import coupon_shapes, item_shapes
from vintner.store_api.cart_shapes import CartCouponShape, CartItem
from vintner.store_api.cart_views import CouponInput, ItemInput
from vintner.store_api.errors import COUPON, ApiError
from vintner.store_api.middleware import ApiRequest, ApiVisitor
from vintner.store_api.shapes import RequestModel

router = Router(tags=["Cart"])


class NewQuantityInput(RequestModel):
    """The new quantity of a line."""

    quantity: int = 1


@router.get("/items", response=list[CartItem], summary="The lines")
def lines(request: ApiRequest) -> list[CartItem]:
    return item_shapes(request.auth.quoted(timezone.now()))


@router.post("/items", response={201: CartItem}, summary="Add to the cart")
def add_line(request: ApiRequest, body: ItemInput) -> Status[CartItem]:
    return Status(201, _line(request.auth, cart_views.add_to_cart(request.auth, body)))


@router.delete("/items", response=list[CartItem], summary="Empty the cart")
def empty(request: ApiRequest) -> list[CartItem]:
    visitor = request.auth
    found = visitor.cart()
    if found is not None:
        carts.empty(found)
    visitor.quoted(timezone.now())
    return []


@router.get("/items/{key}", response=CartItem, summary="One line")
def line(request: ApiRequest, key: str) -> CartItem:
    return _line(request.auth, key)


@router.put("/items/{key}", response=CartItem, summary="Change a line's quantity")
def change_line(request: ApiRequest, key: str, body: NewQuantityInput) -> CartItem:
    cart_views.set_quantity(request.auth, key, body.quantity)
    return _line(request.auth, key)


@router.delete("/items/{key}", response={204: None}, summary="Remove a line")
def remove_line(request: ApiRequest, key: str) -> Status[None]:
    cart_views.remove_line(request.auth, key)
    request.auth.quoted(timezone.now())
    return Status(204, None)


def _line(visitor: ApiVisitor, key: str) -> CartItem:
    quoted = visitor.quoted(timezone.now())
    found = next((each for each in item_shapes(quoted) if each.key == key), None)
    if found is None:
        raise ApiError(404, "woocommerce_rest_cart_invalid_key", "That line is not in the cart.")
    return found


@router.get("/coupons", response=list[CartCouponShape], summary="The coupons")
def all_coupons(request: ApiRequest) -> list[CartCouponShape]:
    return list(coupon_shapes(request.auth.quoted(timezone.now()).quote))


@router.post("/coupons", response={201: CartCouponShape}, summary="Use a coupon")
def add_coupon(request: ApiRequest, body: CouponInput) -> Status[CartCouponShape]:
    cart_views.apply_coupon_code(request.auth, body.code)
    return Status(201, _coupon(request.auth, body.code))


@router.delete("/coupons", response=list[CartCouponShape], summary="Take all coupons off")
def remove_coupons(request: ApiRequest) -> list[CartCouponShape]:
    found = request.auth.cart()
    if found is not None:
        for code in found.coupons.values_list("coupon__code", flat=True):
            coupons.remove(found, code)
    request.auth.quoted(timezone.now())
    return []


@router.get("/coupons/{code}", response=CartCouponShape, summary="One coupon")
def coupon(request: ApiRequest, code: str) -> CartCouponShape:
    return _coupon(request.auth, code)


@router.delete("/coupons/{code}", response={204: None}, summary="Take a coupon off")
def remove_coupon(request: ApiRequest, code: str) -> Status[None]:
    cart_views.remove_coupon_code(request.auth, code)
    request.auth.quoted(timezone.now())
    return Status(204, None)


def _coupon(visitor: ApiVisitor, code: str) -> CartCouponShape:
    coupons_on_cart = coupon_shapes(visitor.quoted(timezone.now()).quote)
    found = next((each for each in coupons_on_cart if each.code == read_coupon_code(code)), None)
    if found is None:
        raise ApiError(404, COUPON, "That coupon is not on the cart.")
    return found
