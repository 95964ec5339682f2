"""A further payment for an order that is there already: POST /checkout/{id}."""

from ninja import Router

from vintner.checkout.place_order_views import OrderFailed, onward_url, pay_existing_order
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import find_order, is_owner, knows_email
from vintner.payments.attempts.start_payment import StartedPayment
from vintner.refusal import Refusal
from vintner.store_api.checkout_answers import order_shape
from vintner.store_api.checkout_errors import paying_error
from vintner.store_api.checkout_form_values import payment_form_values
from vintner.store_api.checkout_shapes import CheckoutShape, OrderPaymentInput
from vintner.store_api.errors import ApiError
from vintner.store_api.middleware import ApiRequest
from vintner.store_api.wallet_views import is_of_wallet, name_reasons, read_purchase
from vintner.web.client_address import rate_limit_key

router = Router(tags=["Checkout"])


@router.post("/{int:order_id}", response=CheckoutShape, by_alias=True, summary="Pay for an order that is there")
def pay(request: ApiRequest, order_id: int, body: OrderPaymentInput) -> CheckoutShape:
    """Needs the order's key, and its e-mail address or its customer's log-in. The addresses stay as they were."""
    user = user_of(request)
    order = _own_order(request, order_id, body, user)
    by_wallet = is_of_wallet(request, body.payment_data)
    with name_reasons(is_of_wallet=by_wallet):
        waiting = _pay(request, order, body, by_wallet=by_wallet)
    order.refresh_from_db()
    return order_shape(order, user, onward_url(request, order, waiting), waiting)


def _pay(request: ApiRequest, order: Order, body: OrderPaymentInput, *, by_wallet: bool) -> StartedPayment | None:
    try:
        purchase = read_purchase(request, body.payment_data, body.extensions, order_id=order.pk) if by_wallet else None
        values = payment_form_values(body, purchase.method if purchase else "")
        return pay_existing_order(request, order, values, purchase)
    except Refusal as refusal:
        raise paying_error(OrderFailed(refusal), request.auth) from refusal
    except OrderFailed as failed:
        raise paying_error(failed, request.auth) from failed


def _own_order(request: ApiRequest, order_id: int, body: OrderPaymentInput, user: User | None) -> Order:
    """Return the order if it is the client's, or refuse.

    The refusal does not say whether the number, the key or the e-mail address was wrong: otherwise anybody could find
    out which orders exist, by trying numbers.
    """
    order = find_order(order_id, body.key or request.GET.get("key", ""))
    email = body.billing_email or request.GET.get("billing_email", "")
    if order is not None:
        is_theirs = order.user_id is None and knows_email(order, email, rate_limit_key(request))
        if is_theirs or is_owner(user, order):
            return order
    raise ApiError(403, "woocommerce_rest_invalid_user", "No order of yours has this number, key and email address.")
