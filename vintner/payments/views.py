"""The account's pages of saved payment methods. Everything but entering one works without JavaScript."""

import logging

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.payment_input import clean_intent_id
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import (
    CARD_NO_ANSWER,
    CARD_NOT_CONFIRMED,
    CARD_NOT_KEPT,
    METHOD_NO_ANSWER,
    METHOD_NOT_CONFIRMED,
    METHOD_NOT_KEPT,
)
from vintner.payments.models import CardSetup
from vintner.payments.saved_methods import actions, setups
from vintner.payments.saved_methods.account_pages import add_payment_method_page, payment_methods_page
from vintner.payments.saved_methods.rules import OPEN_SETUP_STATUSES, SetupStatus
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.client_address import client_address
from vintner.web.shared_props import shared_props

SAVED = "Your card is saved."
NOT_YET = "Your bank is still looking at the card. It stands here as soon as the bank agrees."
ADDED = "Payment method successfully added."
BEING_LOOKED_AT = "Your bank is still looking at the account. It stands here as soon as the bank agrees."
TO_BE_PROVED = (
    "Your bank account is to be confirmed: a small deposit with a code arrives within two business days. The account is"
    " saved when you confirm the code."
)
NO_SCRIPT = (
    "A payment method is entered in a form of our payment service, which needs JavaScript."
    " Please turn it on to add one."
)

log = logging.getLogger(__name__)


@require_safe
@customer_required("payment_methods")
def payment_methods(request: HttpRequest, user: User) -> HttpResponse:
    """Show the saved methods. A bank's page sends the customer back to here, with the setup intent's id."""
    if "setup_intent" in request.GET:
        return _finish_setup(request, user, clean_intent_id(request.GET["setup_intent"]))
    return page_response(request, payment_methods_page(user, shared_props(request), timezone.now()))


@require_http_methods(["GET", "HEAD", "POST"])
@customer_required("payment_methods")
def add_payment_method(request: HttpRequest, user: User) -> HttpResponse:
    """Show the form, or take its result: the setup intent that saves the method."""
    if request.method != "POST":
        return page_response(request, add_payment_method_page(user, shared_props(request)))
    intent_id = clean_intent_id(request.POST.get("wc-stripe-setup-intent", ""))
    if intent_id:
        return _finish_setup(request, user, intent_id)
    messages.error(request, NO_SCRIPT)
    return redirect("payment_methods")


@require_POST
@customer_required("payment_methods")
def make_default(request: HttpRequest, user: User, number: int) -> HttpResponse:
    try:
        card = actions.make_default(user, number)
        messages.success(request, f"From now on we suggest {card.label} first.")
    except Refusal as refusal:
        messages.error(request, refusal.message)
    return redirect("payment_methods")


@require_POST
@customer_required("payment_methods")
def delete(request: HttpRequest, user: User, number: int) -> HttpResponse:
    try:
        card = actions.delete(user, number)
        messages.success(request, f"{card.label} is deleted.")
    except Refusal as refusal:
        messages.error(request, refusal.message)
    return redirect("payment_methods")


def _finish_setup(request: HttpRequest, user: User, intent_id: str) -> HttpResponse:
    """Read a customer's own attempt again, and redirect with its result. The redirect removes the secret from the
    URL.
    """
    setup = CardSetup.objects.filter(user=user, intent_id=intent_id).select_related("user").first()
    try:
        if setup is not None and setup.status in OPEN_SETUP_STATUSES:
            setup = setups.refresh_setup(setup, client_address(request))
    except (ProviderDown, ForeignIntent) as error:
        log.warning("setup of user %s is not known yet: %s", user.pk, error)
        is_card = setup is None or setup.method_type is CARD
        messages.error(request, CARD_NO_ANSWER if is_card else METHOD_NO_ANSWER)
        return redirect("payment_methods")
    return _setup_result_response(request, setup)


def _setup_result_response(request: HttpRequest, setup: CardSetup | None) -> HttpResponse:
    if setup is None:
        messages.error(request, METHOD_NOT_KEPT)
        return redirect("add_payment_method")
    is_card = setup.method_type is CARD
    match SetupStatus(setup.status):
        case SetupStatus.SUCCEEDED:
            messages.success(request, SAVED if is_card else ADDED)
        case SetupStatus.PROCESSING:
            messages.info(request, NOT_YET if is_card else BEING_LOOKED_AT)
        case SetupStatus.ACTION_REQUIRED if setup.provider_page:
            messages.info(request, TO_BE_PROVED)
        case SetupStatus.ACTION_REQUIRED:
            messages.error(request, CARD_NOT_CONFIRMED if is_card else METHOD_NOT_CONFIRMED)
            return redirect("add_payment_method")
        case _:
            messages.error(request, setup.error_message or (CARD_NOT_KEPT if is_card else METHOD_NOT_KEPT))
            return redirect("add_payment_method")
    return redirect("payment_methods")
