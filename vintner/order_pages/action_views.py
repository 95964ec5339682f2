"""What the buyer can do with an order: cancel it, buy it again, open an account with it."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from vintner.accounts.address_book.addresses import keep_first_addresses
from vintner.accounts.engine.middleware import log_in_new_user
from vintner.cart import carts
from vintner.cart.middleware import set_cookies, visitor_of
from vintner.cart.order_again import order_again
from vintner.checkout import accounts
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.order_pages.access_views import ShowOrder, show_if_allowed
from vintner.order_pages.receipt import may_have_account
from vintner.order_pages.views import is_buyer, show_receipt
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.ownership import is_owner, is_proven, link
from vintner.payments.attempts.abandon import CANCELLED, cancel_for_shopper
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.web.client_address import rate_limit_key
from vintner.web.email_addresses import has_address
from vintner.web.notices import notify_info
from vintner.web.page import Link

FROM_ACCOUNT = "from_account"
"""The field of forms in the account."""
NO_ANSWER = "The card service does not answer, so nothing was canceled. Please try again in a moment."


@never_cache
@require_POST
def cancel(request: HttpRequest, order_id: int) -> HttpResponse:
    """Cancel an unpaid order; its payment is cancelled at the provider first."""

    def do(order: Order) -> HttpResponse:
        try:
            cancel_for_shopper(order, timezone.now())
            messages.success(request, CANCELLED)
        except Refusal as refusal:
            messages.error(request, refusal.message)
        except (ProviderDown, ForeignIntent):
            messages.error(request, NO_ANSWER)
        return HttpResponseRedirect(_order_url(request, order))

    return show_if_allowed(request, order_id, do)


def _order_url(request: HttpRequest, order: Order) -> str:
    """Return the address of the order's page: the account's if the form stood there and the order is the account's."""
    if FROM_ACCOUNT in request.POST and is_owner(user_of(request), order):
        return reverse("view_order", args=[order.pk])
    return link("order_received", order)


@never_cache
@require_POST
def buy_again(request: HttpRequest, order_id: int) -> HttpResponse:
    """Add the order's wines to the cart again, at today's prices."""

    def do(order: Order) -> HttpResponse:
        now = timezone.now()
        done = order_again(visitor_of(request), order, now=now)
        for refusal in done.left_out:
            messages.error(request, refusal.message)
        for product in done.subscriptions:
            text = f"Subscriptions are left out: “{product.name}”."
            notify_info(request, text, Link(label="Subscribe anew", url=product.get_absolute_url()))
        if done.bottles:
            bottles = "1 bottle" if done.bottles == 1 else f"{done.bottles} bottles"
            messages.success(request, f"{bottles} of order {order.number} put into your cart, at today’s prices.")
        response = HttpResponseRedirect(reverse("cart"))
        if done.cart is not None:
            set_cookies(response, carts.quote_cart(done.cart, now=now))
        return response

    return show_if_allowed(request, order_id, do)


@never_cache
@require_POST
def open_account(request: HttpRequest, order_id: int) -> HttpResponse:
    """Open an account for the guest who bought. The form asks for the password only."""
    return show_if_allowed(request, order_id, _open_account(request))


def _open_account(request: HttpRequest) -> ShowOrder:
    def do(order: Order) -> HttpResponse:
        if not (may_have_account(order, user_of(request)) and is_buyer(request, order)):
            return HttpResponseRedirect(link("order_received", order))
        try:
            user = _make_account(request, order)
        except Refusal as refusal:
            return show_receipt(request, order, refusal.message)
        log_in_new_user(request, user)
        messages.success(request, "Your account is there, with this order in it.")
        return HttpResponseRedirect(link("order_received", order))

    return do


def _make_account(request: HttpRequest, order: Order) -> User:
    """Create the account by the rules of the checkout. Raises Refusal."""
    billing, password = Address.read(order.billing), request.POST.get(accounts.PASSWORD.name, "")
    if accounts.is_guessing_emails(rate_limit_key(request)):
        raise Refusal("too_many_tries", "Too many tries for a new account. Please wait an hour.")
    if weak := accounts.password_problem(password, email=order.email, billing=billing):
        raise weak
    try:
        with transaction.atomic():
            user = accounts.make_account(order.email, password, billing)
            _assign_orders(user, order, all_of_address=is_proven(request.session, order))
            keep_first_addresses(user, billing, Address.read(order.shipping))
    except accounts.EmailTaken:
        accounts.count_taken_email(rate_limit_key(request))
        raise Refusal("email_taken", f"{accounts.TAKEN}. {accounts.FORGOTTEN}") from None
    return user


def _assign_orders(user: User, order: Order, *, all_of_address: bool) -> None:
    """Assign a guest's orders to the new account: those of the same cart, or all of the e-mail address if the visitor
    has proven to read its mail.
    """
    orders.lock(order.pk)
    same = Order.objects.filter(has_address("email", order.email), user=None)
    mine = same if all_of_address else same.filter(cart_id=order.cart_id, cart_id__isnull=False)
    mine.update(user=user)
