"""A subscriber's pages in the account. All but entering a payment method works without JavaScript."""

import logging
from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.payment_input import clean_intent_id
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import METHOD_NO_ANSWER, METHOD_NOT_CONFIRMED, METHOD_NOT_KEPT
from vintner.payments.models import CardSetup
from vintner.payments.saved_methods import setups
from vintner.payments.saved_methods.rules import OPEN_SETUP_STATUSES, SetupStatus
from vintner.refusal import Refusal
from vintner.subscriptions.area import account_page
from vintner.subscriptions.area.account_rows import read_all, read_one
from vintner.subscriptions.changes import methods
from vintner.subscriptions.changes.undo import read_former
from vintner.subscriptions.models import Subscription
from vintner.web.answers import page_response
from vintner.web.client_address import client_address
from vintner.web.shared_props import shared_props

NOT_YET = "Your bank is still looking at it. The subscription is charged to it as soon as the bank agrees."
TO_BE_PROVED = (
    "Your bank account is to be confirmed: a small deposit with a code arrives within two business days. The"
    " subscription is charged to it when you confirm the code."
)
UNDELAY = "undo"
"""The query parameter with the former date of a box that was just delayed."""

log = logging.getLogger(__name__)


@require_safe
@customer_required("subscriptions")
def list_subscriptions(request: HttpRequest, user: User) -> HttpResponse:
    """Show all subscriptions of the customer."""
    rows = read_all(user, timezone.now())
    return page_response(request, account_page.subscriptions_page(rows, user, shared_props(request)))


@require_safe
@customer_required("subscriptions")
def view_subscription(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Show one of the customer's own subscriptions. A bank's page sends the customer back to here, with the setup
    intent's id.
    """
    if "setup_intent" in request.GET:
        add_setup_result_message(request, user, clean_intent_id(request.GET["setup_intent"]))
        return redirect("view_subscription", number)
    return show_subscription(request, user, number)


@require_safe
@customer_required("subscriptions")
def subscription_payment_method(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Redirect to the page on which the method of a subscription is changed."""
    subscription = Subscription.objects.filter(pk=number, user=user).first()
    if subscription is None:
        raise Http404
    return redirect(methods.change_url(subscription))


def show_subscription(
    request: HttpRequest,
    user: User,
    number: int,
    *,
    errors: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Show a subscription, with the errors of a refused form (422). Others' are answered like those that do not exist.

    Seven queries, whatever number of boxes it had.
    """
    now = timezone.now()
    row = read_one(user, number, now)
    if row is None:
        raise Http404
    former = request.GET.get(UNDELAY, "")
    page = account_page.view_subscription_page(
        row,
        user,
        shared_props(request),
        now,
        errors=errors,
        typed=typed,
        undelay=former if former and read_former(former, row.subscription) is not None else "",
    )
    return page_response(request, page, 422 if errors else 200)


def add_setup_result_message(request: HttpRequest, user: User, intent_id: str) -> None:
    """Read a customer's own attempt to save a method again, and say on the next page what came of it."""
    setup = CardSetup.objects.filter(user=user, intent_id=intent_id).select_related("user").first()
    try:
        if setup is not None and setup.status in OPEN_SETUP_STATUSES:
            setup = setups.refresh_setup(setup, client_address(request))
    except (ProviderDown, ForeignIntent) as error:
        log.warning("setup of user %s is not known yet: %s", user.pk, error)
        messages.error(request, METHOD_NO_ANSWER)
        return
    add_result_message(request, setup)


def add_result_message(request: HttpRequest, setup: CardSetup | None) -> None:
    """Say on the next page what came of an attempt to save a method for subscriptions."""
    if setup is None:
        messages.error(request, METHOD_NOT_KEPT)
        return
    match SetupStatus(setup.status):
        case SetupStatus.SUCCEEDED:
            messages.success(request, methods.result_words(setup))
        case SetupStatus.PROCESSING:
            messages.info(request, NOT_YET)
        case SetupStatus.ACTION_REQUIRED if setup.provider_page:
            messages.info(request, TO_BE_PROVED)
        case SetupStatus.ACTION_REQUIRED:
            messages.error(request, METHOD_NOT_CONFIRMED)
        case _:
            messages.error(request, setup.error_message or METHOD_NOT_KEPT)


def refuse(request: HttpRequest, refusal: Refusal, number: int) -> HttpResponse:
    """Show the subscription's page with what was refused."""
    messages.error(request, refusal.message)
    return redirect("view_subscription", number)
