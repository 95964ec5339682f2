"""The checkout: a draft of the cart's order, and the order itself."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from django.db import transaction
from django.utils import timezone
from ninja import Router

from vintner import chaos
from vintner.attribution.middleware import read_attribution_of
from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.cart.saved import price_inputs
from vintner.checkout import forms
from vintner.checkout.forms import NOTE
from vintner.checkout.order_draft import write_draft
from vintner.checkout.place_order_views import (
    OrderFailed,
    WaitingPayment,
    keep_message_for_reload,
    onward_url,
    place_and_charge,
)
from vintner.customers.middleware import user_of
from vintner.orders.models import Order
from vintner.payments.models import Payment
from vintner.payments.offered_types import METHOD_FIELD
from vintner.refusal import Refusal, Refusals
from vintner.shipping.address_form import SHIPPING
from vintner.store_api import addresses
from vintner.store_api.cart_views import current_cart
from vintner.store_api.checkout_answers import draft_shape, order_shape
from vintner.store_api.checkout_errors import EMPTY, EMPTY_WORDS, form_error, order_error, placing_error
from vintner.store_api.checkout_form_values import OPTIONAL, OPTIONAL_FOR_WALLETS, form_values, refuse_unknown_method
from vintner.store_api.checkout_shapes import CheckoutInput, CheckoutShape, DraftInput
from vintner.store_api.errors import ApiError
from vintner.store_api.middleware import ApiRequest, ApiVisitor
from vintner.store_api.wallet_views import SheetPurchase, is_of_wallet, name_reasons, read_purchase
from vintner.web.client_address import read_browser
from vintner.web.text_input import read_lines

router = Router(tags=["Checkout"])


@router.get("", response=CheckoutShape, by_alias=True, summary="The order that the cart would make")
def read(request: ApiRequest) -> CheckoutShape:
    """It is a draft, or the order that waits for its payment. A draft reserves no stock."""
    return draft_shape(_write_draft(request.auth), user_of(request))


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
    shape = draft_shape(order, user_of(request)).model_copy(update={"payment_result": None})
    return shape.model_copy(update={"cart": current_cart(request.auth)}) if wants_cart else shape


def _save_payment_method(cart: Cart | None, code: str) -> None:
    if cart is not None:
        price_inputs.save_price_inputs(cart, price_inputs.PriceInputs(payment_method=code))


def _write_draft(visitor: ApiVisitor, note: str | None = None) -> Order:
    cart = visitor.cart()
    try:
        if cart is None:
            raise Refusal("empty_cart", "")
        tidied = None if note is None else read_lines(note)[: NOTE.longest]
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
    by_wallet = is_of_wallet(request, body.payment_data, cart)
    with name_reasons(is_of_wallet=by_wallet):
        if cart is None:
            raise placing_error(Refusal("empty_cart", ""), visitor)
        read_form = partial(_read_wallet_form if by_wallet else _read_form, visitor, cart, body)
        order, waiting = _place(visitor, cart, read_form)
    visitor.quoted(timezone.now())  # the response carries the cart's cookies and its hash
    order.refresh_from_db()
    return order_shape(order, user_of(request), onward_url(request, order, waiting), waiting)


def _place(
    visitor: ApiVisitor, cart: Cart, read_form: Callable[[], forms.CheckoutForm]
) -> tuple[Order, WaitingPayment | None]:
    try:
        return place_and_charge(visitor.request, cart.pk, read_form)
    except OrderFailed as failed:
        if failed.placed is not None:
            visitor.quoted(timezone.now())
        if failed.reload:  # a new account: the page's token has changed, so it is loaded again
            keep_message_for_reload(visitor.request, failed.message, declined=failed.declined)
        raise order_error(failed, visitor) from failed


def _read_wallet_form(visitor: ApiVisitor, cart: Cart, body: CheckoutInput) -> forms.CheckoutForm:
    """Return the checked form of a wallet's order. It is for what the wallet's sheet showed, delivery included."""
    purchase = read_purchase(visitor.request, body.payment_data, body.extensions, cart_id=cart.pk)
    form = _read_form(visitor, cart, body, purchase)
    chaos.point("after_sheet_quote")
    return replace(form, check=purchase.check, rate_id=form.rate_id or purchase.shipping_rate)


def _read_form(
    visitor: ApiVisitor, cart: Cart, body: CheckoutInput, purchase: SheetPurchase | None = None
) -> forms.CheckoutForm:
    """Save the addresses and return the checked form. All errors of the form are reported together."""
    _refuse_empty(visitor, cart)
    with transaction.atomic():
        carts.lock(cart.pk)  # refuses a cart that was deleted meanwhile, as that of a cancelled sheet
        addresses.save_addresses(cart, body, is_of_wallet=purchase is not None)
    values = form_values(cart, body, purchase.method if purchase else "")
    price_inputs.save_price_inputs(cart, price_inputs.PriceInputs(payment_method=values[METHOD_FIELD]))
    try:
        optional, wallet = (OPTIONAL_FOR_WALLETS, purchase.wallet) if purchase else (OPTIONAL, None)
        form = forms.read_values(values, user_of(visitor.request), optional=optional, wallet=wallet)
    except Refusals as refusals:
        raise form_error(refusals.items, values, visitor) from refusals
    shipping = replace(form.shipping, phone=cart.addresses[SHIPPING]["phone"])
    origin = read_attribution_of(visitor.request, form.attribution)
    form = replace(form, shipping=shipping)
    page = Payment.Page.EXPRESS if purchase else Payment.Page.BLOCK
    return forms.with_sender(form, read_browser(visitor.request), page, origin)


def _refuse_empty(visitor: ApiVisitor, cart: Cart) -> None:
    """Refuse a cart without lines and without an order, before any field is checked."""
    if not cart.lines.filter(removed_at=None).exists() and not Order.objects.filter(cart_id=cart.pk).exists():
        raise placing_error(Refusal("empty_cart", ""), visitor)
