"""The checkout and the receipt."""

import logging

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from vintner.cart import carts, cookies
from vintner.cart.models import Cart
from vintner.checkout import forms
from vintner.checkout.checkout_page import NEEDS_SCRIPT, checkout_page, known_values
from vintner.checkout.fields import BILLING, NOTE, SHIPPING
from vintner.checkout.pages import ConfirmEmailPage
from vintner.checkout.receipt import receipt_page, unnamed_page
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import has_key, is_fresh, placed_here, remember
from vintner.orders.rules import PAYABLE
from vintner.payments.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.payments.rules import WAITING
from vintner.payments.start_payment import look_up
from vintner.refusal import Refusal, Refusals
from vintner.web.answers import page_response
from vintner.web.limits import exhausted, spend
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared import shared

log = logging.getLogger(__name__)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def checkout(request: HttpRequest) -> HttpResponse:
    """Show the form. Without JavaScript it posts here: it is checked, and the page says what to do about the card."""
    cart = carts.find(request)
    shown = carts.quoted(cart, now=timezone.now()) if cart else None
    if cart is None or shown is None or not shown.lines:
        return HttpResponseRedirect(reverse("cart"))
    if request.method == "POST":
        return _checked(request, cart)
    page = checkout_page(shown, shared(request), values=_start(request, cart))
    return page_response(request, page)


def _start(request: HttpRequest, cart: Cart) -> dict[str, str]:
    """Return what is known of the shopper: from the order that was not paid, or the customer's last one."""
    user = request.user if isinstance(request.user, User) else None
    own = Q(cart_id=cart.pk, status__in=PAYABLE) | (Q(user=user) if user else Q(pk=None))
    values = known_values(cart, Order.objects.filter(own).order_by("-id").first())
    if user is not None:
        known = {
            "billing_email": user.email,
            "billing_first_name": user.first_name,
            "billing_last_name": user.last_name,
        }
        values = {**values, **{name: value for name, value in known.items() if not values.get(name)}}
    return values


def _checked(request: HttpRequest, cart: Cart) -> HttpResponse:
    posted = {name: str(value) for name, value in request.POST.items()}
    errors: tuple[Refusal, ...] = ()
    rate_id = posted.get(forms.RATE)
    if rate_id:
        carts.choose_delivery(cart, rate_id)
    try:
        form = forms.read(request)
        carts.send_to(cart, form.place)
    except Refusals as refusals:
        errors = refusals.items
    values = {**posted, **forms.tidy(BILLING, posted), **forms.tidy(SHIPPING, posted)}
    page = checkout_page(
        carts.quoted(cart, now=timezone.now()),
        shared(request),
        values={name: value[:2000] for name, value in values.items() if _is_field(name)},
        errors=errors,
        payment_problem="" if errors else NEEDS_SCRIPT,
    )
    return page_response(request, page)


def _is_field(name: str) -> bool:
    return name.startswith((f"{BILLING}_", f"{SHIPPING}_")) or name in (NOTE.name, forms.DIFFERENT)


@never_cache
def order_received_unnamed(request: HttpRequest) -> HttpResponse:
    return page_response(request, unnamed_page(shared(request)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order_received(request: HttpRequest, order_id: int) -> HttpResponse:
    """The receipt for whoever bought: the customer, this browser, the key while it is fresh, then key and e-mail.

    A wrong key and an unknown id are answered alike. Coming back from the bank, the payment is looked up.
    """
    order = Order.objects.filter(pk=order_id).first()
    if order is None or not (has_key(order, request.GET.get("key", "")) or _is_customer(request, order)):
        return _private(order_received_unnamed(request))
    if order.user_id is not None and not _is_customer(request, order):
        return HttpResponseRedirect(f"{settings.LOGIN_URL}?{urlencode({'next': request.get_full_path()})}")
    if not (placed_here(request, order) or is_fresh(order, timezone.now())):
        return _private(_ask_email(request, order))
    order = _up_to_date(order)
    response = page_response(request, receipt_page(order, shared(request)))
    cart = carts.find(request)
    if cart is None or not cart.lines.filter(removed_at=None).exists():
        cookies.mark(response, "")
    return _private(response)


def _is_customer(request: HttpRequest, order: Order) -> bool:
    return request.user.is_authenticated and order.user_id == request.user.pk


def _private(response: HttpResponse) -> HttpResponse:
    """The address holds the key: it is not told to other sites (quality B.3, 4)."""
    response["Referrer-Policy"] = "no-referrer"
    return response


def _up_to_date(order: Order) -> Order:
    """Ask the provider about an attempt without news. Without an answer, the page shows what is known."""
    if order.status not in PAYABLE:
        return order
    for payment in Payment.objects.filter(order=order, status__in=WAITING, intent_id__isnull=False):
        try:
            look_up(payment)
        except (ProviderDown, ForeignIntent) as error:
            log.warning("order %s is shown without news of its payment: %s", order.pk, error)
    order.refresh_from_db()
    return order


def _ask_email(request: HttpRequest, order: Order) -> HttpResponse:
    """Let in who knows the order's e-mail address (resolutions 2.12)."""
    address = request.META.get("REMOTE_ADDR", "")
    problem = ""
    if request.method == "POST" and not exhausted("log_in", f"order:{order.pk}", address):
        if request.POST.get("email", "").strip().casefold() == order.email.casefold():
            remember(request, order.pk)
            return HttpResponseRedirect(request.get_full_path())
        spend("log_in", f"order:{order.pk}", address)
        problem = "That is not the e-mail address of this order. Please try again."
    elif request.method == "POST":
        problem = "Too many tries. Please wait a quarter of an hour."
    return page_response(request, _confirm_email_page(request, problem), 403 if problem else 200)


def _confirm_email_page(request: HttpRequest, problem: str) -> ConfirmEmailPage:
    return ConfirmEmailPage(
        head=Head(title=f"Is this your order? – {settings.STORE_NAME}", robots="noindex"),
        shared=shared(request),
        csrf_token=CSRF_TOKEN,
        problem=problem,
        login_url=f"{settings.LOGIN_URL}?{urlencode({'next': request.get_full_path()})}",
    )
