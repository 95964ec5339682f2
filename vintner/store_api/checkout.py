"""The checkout: a draft of the cart's order, and the order itself."""

import logging
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from ninja import Router

from vintner.cart import buyers
from vintner.cart.models import Cart
from vintner.checkout import accounts, charge, forms
from vintner.checkout.fields import NOTE, SHIPPING, clean
from vintner.checkout.order_draft import write_draft
from vintner.checkout.place_order import PlacedOrder, place_order
from vintner.customers.middleware import user_of
from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import NO_ANSWER
from vintner.payments.models import Payment
from vintner.refusal import Refusal, Refusals
from vintner.store_api import addresses
from vintner.store_api.cart import current_cart
from vintner.store_api.checkout_answers import draft_shape, order_shape
from vintner.store_api.checkout_errors import EMPTY, EMPTY_WORDS, PAYMENT, form_error, payment_error, placing_error
from vintner.store_api.checkout_form_values import OPTIONAL, form_values, refuse_unknown_method
from vintner.store_api.checkout_shapes import CheckoutInput, CheckoutShape, DraftInput
from vintner.store_api.errors import ApiError
from vintner.store_api.visitors import ApiRequest, ApiVisitor

router = Router(tags=["Checkout"])

log = logging.getLogger(__name__)


@router.get("", response=CheckoutShape, by_alias=True, summary="The order that the cart would make")
def read(request: ApiRequest) -> CheckoutShape:
    """It is a draft, or the order that waits for its payment. A draft reserves no stock."""
    return draft_shape(_write_draft(request.auth), request)


@router.api_operation(["PUT", "PATCH"], "", response=CheckoutShape, by_alias=True, summary="Keep something with it")
def change(request: ApiRequest, body: DraftInput) -> CheckoutShape:
    """A `payment_method` is saved with the cart, whose price may depend on it. With `?__experimental_calc_totals=true`,
    the response has the whole cart.
    """
    if body.payment_method:
        refuse_unknown_method(body.payment_method)
        _save_payment_method(request.auth.cart(), body.payment_method)
    order = _write_draft(request.auth, body.customer_note if body.customer_note is not None else body.order_notes)
    wants_cart = request.GET.get("__experimental_calc_totals") == "true"
    shape = draft_shape(order, request).model_copy(update={"payment_result": None})
    return shape.model_copy(update={"cart": current_cart(request.auth)}) if wants_cart else shape


def _save_payment_method(cart: Cart | None, code: str) -> None:
    if cart is not None:
        buyers.save_price_inputs(cart, payment_method=code)


def _write_draft(visitor: ApiVisitor, note: str | None = None) -> Order:
    cart = visitor.cart()
    try:
        if cart is None:
            raise Refusal("empty_cart", "")
        tidied = None if note is None else clean(note, lines=True)[: NOTE.longest]
        order = write_draft(cart.pk, note=tidied, now=timezone.now())
    except Refusal as refusal:
        raise ApiError(400, EMPTY, EMPTY_WORDS) from refusal
    visitor.quoted(timezone.now())
    return order


@router.post("", response=CheckoutShape, by_alias=True, summary="Place the order and pay for it")
def place(request: ApiRequest, body: CheckoutInput) -> CheckoutShape:
    """Sent again, it returns the same order. Amounts that the client sends have no effect on the price."""
    visitor = request.auth
    cart = visitor.cart()
    if cart is None:
        raise placing_error(Refusal("empty_cart", ""), visitor)
    try:
        placed = place_order(cart.pk, _read_form(visitor, cart, body), user=user_of(request), now=timezone.now())
    except Refusals as refusals:
        first, *others = refusals.items
        words = " ".join(each.message for each in (first, *others))
        raise placing_error(replace(first, message=words), visitor) from refusals
    except Refusal as refusal:
        if isinstance(refusal, accounts.EmailTaken):
            charge.count_taken_email(request)
        raise placing_error(refusal, visitor) from refusal
    except (ProviderDown, ForeignIntent) as error:
        log.error("the outcome of a payment is not known yet: %s", error)
        raise ApiError(400, PAYMENT, NO_ANSWER) from error
    return _charge(request, placed)


def _read_form(visitor: ApiVisitor, cart: Cart, body: CheckoutInput) -> forms.CheckoutForm:
    """Save the addresses and return the checked form. All errors of the form are reported together."""
    _refuse_empty(visitor, cart)
    with transaction.atomic():
        addresses.save_addresses(cart, body)
    values = form_values(cart, body)
    buyers.save_price_inputs(cart, payment_method=body.payment_method)
    try:
        form = forms.read_values(values, user_of(visitor.request), optional=OPTIONAL)
    except Refusals as refusals:
        raise form_error(refusals.items, values, visitor) from refusals
    _refuse_too_many(visitor, cart, form)
    shipping = replace(form.shipping, phone=cart.addresses[SHIPPING]["phone"])
    return forms.with_sender(replace(form, shipping=shipping), visitor.request, Payment.Page.BLOCK)


def _refuse_too_many(visitor: ApiVisitor, cart: Cart, form: forms.CheckoutForm) -> None:
    try:
        charge.refuse_too_many_tries(visitor.request, cart.pk, opens=bool(form.password))
    except Refusal as refusal:
        raise placing_error(refusal, visitor) from refusal


def _refuse_empty(visitor: ApiVisitor, cart: Cart) -> None:
    """Refuse a cart without lines and without an order, before any field is checked."""
    if not cart.lines.filter(removed_at=None).exists() and not Order.objects.filter(cart_id=cart.pk).exists():
        raise placing_error(Refusal("empty_cart", ""), visitor)


def _charge(request: ApiRequest, placed: PlacedOrder) -> CheckoutShape:
    try:
        waiting = charge.charge_order(request, placed)
    except charge.PaymentFailed as failed:
        if failed.reload:  # a new account: the page's token has changed, so it is loaded again
            charge.keep_message_for_reload(request, failed)
        raise payment_error(failed) from failed
    finally:
        request.auth.quoted(timezone.now())  # the response carries the cart's cookies and its hash
    placed.order.refresh_from_db()
    return order_shape(placed.order, request, waiting)
