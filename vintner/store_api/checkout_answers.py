"""Turns an order into its shape in the checkout. The caller has checked that the client may see it."""

from vintner.checkout.place_order_views import WaitingPayment, method_of
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.shipping.regions import Address
from vintner.store_api.cart_shapes import BillingAddress, ShippingAddress
from vintner.store_api.checkout_shapes import CheckoutShape, PaymentDetail, PaymentResult


def draft_shape(order: Order, user: User | None) -> CheckoutShape:
    """Return an order before anything was paid."""
    return _shape(order, user, PaymentResult())


def order_shape(order: Order, user: User | None, place: str, waiting: WaitingPayment | None) -> CheckoutShape:
    """Return a placed order with the `place` to go on to: the receipt, or that of the payment if it is `waiting`."""
    url = "" if place.startswith("#") else place
    details = [("redirect", place)]
    if waiting is not None:
        details.append(("payment_method", method_of(waiting)))
    return _shape(order, user, _success(*details, url=url))


def _success(*details: tuple[str, str], url: str = "") -> PaymentResult:
    all_details = (("result", "success"), *details)
    return PaymentResult(
        payment_status="success",
        payment_details=tuple(PaymentDetail(key=key, value=value) for key, value in all_details),
        redirect_url=url,
    )


def _shape(order: Order, user: User | None, result: PaymentResult) -> CheckoutShape:
    return CheckoutShape(
        order_id=order.pk,
        status=order.status,
        order_key=order.key,
        order_number=order.number,
        customer_note=order.customer_note,
        customer_id=order.user_id or (user.pk if user else 0),
        billing_address=BillingAddress(**Address.read(order.billing).stored(), email=order.email),
        shipping_address=ShippingAddress(**Address.read(order.shipping).stored()),
        payment_method=order.payment_method,
        payment_result=result,
    )
