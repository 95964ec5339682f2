"""The page at /checkout/, and the classic checkout's. The pages of the placed order are in order_pages/."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from vintner.attribution.middleware import fields_for_form
from vintner.cart import carts, coupon_calls, coupons
from vintner.cart.middleware import cart_of, correct_ship_to, set_cart_hash
from vintner.cart.models import Cart
from vintner.cart.prices.delivery_choices import WEATHER_HOLD
from vintner.cart.prices.quoted_cart import shipping_problem
from vintner.cart.prices.small_totals import find_small_total
from vintner.checkout import accounts, forms
from vintner.checkout.block.views import block_checkout
from vintner.checkout.checkout_kind import CheckoutKind, active_kind
from vintner.checkout.checkout_page import NEEDS_SCRIPT, NEEDS_SCRIPT_AND_PASSWORD, CheckoutFormState, checkout_page
from vintner.checkout.forms import NOTE, TERMS
from vintner.checkout.initial_values import chosen_values, load_initial_values
from vintner.checkout.place_order_views import OrderFailed, place_and_charge, pop_decline, read_posted_form
from vintner.checkout.saved_cards import saved_cards
from vintner.checkout.subscribing import refuse_without_consent
from vintner.checkout.wine_shipments import likely_recipient, shipment_problem
from vintner.customers.middleware import user_of
from vintner.orders.ownership import link
from vintner.payments.appearance import APPEARANCES, read_appearances
from vintner.payments.attempts import payment_input
from vintner.payments.attempts.start_payment import PaymentFailed, StartedPayment
from vintner.payments.offered_types import METHOD_FIELD
from vintner.refusal import Refusal, Refusals
from vintner.shipping import age
from vintner.shipping.address_form import BILLING, SHIPPING, find_field_to_change, tidy
from vintner.web.answers import page_response
from vintner.web.shared_props import shared_props

USE_ADDRESS = "use_address"
"""The button that fills in a saved address, for browsers without JavaScript. Its value is the group."""
PLACE_ORDER = "woocommerce_checkout_place_order"
"""WooCommerce's name of the button."""
AUTHENTICATION_NEEDS_SCRIPT = (
    "Your bank wants to ask you something first, and its question needs JavaScript: please turn it on and place the"
    " order again, or choose another card. Nothing was charged."
)
KEPT_FIELDS = (
    NOTE.name,
    *forms.GIFT_FIELDS,
    forms.DIFFERENT,
    WEATHER_HOLD,
    accounts.WANTS_ACCOUNT_FIELD,
    forms.AGREES_TO_CHARGES,
    TERMS,
    age.BOX,
    *age.BORN,
)


def checkout(request: HttpRequest) -> HttpResponse:
    """Show the active checkout at /checkout/, to which every link leads. A form that is posted there is the classic
    one's.
    """
    if active_kind() is CheckoutKind.BLOCK and request.method in ("GET", "HEAD"):
        return block_checkout(request)
    return classic_checkout(request)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def classic_checkout(request: HttpRequest) -> HttpResponse:
    """Show the form. Without JavaScript it posts here and is answered with a page."""
    cart = cart_of(request)
    quoted = carts.quote_cart(cart, now=timezone.now()) if cart is not None else None
    if cart is None or quoted is None or not quoted.lines:
        return HttpResponseRedirect(reverse("cart"))
    if request.method != "POST":
        values = load_initial_values(cart, user_of(request))
        repriced = forms.price_for_initial_values(cart, values)
        form_state = CheckoutFormState(values=values, user=user_of(request), errors=pop_decline(request))
        return _page(request, cart, form_state, None if repriced else quoted)
    forms.save_price_inputs(cart, request.POST.dict())
    if (group := request.POST.get(USE_ADDRESS)) in (BILLING, SHIPPING):
        return _use_saved_address(request, cart, group)
    if code := request.POST.get("remove_coupon", ""):
        coupons.remove(cart, code)
        return _page(request, cart, _read_form_state(request))
    # Enter in the coupon's field presses the form's first button, which has no name.
    if "apply_coupon" in request.POST or (request.POST.get("coupon_code") and PLACE_ORDER not in request.POST):
        return _add_coupon(request, cart)
    return _check_and_place(request, cart)


def _page(
    request: HttpRequest, cart: Cart, form_state: CheckoutFormState, quoted: carts.QuotedCart | None = None
) -> HttpResponse:
    """Return the page. `quoted` is the quote of the cart as it is now, None if it is to be made."""
    now = timezone.now()
    quoted = quoted or carts.quote_cart(cart, now=now)
    cards = saved_cards(user_of(request), now, chosen=payment_input.read_token(request.POST))
    form_state = replace(
        form_state,
        cards=cards,
        appearances=read_appearances(APPEARANCES.read(request)),
        attribution=fields_for_form(request),
    )
    response = page_response(request, checkout_page(quoted, shared_props(request), form_state))
    set_cart_hash(response, quoted.cart_hash)
    correct_ship_to(request, response, quoted.cart)
    return response


def _use_saved_address(request: HttpRequest, cart: Cart, group: str) -> HttpResponse:
    """Fill in an address of the customer's book. All else that was typed stays."""
    typed = _read_form_state(request)
    values = {**typed.values, **chosen_values(group, request.POST.dict(), typed.user)}
    forms.price_for_initial_values(cart, values)
    return _page(request, cart, replace(typed, values=values))


def _add_coupon(request: HttpRequest, cart: Cart) -> HttpResponse:
    code = request.POST.get("coupon_code", "")[:60]
    try:
        taken_off = coupon_calls.add_coupon(request, cart)
    except Refusal as refusal:
        form_state = replace(_read_form_state(request), coupon_code=code, coupon_problem=refusal.message)
        return _page(request, cart, form_state)
    messages.success(request, coupons.added_message(taken_off))
    return _page(request, cart, _read_form_state(request))


def _read_form_state(request: HttpRequest) -> CheckoutFormState:
    """Return the state of the posted form, with tidied values."""
    posted = {name: str(value) for name, value in request.POST.items()}
    values = {**posted, **tidy(BILLING, posted), **tidy(SHIPPING, posted)}
    form_values = {name: value[:2000] for name, value in values.items() if _is_field(name)}
    return CheckoutFormState(values=form_values, user=user_of(request))


def _check_and_place(request: HttpRequest, cart: Cart) -> HttpResponse:
    if rate_id := request.POST.get(forms.RATE):
        carts.choose_delivery(cart, rate_id, preselected=request.POST.get(carts.PRESELECTED, ""))
    typed = _read_form_state(request)
    try:
        order, waiting = place_and_charge(request, cart.pk, partial(_read_form, request, cart))
    except OrderFailed as failed:
        if failed.refusals:
            return _page(request, cart, replace(typed, errors=failed.refusals))
        return _page(request, cart, replace(typed, user=user_of(request), payment_problem=failed.message))
    if isinstance(waiting, StartedPayment):  # a setup leaves a placed order, whose receipt says what is missing
        state = replace(typed, user=user_of(request), payment_problem=AUTHENTICATION_NEEDS_SCRIPT)
        return _page(request, cart, state)
    response = HttpResponseRedirect(link("order_received", order))
    set_cart_hash(response, "")
    return response


def _read_form(request: HttpRequest, cart: Cart) -> forms.CheckoutForm:
    """Return the checked form, for whose address the cart is priced.

    Raises Refusal or Refusals, and PaymentFailed if a card is still to be entered: that needs the card service's form.
    """
    typed = _read_form_state(request).values
    forms.price_for_typed_place(cart, typed)
    quoted = carts.quote_cart(cart, now=timezone.now())
    also = _refuse_place(request, quoted, typed)
    try:
        form = read_posted_form(request)
    except Refusals as refused:
        raise Refusals((*refused.items, *also)) from None
    if also:
        raise Refusals(tuple(also))
    carts.set_destination(cart, form.place)
    refuse_without_consent(form, quoted, user_of(request), timezone.now())
    if problem := find_small_total(quoted.quote):
        raise Refusal("small_total", problem, METHOD_FIELD)
    if not form.payment_input.has_method and quoted.quote.total:
        raise PaymentFailed(NEEDS_SCRIPT_AND_PASSWORD if form.password else NEEDS_SCRIPT)
    return form


def _refuse_place(request: HttpRequest, quoted: carts.QuotedCart, typed: Mapping[str, str]) -> list[Refusal]:
    """Return the refusal of a place that the cart may not be sent to, so that it stands beside those of the fields."""
    place, group = quoted.quote.place, SHIPPING if forms.ships_elsewhere(typed) else BILLING
    if problem := shipping_problem(quoted.quote):
        return [Refusal("no_delivery", problem, find_field_to_change(group, place.country))]
    problem = shipment_problem(quoted, likely_recipient(typed, place, user_of(request)), timezone.now())
    return [Refusal("no_wine_there", problem, f"{group}_state")] if problem else []


def _is_field(name: str) -> bool:
    """Return whether a value may be sent back to the page. Passwords may not."""
    return name.startswith((f"{BILLING}_", f"{SHIPPING}_")) or name in KEPT_FIELDS
