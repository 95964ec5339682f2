"""The checkout's calls by name (contract 2.5 and 2.8). The outside's fixed names live here and nowhere else."""

import logging
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from vintner.cart import carts, cookies, coupons
from vintner.cart.models import Cart
from vintner.checkout import forms
from vintner.checkout.checkout_page import order_review, payment_options
from vintner.checkout.fields import GROUPS, clean, label
from vintner.checkout.place_order import Placed, State, place_order
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import remember
from vintner.payments.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import BUSY, GENERIC, NO_ANSWER, TOO_MANY
from vintner.payments.rules import PaymentStatus
from vintner.payments.start_payment import Started, start_payment
from vintner.refusal import Refusal, Refusals
from vintner.shipping.regions import regions
from vintner.shipping.rules import Place
from vintner.web.answers import fragments, json_response
from vintner.web.limits import exhausted, spend
from vintner.web.nonce import nonce, valid_nonce

NONCES = ("woocommerce-process-checkout-nonce", "csrfmiddlewaretoken", "security")
STALE_CODES = frozenset(
    {"total_changed", "out_of_stock", "not_enough", "not_for_sale", "coming_soon", "one_per_order", "no_delivery"}
)
"""Refusals after which the order review on the page is out of date."""
EXPIRED = format_html(
    'Your cart is empty, or this page had been open for too long. <a href="{}" class="wc-backward">Return to shop</a>',
    "/shop/",
)

log = logging.getLogger(__name__)


@dataclass
class _Failed(Exception):
    """The order was not paid for. `message` stands behind the words that say so."""

    message: str


def update_order_review(request: HttpRequest) -> HttpResponse:
    """Price the cart for another address, delivery or way to pay, and keep the address with the cart."""
    if not valid_nonce(request, "security"):
        return HttpResponse("-1", "text/html; charset=UTF-8", 403)
    cart = carts.find(request)
    shown = _reviewed(request, cart) if cart else None
    if shown is None or not shown.lines:
        note = format_html('<div class="woocommerce-error" role="alert">{}</div>', EXPIRED)
        return json_response({"fragments": {"form.woocommerce-checkout": note}})
    body: dict[str, object] = {
        "result": "success",
        "messages": "",
        "reload": False,
        "fragments": fragments(request, order_review(shown), payment_options(shown)),
    }
    response = json_response(body)
    cookies.mark(response, shown.cart_hash)
    return response


def _reviewed(request: HttpRequest, cart: Cart) -> carts.QuotedCart:
    place = _place(request)
    if place is not None and place != cart.place:
        carts.send_to(cart, place)
    rate_id = clean(request.POST.get(forms.RATE, ""))
    if rate_id and rate_id != cart.shipping_rate:
        carts.choose_delivery(cart, rate_id)
    return carts.quoted(cart, now=timezone.now())


def _place(request: HttpRequest) -> Place | None:
    """Return where the parcel goes: the fields s_country …, or those without s_ when they are not sent."""
    prefix = "s_" if request.POST.get("s_country") else ""
    sent = {
        name: clean(request.POST.get(f"{prefix}{name}", ""))[:120] for name in ("country", "state", "postcode", "city")
    }
    if not sent["country"]:
        return None
    region = regions().get(sent["country"].upper())
    if region is None:
        return Place(country=sent["country"].upper()[:2], state=sent["state"][:3])
    return Place(
        country=region.code,
        state=region.state_code(sent["state"]),
        postcode=region.tidy_postcode(sent["postcode"])[:12],
        city=sent["city"],
    )


def checkout(request: HttpRequest) -> HttpResponse:
    """Place the order and charge it. Every answer is 200 in the contract's shape; nothing that was typed is lost."""
    cart = carts.find(request)
    if not any(valid_nonce(request, field) for field in NONCES):
        return _failure(_item("We could not check where this came from. Please try again.", ""), refresh=True)
    if cart is None:
        return _failure(format_html("<li>{}</li>", EXPIRED))
    try:
        return _pay(request, cart, place_order(cart.pk, _form(request, cart), user=_user(request), now=timezone.now()))
    except Refusals as refusals:
        return _refused(request, refusals.items)
    except Refusal as refusal:
        coupons.keep_email(cart, request.POST.get("billing_email", ""))  # the next review counts with it
        return _refused(request, (refusal,))
    except _Failed as failed:
        return _failure(_item(f"There was an error processing the payment: {failed.message}", ""))
    except (ProviderDown, ForeignIntent) as error:
        log.error("the outcome of a payment is not known yet: %s", error)
        return _failure(_item(NO_ANSWER, ""))


def _form(request: HttpRequest, cart: Cart) -> forms.CheckoutForm:
    """Return the checked form. An empty cart comes before errors in fields, too many declines behind them."""
    if not cart.lines.filter(removed_at=None).exists() and not Order.objects.filter(cart_id=cart.pk).exists():
        raise Refusal("empty_cart", "")
    form = forms.read(request)
    if exhausted("failed_payments", *_payers(request, cart)):
        raise Refusal("too_many", TOO_MANY)
    return form


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _payers(request: HttpRequest, cart: Cart) -> tuple[str, ...]:
    """Return what failed payments are counted by (quality B.3, 7)."""
    return (f"cart:{cart.pk}", f"address:{request.META.get('REMOTE_ADDR', '')}")


def _pay(request: HttpRequest, cart: Cart, placed: Placed) -> HttpResponse:
    remember(request, placed.order.pk)
    if placed.state is State.BUSY:
        return _failure(_item(BUSY, ""))
    if placed.payment is None:
        return _success(request, placed.order)
    started = start_payment(placed.payment.pk)
    match PaymentStatus(started.payment.status):
        case PaymentStatus.ACTION_REQUIRED:
            return _to_confirm(request, placed.order, started)
        case PaymentStatus.DECLINED | PaymentStatus.CANCELLED:
            spend("failed_payments", *_payers(request, cart))
            raise _Failed(started.payment.error_message or GENERIC)
        case PaymentStatus.CREATED:
            raise _Failed(NO_ANSWER)
    return _success(request, placed.order)


def _to_confirm(request: HttpRequest, order: Order, started: Started) -> HttpResponse:
    """Send the browser to the bank's question (payments 1.3.1)."""
    token = nonce(request)
    return json_response(
        {
            "result": "success",
            "redirect": f"#wc-stripe-confirm-pi:{order.pk}:{started.client_secret}:{token}",
            "payment_method": started.payment.method,
            "order_id": order.pk,
        }
    )


def _success(request: HttpRequest, order: Order) -> HttpResponse:
    path = f"{reverse('order_received', args=[order.pk])}?key={order.key}"
    response = json_response({"result": "success", "redirect": request.build_absolute_uri(path), "order_id": order.pk})
    cookies.mark(response, "")
    return response


def _refused(request: HttpRequest, items: tuple[Refusal, ...]) -> HttpResponse:
    if items[0].code == "empty_cart":
        return _failure(format_html("<li>{}</li>", EXPIRED))
    listed = format_html_join("", "{}", ((_item(item.message, item.field, _label(request, item)),) for item in items))
    return _failure(listed, refresh=any(item.code in STALE_CODES or item.code.startswith("coupon_") for item in items))


def _label(request: HttpRequest, refusal: Refusal) -> str:
    """Return the label that the message of a field starts with, '' when it is about no field."""
    group, _, name = refusal.field.partition("_")
    field = next((field for field in GROUPS.get(group, ()) if field.name == name), None)
    country = clean(request.POST.get(f"{group}_country", "")).upper()
    return label(group, field, country) if field else ""


def _item(message: str, field: str, strong: str = "") -> SafeString:
    """Return one refusal as the contract's list has it: the field's id, and its label in bold."""
    words = format_html("{}", message)
    if strong and message.startswith(strong):
        words = format_html("<strong>{}</strong>{}", strong, message.removeprefix(strong))
    return format_html('<li data-id="{}">{}</li>', field, words) if field else format_html("<li>{}</li>", words)


def _failure(items: SafeString, *, refresh: bool = False) -> HttpResponse:
    listed = format_html('<ul class="woocommerce-error" role="alert">{}</ul>', items)
    return json_response({"result": "failure", "messages": listed, "refresh": refresh, "reload": False})
