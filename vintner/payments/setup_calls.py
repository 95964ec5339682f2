"""The calls by which a customer adds a card, by the outside's names (contract 5, payments 1.2). No guest can."""

import logging
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from vintner.customers.models import User
from vintner.payments import card_testing, setups
from vintner.payments.gateway import ProviderDown, SetupIntent
from vintner.payments.messages import (
    CARD_LOG_IN,
    CARD_NO_ANSWER,
    CARD_NOT_CONFIRMED,
    CARD_NOT_KEPT,
    MISSING_METHOD,
)
from vintner.payments.models import CardSetup
from vintner.payments.paying_with import provider_name
from vintner.payments.setup_rules import ACCEPTED, SetupStatus
from vintner.refusal import Refusal
from vintner.web.answers import json_response
from vintner.web.nonce import valid_nonce

CARD = "card"
"""The one type of payment method that can be kept."""
EXPIRED = "This page had been open for too long. Please reload it, and enter the card again."
NOT_SAVED_HERE = "Only cards can be saved. Please use another way to pay."

log = logging.getLogger(__name__)


def init_setup_intent(request: HttpRequest) -> HttpResponse:
    """Fields payment_method_type, _ajax_nonce: open a setup intent for a card that the browser will bring."""
    if not isinstance(request.user, User):
        return _failure(CARD_LOG_IN)
    if not valid_nonce(request, "_ajax_nonce"):
        return _failure(EXPIRED)
    try:
        _must_be_card(request.POST.get("payment_method_type", ""))
        intent = _started(request, request.user, "").intent
    except Refusal as refusal:
        return _failure(refusal.message)
    except (ProviderDown, setups.ForeignSetup):
        return _failure(CARD_NO_ANSWER)
    if intent is None:
        return _failure(CARD_NOT_KEPT)
    return _success({"id": intent.id, "client_secret": intent.client_secret})


def create_and_confirm_setup_intent(request: HttpRequest) -> HttpResponse:
    """Fields wc-stripe-payment-method, wc-stripe-payment-type, _ajax_nonce: have the provider keep a card.

    A guest is answered as by an unknown call, in the contract's shape.
    """
    if not isinstance(request.user, User):
        return HttpResponse("0", status=400)
    if not valid_nonce(request, "_ajax_nonce"):
        return _failure(EXPIRED)
    try:
        _must_be_card(request.POST.get("wc-stripe-payment-type", ""))
        method = provider_name(request.POST.get("wc-stripe-payment-method", ""))
        if not method:
            raise Refusal("no_card", MISSING_METHOD)
        started = _started(request, request.user, method)
    except Refusal as refusal:
        return _failure(refusal.message)
    except (ProviderDown, setups.ForeignSetup):
        return _failure(CARD_NO_ANSWER)
    return _confirmed(request, started)


def confirmed(request: HttpRequest, intent_id: str) -> HttpResponse:
    """Answer the browser that says that the bank's question about a card was answered: it is looked up."""
    own = CardSetup.objects.filter(user=request.user) if isinstance(request.user, User) else CardSetup.objects.none()
    setup = own.filter(intent_id=intent_id).select_related("user").first()
    if setup is None:
        return _failure(CARD_NOT_KEPT)
    try:
        setup = setups.look_up(setup) if setup.closed_at is None else setup
    except (ProviderDown, setups.ForeignSetup):
        return _failure(CARD_NO_ANSWER)
    if SetupStatus(setup.status) not in (SetupStatus.SUCCEEDED, SetupStatus.PROCESSING):
        return _failure(setup.error_message or CARD_NOT_CONFIRMED)
    return _success({"return_url": request.build_absolute_uri(reverse("payment_methods"))})


def _must_be_card(kind: str) -> None:
    if kind != CARD:
        raise Refusal("no_such_type", NOT_SAVED_HERE)


def _started(request: HttpRequest, user: User, method: str) -> setups.Started:
    """Begin an attempt, or take up the one that is under way, and count what came of it."""
    card_testing.count_setup(request, user.pk)
    setup = setups.begin(user, method, timezone.now())
    was_open = setup.closed_at is None
    started = setups.start(setup)
    if was_open and started.setup.status == SetupStatus.DECLINED:
        card_testing.count_decline_from(request)
    return started


def _confirmed(request: HttpRequest, started: setups.Started) -> HttpResponse:
    setup, intent = started.setup, started.intent
    if intent is None or SetupStatus(setup.status) not in ACCEPTED:
        return _failure(setup.error_message or CARD_NOT_KEPT)
    return_url = request.build_absolute_uri(reverse("payment_methods"))
    return _success(
        {
            "status": intent.status.value,
            "id": intent.id,
            "client_secret": intent.client_secret,
            "next_action": _next_action(setup, intent),
            "payment_type": CARD,
            "return_url": quote(return_url, safe=""),
        }
    )


def _next_action(setup: CardSetup, intent: SetupIntent) -> dict[str, object] | None:
    """Return what the shopper has to do; the provider's client finds the rest by the secret."""
    if setup.status != SetupStatus.ACTION_REQUIRED or not intent.next_action:
        return None
    page = {intent.next_action: {"url": intent.redirect_url}} if intent.redirect_url else {}
    return {"type": intent.next_action, **page}


def _success(data: dict[str, object]) -> HttpResponse:
    return json_response({"success": True, "data": data})


def _failure(message: str) -> HttpResponse:
    return json_response({"success": False, "data": {"error": {"message": message}}})
