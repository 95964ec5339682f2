"""A further payment for an order that is there already (contract 3, POST /checkout/{id})."""

from ninja import Router

from vintner.checkout import charge
from vintner.customers.logging_in import user_of
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import has_key
from vintner.orders.rules import Status
from vintner.refusal import Refusal
from vintner.store_api.checkout_answers import order_shape
from vintner.store_api.checkout_problems import not_paid, of_paying
from vintner.store_api.checkout_shapes import CheckoutShape, PaymentAsked
from vintner.store_api.checkout_values import values_to_pay
from vintner.store_api.problems import Problem
from vintner.store_api.visitors import ApiRequest

router = Router(tags=["Checkout"])
LARGEST_ID = 2**63 - 1


@router.post("/{int:order_id}", response=CheckoutShape, by_alias=True, summary="Pay for an order that is there")
def pay(request: ApiRequest, order_id: int, asked: PaymentAsked) -> CheckoutShape:
    """Needs the order's key, and its e-mail address or its customer's log-in. The addresses stay as they were."""
    user = user_of(request)
    order = _own(request, order_id, asked, user)
    try:
        waiting = charge.pay_existing_order(request, order, values_to_pay(asked), user)
    except Refusal as refusal:
        raise of_paying(refusal, request.auth) from refusal
    except charge.PaymentFailed as failed:
        raise not_paid(failed) from failed
    order.refresh_from_db()
    return order_shape(order, request, waiting)


def _own(request: ApiRequest, order_id: int, asked: PaymentAsked, user: User | None) -> Order:
    """Return the order if it is theirs who ask. Whether it was the number, the key or the address that did not fit is
    not told (quality B.3, 4).
    """
    order = Order.objects.exclude(status=Status.DRAFT).filter(pk=min(order_id, LARGEST_ID)).first()
    key = asked.key or request.GET.get("key", "")
    email = asked.billing_email or request.GET.get("billing_email", "")
    if order is not None and has_key(order, key):
        is_theirs = email.strip().casefold() == order.email.casefold() if order.user_id is None else False
        if is_theirs or (user is not None and order.user_id == user.pk):
            return order
    raise Problem(403, "woocommerce_rest_invalid_user", "No order of yours has this number, key and e-mail address.")
