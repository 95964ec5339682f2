"""The checkout (contract 3): a draft of the cart's order, the order itself, and a further payment for one."""

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
from vintner.customers.logging_in import user_of
from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import NO_ANSWER
from vintner.payments.models import Payment
from vintner.refusal import Refusal, Refusals
from vintner.store_api import addresses
from vintner.store_api.cart import told
from vintner.store_api.checkout_answers import draft_shape, order_shape
from vintner.store_api.checkout_problems import EMPTY, EMPTY_WORDS, PAYMENT, not_paid, of_form, of_placing
from vintner.store_api.checkout_shapes import CheckoutAsked, CheckoutShape, DraftAsked
from vintner.store_api.checkout_values import OPTIONAL, refuse_method, values_of
from vintner.store_api.problems import Problem
from vintner.store_api.visitors import ApiRequest, Visitor

router = Router(tags=["Checkout"])

log = logging.getLogger(__name__)


@router.get("", response=CheckoutShape, by_alias=True, summary="The order that the cart would make")
def read(request: ApiRequest) -> CheckoutShape:
    """It is a draft, or the order that waits for its payment. A draft holds no bottles."""
    return draft_shape(_drafted(request.auth), request)


@router.api_operation(["PUT", "PATCH"], "", response=CheckoutShape, by_alias=True, summary="Keep something with it")
def change(request: ApiRequest, asked: DraftAsked) -> CheckoutShape:
    """A `payment_method` is kept with the cart, whose price may depend on it. With `?__experimental_calc_totals=true`,
    the answer has the whole cart.
    """
    if asked.payment_method:
        refuse_method(asked.payment_method)
        _keep_method(request.auth.cart(), asked.payment_method)
    order = _drafted(request.auth, asked.customer_note if asked.customer_note is not None else asked.order_notes)
    wants_cart = request.GET.get("__experimental_calc_totals") == "true"
    shape = draft_shape(order, request).model_copy(update={"payment_result": None})
    return shape.model_copy(update={"cart": told(request.auth)}) if wants_cart else shape


def _keep_method(cart: Cart | None, code: str) -> None:
    if cart is not None:
        buyers.save_price_inputs(cart, payment_method=code)


def _drafted(visitor: Visitor, note: str | None = None) -> Order:
    cart = visitor.cart()
    try:
        if cart is None:
            raise Refusal("empty_cart", "")
        tidied = None if note is None else clean(note, lines=True)[: NOTE.longest]
        order = write_draft(cart.pk, note=tidied, now=timezone.now())
    except Refusal as refusal:
        raise Problem(400, EMPTY, EMPTY_WORDS) from refusal
    visitor.quoted(timezone.now())
    return order


@router.post("", response=CheckoutShape, by_alias=True, summary="Place the order and pay for it")
def place(request: ApiRequest, asked: CheckoutAsked) -> CheckoutShape:
    """Sent again, it answers with the same order. An amount that the client says plays no part in the price."""
    visitor = request.auth
    cart = visitor.cart()
    if cart is None:
        raise of_placing(Refusal("empty_cart", ""), visitor)
    try:
        placed = place_order(cart.pk, _form(visitor, cart, asked), user=user_of(request), now=timezone.now())
    except Refusals as refusals:
        first, *others = refusals.items
        words = " ".join(each.message for each in (first, *others))
        raise of_placing(replace(first, message=words), visitor) from refusals
    except Refusal as refusal:
        if isinstance(refusal, accounts.EmailTaken):
            charge.count_taken_email(request)
        raise of_placing(refusal, visitor) from refusal
    except (ProviderDown, ForeignIntent) as error:
        log.error("the outcome of a payment is not known yet: %s", error)
        raise Problem(400, PAYMENT, NO_ANSWER) from error
    return _paid(request, placed)


def _form(visitor: Visitor, cart: Cart, asked: CheckoutAsked) -> forms.CheckoutForm:
    """Keep who buys and where it goes, and return the checked form. Faults are answered together."""
    _refuse_empty(visitor, cart)
    with transaction.atomic():
        addresses.keep(cart, asked)
    values = values_of(cart, asked)
    buyers.save_price_inputs(cart, payment_method=asked.payment_method)
    try:
        form = forms.read_values(values, user_of(visitor.request), optional=OPTIONAL)
    except Refusals as refusals:
        raise of_form(refusals.items, values, visitor) from refusals
    _refuse_too_many(visitor, cart, form)
    shipping = replace(form.shipping, phone=cart.addresses[SHIPPING]["phone"])
    return forms.with_sender(replace(form, shipping=shipping), visitor.request, Payment.Page.BLOCK)


def _refuse_too_many(visitor: Visitor, cart: Cart, form: forms.CheckoutForm) -> None:
    try:
        charge.refuse_too_many_tries(visitor.request, cart.pk, opens=bool(form.password))
    except Refusal as refusal:
        raise of_placing(refusal, visitor) from refusal


def _refuse_empty(visitor: Visitor, cart: Cart) -> None:
    """Nothing to order, and nothing ordered before: then no field matters."""
    if not cart.lines.filter(removed_at=None).exists() and not Order.objects.filter(cart_id=cart.pk).exists():
        raise of_placing(Refusal("empty_cart", ""), visitor)


def _paid(request: ApiRequest, placed: PlacedOrder) -> CheckoutShape:
    try:
        waiting = charge.charge_order(request, placed)
    except charge.PaymentFailed as failed:
        if failed.reload:  # a new account: the page's token is another now, and so it is loaded again
            charge.keep_message_for_reload(request, failed)
        raise not_paid(failed) from failed
    finally:
        request.auth.quoted(timezone.now())  # its cookies and its hash go with the answer
    placed.order.refresh_from_db()
    return order_shape(placed.order, request, waiting)
