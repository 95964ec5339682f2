"""The checkout's calls by WooCommerce's names: update_order_review and checkout."""

from collections.abc import Mapping
from functools import partial

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from vintner.cart import carts
from vintner.cart.middleware import cart_of, correct_ship_to, set_cart_hash
from vintner.cart.models import Cart
from vintner.checkout import accounts, forms
from vintner.checkout.order_review import order_review
from vintner.checkout.pages import PaymentOptions
from vintner.checkout.payment_options import cart_payment_options
from vintner.checkout.place_order_views import (
    OrderFailed,
    WaitingPayment,
    keep_message_for_reload,
    method_of,
    onward_url,
    place_and_charge,
    read_posted_form,
)
from vintner.checkout.saved_cards import saved_cards
from vintner.customers.middleware import user_of
from vintner.orders.models import Order
from vintner.payments.attempts import payment_input
from vintner.refusal import Refusal, Refusals
from vintner.shipping.address_form import GROUPS, label
from vintner.shipping.rules import Place
from vintner.shipping.sent_places import read_place
from vintner.web.answers import fragments, json_response
from vintner.web.nonce import nonce, valid_nonce
from vintner.web.text_input import read_form, read_line

NONCES = ("woocommerce-process-checkout-nonce", "csrfmiddlewaretoken", "security")
STALE_CODES = frozenset(
    {
        "total_changed",
        "out_of_stock",
        "not_enough",
        "not_for_sale",
        "plan_closed",
        "terms_changed",
        "charges_not_agreed",
        "small_total",
        "coming_soon",
        "one_per_order",
        "no_delivery",
        "no_such_card",
        "card_expired",
    }
)
"""Codes of refusals after which the order review or the payment methods on the page are out of date."""
UNVERIFIED = "We could not check where this came from. Please try again."
EXPIRED = format_html(
    'Your cart is empty, or this page had been open for too long. <a href="{}" class="wc-backward">Return to shop</a>',
    "/shop/",
)


def update_order_review(request: HttpRequest) -> HttpResponse:
    """Price the cart for another address, delivery or payment method, and save these with the cart."""
    if not valid_nonce(request, "security"):
        return HttpResponse("-1", "text/html; charset=UTF-8", 403)
    cart, values = cart_of(request), _read_post_data(request)
    quoted = _quote_for_request(request, cart, values) if cart else None
    if quoted is None or not quoted.lines:
        note = format_html('<div class="woocommerce-error" role="alert">{}</div>', EXPIRED)
        return json_response({"fragments": {"form.woocommerce-checkout": note}})
    review = order_review(quoted, values, user_of(request))
    body: dict[str, object] = {
        "result": "success",
        "messages": "",
        "reload": False,
        "fragments": fragments(request, review, _payment_options(request, quoted, values)),
    }
    response = json_response(body)
    set_cart_hash(response, quoted.cart_hash)
    correct_ship_to(request, response, quoted.cart)
    return response


def _payment_options(request: HttpRequest, quoted: carts.QuotedCart, values: Mapping[str, str]) -> PaymentOptions:
    user = user_of(request)
    cards = saved_cards(user, timezone.now(), chosen=payment_input.read_token(values))
    return cart_payment_options(quoted, cards=cards, may_save=user is not None)


def _quote_for_request(request: HttpRequest, cart: Cart, values: Mapping[str, str]) -> carts.QuotedCart:
    """Save what the call asks for with the cart, and price it. The call's own parameters override those of the form."""
    named = {"payment_method": request.POST.get("payment_method", ""), "billing_city": request.POST.get("city", "")}
    inputs = forms.read_price_inputs({**values, **{name: value for name, value in named.items() if value}})
    rate_id = read_line(request.POST.get(forms.RATE, ""))
    carts.save_review_inputs(cart, _read_place(request), rate_id, values.get(carts.PRESELECTED, ""), inputs)
    return carts.quote_cart(cart, now=timezone.now())


def _read_place(request: HttpRequest) -> Place | None:
    """Return the parcel's place: from the fields s_country …, or from those without s_ when they are missing."""
    prefix = "s_" if request.POST.get("s_country") else ""
    sent = {name: request.POST.get(f"{prefix}{name}", "") for name in ("country", "state", "postcode", "city")}
    place = read_place(sent)
    return place if place.country else None


def _read_post_data(request: HttpRequest) -> dict[str, str]:
    """Return the whole form, as far as it is filled in; WooCommerce's clients send it as one field."""
    return {
        name: str(value) for name, value in read_form(QueryDict(request.POST.get("post_data", "")[:20_000])).items()
    }


def checkout(request: HttpRequest) -> HttpResponse:
    """Place the order and charge it. Every answer has status 200 in WooCommerce's shape
    (docs/behaviour/checkout.md#answers-of-the-checkout-call).
    """
    cart = cart_of(request)
    if not any(valid_nonce(request, field) for field in NONCES):
        return _failure_response(_error_item(UNVERIFIED, ""), refresh=True)
    if cart is None:
        return _failure_response(format_html("<li>{}</li>", EXPIRED))
    try:
        order, waiting = place_and_charge(request, cart.pk, partial(_read_form, request, cart))
    except OrderFailed as failed:
        if isinstance(failed.error, Refusal) and not isinstance(failed.error, accounts.EmailTaken):
            forms.save_price_inputs(cart, request.POST.dict())  # the next review counts with it
        return _order_failed_response(request, failed)
    return _success_response(request, order, waiting)


def _read_form(request: HttpRequest, cart: Cart) -> forms.CheckoutForm:
    """Return the checked form. Refuses invalid fields, unless the cart is empty; one with a valid form is refused when
    its order is placed.
    """
    try:
        return read_posted_form(request)
    except (Refusal, Refusals):
        if not cart.lines.filter(removed_at=None).exists() and not Order.objects.filter(cart_id=cart.pk).exists():
            raise Refusal("empty_cart", "") from None
        raise


def _success_response(request: HttpRequest, order: Order, waiting: WaitingPayment | None) -> HttpResponse:
    """Answer with the address where the browser goes on. Whoever still has to pay gets a fresh token with it, because
    opening an account renews it.
    """
    body: dict[str, object] = {"result": "success", "redirect": onward_url(request, order, waiting)}
    if waiting is not None:
        body |= {"nonce": nonce(request), "payment_method": method_of(waiting)}
    response = json_response({**body, "order_id": order.pk})
    if waiting is None:
        set_cart_hash(response, "")
    return response


def _order_failed_response(request: HttpRequest, failed: OrderFailed) -> HttpResponse:
    """Answer with the messages, and keep the payment's in the session if the page is to be loaded again."""
    if failed.refusals:
        return _refusal_response(request, failed.refusals)
    if failed.reload:
        keep_message_for_reload(request, failed.message, declined=failed.declined)
    return _failure_response(_error_item(failed.message, ""), reload=failed.reload, fields=failed.fields)


def _refusal_response(request: HttpRequest, items: tuple[Refusal, ...]) -> HttpResponse:
    if items[0].code == "empty_cart":
        return _failure_response(format_html("<li>{}</li>", EXPIRED))
    rows = ((_error_item(item.message, item.field, _label(request, item)),) for item in items)
    is_stale = any(item.code in STALE_CODES or item.code.startswith("coupon_") for item in items)
    return _failure_response(format_html_join("", "{}", rows), refresh=is_stale)


def _label(request: HttpRequest, refusal: Refusal) -> str:
    """Return the label with which a field's message starts, '' if the message is about no field."""
    if refusal.field == accounts.PASSWORD.name:
        return accounts.PASSWORD.label
    group, _, name = refusal.field.partition("_")
    field = next((field for field in GROUPS.get(group, ()) if field.name == name), None)
    country = read_line(request.POST.get(f"{group}_country", "")).upper()
    return label(group, field, country) if field else ""


def _error_item(message: str, field: str, strong: str = "") -> SafeString:
    """Return one item of WooCommerce's list of errors: with the field's id, and its label in bold."""
    words = format_html("{}", message)
    if strong and message.startswith(strong):
        words = format_html("<strong>{}</strong>{}", strong, message.removeprefix(strong))
    return format_html('<li data-id="{}">{}</li>', field, words) if field else format_html("<li>{}</li>", words)


def _failure_response(
    items: SafeString, *, refresh: bool = False, reload: bool = False, fields: Mapping[str, str] | None = None
) -> HttpResponse:
    """Return the answer for a failure. `fields` tells our own pages the fields of messages without an id."""
    listed = format_html('<ul class="woocommerce-error" role="alert">{}</ul>', items)
    body: dict[str, object] = {"result": "failure", "messages": listed, "refresh": refresh, "reload": reload}
    return json_response({**body, "fields": fields} if fields else body)
