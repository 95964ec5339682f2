"""The page on which a subscriber changes the payment method of a subscription, or of all.

Its address is the payment page of an order with the subscription's number and `change_payment_method`. The form posts
here. Our own script asks for JSON in the shape of the call `checkout`. Any other client is redirected: to the
subscription, back with a message, or back with the bank's question in the hash.
"""

import logging
from collections.abc import Mapping
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.order_pages.change_method_page import UPDATE_ALL, change_method_page
from vintner.payments.appearance import APPEARANCES, read_appearances
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.payment_input import NEW, clean_method_id, find_own_method, read_token
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import METHOD_NO_ANSWER, METHOD_NOT_KEPT, MISSING_METHOD, describe_no_answer
from vintner.payments.offered_types import METHOD_FIELD, NO_METHOD, find_by_code, list_addable
from vintner.payments.saved_methods.purpose import SetupPurpose
from vintner.payments.saved_methods.rules import SetupStatus
from vintner.payments.saved_methods.setups import StartedSetup, page_after
from vintner.payments.setup_calls import start_setup
from vintner.payments.types import Flow, MethodType
from vintner.refusal import Refusal
from vintner.subscriptions.area.account_views import add_result_message
from vintner.subscriptions.changes import methods
from vintner.subscriptions.changes.methods import ChangeLink
from vintner.subscriptions.models import Subscription
from vintner.web.answers import json_response, page_response, wants_props
from vintner.web.client_address import read_browser
from vintner.web.nonce import nonce, valid_nonce
from vintner.web.numbers import whole
from vintner.web.shared_props import shared_props

CHANGE = "change_payment_method"
"""The query parameter that makes the payment page of an order that of a subscription's method."""
NONCES = ("_wcsnonce", "csrfmiddlewaretoken")
EXPIRED = "This page had been open for too long. Nothing was changed; please try again."

log = logging.getLogger(__name__)


def change_method(request: HttpRequest, number: int) -> HttpResponse:
    """Show the form, or take the new method. What is refused about the link is told in the account."""
    user = user_of(request)
    if user is None:
        return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)
    try:
        subscription = _find(request, user, number)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return HttpResponseRedirect(reverse("subscriptions"))
    if request.method == "POST":
        return _answer_form(request, user, subscription)
    page = change_method_page(subscription, user, shared_props(request), read_appearances(APPEARANCES.read(request)))
    response = page_response(request, page)
    response["Referrer-Policy"] = "same-origin"  # the address holds the subscription's key
    return response


def _find(request: HttpRequest, user: User, number: int) -> Subscription:
    """Return the subscription of the address. Raises Refusal."""
    if whole(request.GET.get(CHANGE, "")) != number:
        raise Refusal("bad_request", methods.BAD_REQUEST)
    link = ChangeLink(number=number, key=request.GET.get("key", ""), nonce=request.GET.get("_wpnonce", ""))
    return methods.find_changeable(user, link)


def _answer_form(request: HttpRequest, user: User, subscription: Subscription) -> HttpResponse:
    if not any(valid_nonce(request, field) for field in NONCES):
        return _failure_response(request, subscription, EXPIRED)
    try:
        return _change(request, user, subscription)
    except Refusal as refusal:
        return _failure_response(request, subscription, refusal.message, fields={refusal.field: refusal.message})
    except (ProviderDown, ForeignIntent) as error:
        log.warning("the method of subscription %s is not known yet: %s", subscription.pk, error)
        return _failure_response(request, subscription, describe_no_answer(error, METHOD_NO_ANSWER))


def _change(request: HttpRequest, user: User, subscription: Subscription) -> HttpResponse:
    """Charge subscriptions to a saved method, or start to save a new one. Raises Refusal, ProviderDown."""
    values = {name: str(value) for name, value in request.POST.items()}
    for_all = values.get(UPDATE_ALL, "") in ("1", "true", "on")
    code, token = values.get(METHOD_FIELD, ""), read_token(values)
    method_type = find_by_code(code)
    if method_type is None or method_type not in list_addable():
        raise Refusal("payment_method", NO_METHOD, METHOD_FIELD)
    now = timezone.now()
    if token not in ("", NEW):
        method = find_own_method(token, user, now, method_type)
        done = methods.change_method(user, method, now, number=subscription.pk, for_all=for_all)
        messages.success(request, done or methods.SAVED_ONLY)
        return _redirect(request, reverse("view_subscription", args=[subscription.pk]))
    return _start(request, user, subscription, method_type, for_all=for_all)


def _start(
    request: HttpRequest, user: User, subscription: Subscription, method_type: MethodType, *, for_all: bool
) -> HttpResponse:
    entered = clean_method_id(request.POST.get("wc-stripe-payment-method", ""))
    if not entered and not method_type.in_browser:
        raise Refusal("no_method", MISSING_METHOD)
    purpose = SetupPurpose(subscription=subscription.pk, for_all=for_all, browser=read_browser(request))
    started = start_setup(request, user, "" if method_type.in_browser else entered, method_type, purpose)
    setup = started.setup
    match SetupStatus(setup.status):
        case SetupStatus.SUCCEEDED:
            add_result_message(request, setup)
        case SetupStatus.PROCESSING:
            add_result_message(request, setup)
        case SetupStatus.ACTION_REQUIRED if setup.provider_page:
            add_result_message(request, setup)
        case SetupStatus.ACTION_REQUIRED | SetupStatus.CREATED if started.intent is not None:
            return _redirect(request, _onward_url(request, subscription, started))
        case _:
            return _failure_response(request, subscription, setup.error_message or METHOD_NOT_KEPT)
    return _redirect(request, page_after(setup))


def _onward_url(request: HttpRequest, subscription: Subscription, started: StartedSetup) -> str:
    """Return where the browser goes on to confirm the method: a hash of the page, or a page of the bank's."""
    intent, setup = started.intent, started.setup
    if intent is None:
        raise AssertionError("There is an intent to confirm.")
    if setup.method_type.flow is Flow.WALLET:
        back = quote(request.build_absolute_uri(page_after(setup)), safe="")
        secret = intent.client_secret
        return f"#wc-stripe-wallet-{subscription.pk}:{setup.type}:setup_intent:{secret}:{back}:{nonce(request)}"
    return intent.page or f"#wc-stripe-confirm-si:{subscription.pk}:{intent.client_secret}:{nonce(request)}"


def _redirect(request: HttpRequest, place: str) -> HttpResponse:
    if wants_props(request):
        return json_response({"result": "success", "redirect": place})
    return HttpResponseRedirect(f"{request.get_full_path()}{place}" if place.startswith("#") else place)


def _failure_response(
    request: HttpRequest, subscription: Subscription, message: str, *, fields: Mapping[str, str] | None = None
) -> HttpResponse:
    """Answer with the message, or redirect to the form, which displays it in the account's content."""
    if not wants_props(request):
        messages.error(request, message)
        return HttpResponseRedirect(methods.change_url(subscription))
    listed = format_html('<ul class="woocommerce-error" role="alert"><li>{}</li></ul>', message)
    known = {field: text for field, text in (fields or {}).items() if field}
    body: dict[str, object] = {"result": "failure", "messages": listed, "refresh": False, "reload": False}
    return json_response({**body, "fields": known} if known else body)
