"""Turns an order into its shape in the checkout. The caller has checked that the client may see it."""

from django.http import HttpRequest

from vintner.checkout.place_order_views import onward_url
from vintner.customers.models import User
from vintner.orders.addresses import Address
from vintner.orders.models import Order
from vintner.payments.attempts.start_payment import StartedPayment
from vintner.store_api.cart_shapes import BillingAddress, ShippingAddress
from vintner.store_api.checkout_shapes import CheckoutShape, PaymentDetail, PaymentResult


def draft_shape(order: Order, request: HttpRequest) -> CheckoutShape:
    """Return an order before anything was paid."""
    return _shape(order, request, PaymentResult())


def order_shape(order: Order, request: HttpRequest, waiting: StartedPayment | None) -> CheckoutShape:
    """Return a placed order with the address to go on to: the receipt, or that of the payment if it is `waiting`."""
    place = onward_url(request, order, waiting)
    url = "" if place.startswith("#") else place
    details = [("redirect", place)]
    if waiting is not None:
        details.append(("payment_method", waiting.payment.method))
    return _shape(order, request, _success(*details, url=url))


def _success(*details: tuple[str, str], url: str = "") -> PaymentResult:
    all_details = (("result", "success"), *details)
    return PaymentResult(
        payment_status="success",
        payment_details=tuple(PaymentDetail(key=key, value=value) for key, value in all_details),
        redirect_url=url,
    )


def _shape(order: Order, request: HttpRequest, result: PaymentResult) -> CheckoutShape:
    user = request.user
    return CheckoutShape(
        order_id=order.pk,
        status=order.status,
        order_key=order.key,
        order_number=order.number,
        customer_note=order.customer_note,
        customer_id=order.user_id or (user.pk if isinstance(user, User) else 0),
        billing_address=BillingAddress(**Address.read(order.billing).stored(), email=order.email),
        shipping_address=ShippingAddress(**Address.read(order.shipping).stored()),
        payment_method=order.payment_method,
        payment_result=result,
    )
