"""The calls by which a customer adds a payment method. Guests cannot."""

import logging
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import link
from vintner.payments import offered_types
from vintner.payments.answer_calls import error_response
from vintner.payments.attempts import card_testing
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.payment_input import clean_method_id
from vintner.payments.attempts.start_payment import is_trusted_page
from vintner.payments.gateway import ProviderDown, SetupIntent
from vintner.payments.messages import (
    CARD_LOG_IN,
    CARD_NO_ANSWER,
    CARD_NOT_CONFIRMED,
    CARD_NOT_KEPT,
    METHOD_NO_ANSWER,
    METHOD_NOT_CONFIRMED,
    METHOD_NOT_KEPT,
    MISSING_METHOD,
    describe_no_answer,
)
from vintner.payments.models import CardSetup
from vintner.payments.saved_methods import setups
from vintner.payments.saved_methods.purpose import FOR_ORDERS, SetupPurpose
from vintner.payments.saved_methods.rules import ACCEPTED, SetupStatus
from vintner.payments.types import CARD, MethodType
from vintner.refusal import Refusal
from vintner.web.answers import failure_response, success_response
from vintner.web.client_address import client_address
from vintner.web.nonce import valid_nonce

EXPIRED = "This page had been open for too long. Please reload it, and enter your payment method again."
UPDATE_ALL = "update_all_subscription_payment_methods"
"""The field by which all subscriptions of the account are charged to the new method."""
NOT_SAVED_HERE = "This payment method cannot be saved. Please choose another one."

log = logging.getLogger(__name__)


def init_setup_intent(request: HttpRequest) -> HttpResponse:
    """Fields payment_method_type, _ajax_nonce: create a setup intent to which the browser adds the method."""
    if not isinstance(request.user, User):
        return failure_response(CARD_LOG_IN)
    if not valid_nonce(request, "_ajax_nonce"):
        return failure_response(EXPIRED)
    try:
        method_type = _find_addable_type(request.POST.get("payment_method_type", ""))
        started = start_setup(request, request.user, "", method_type)
    except (Refusal, ProviderDown, ForeignIntent) as error:
        return error_response(error, describe_no_answer(error, METHOD_NO_ANSWER))
    if started.intent is None:
        return failure_response(started.setup.error_message or METHOD_NOT_KEPT)
    return success_response({"id": started.intent.id, "client_secret": started.intent.client_secret})


def create_and_confirm_setup_intent(request: HttpRequest) -> HttpResponse:
    """Fields wc-stripe-payment-method, wc-stripe-payment-type, _ajax_nonce, optional
    update_all_subscription_payment_methods: save a card, and charge the account's subscriptions to it if that is asked.

    A guest gets the answer of an unknown call.
    """
    if not isinstance(request.user, User):
        return HttpResponse("0", status=400)
    if not valid_nonce(request, "_ajax_nonce"):
        return failure_response(EXPIRED)
    try:
        if request.POST.get("wc-stripe-payment-type", "") != CARD.name:
            raise Refusal("no_such_type", NOT_SAVED_HERE)  # the others are confirmed in the browser
        method = clean_method_id(request.POST.get("wc-stripe-payment-method", ""))
        if not method:
            raise Refusal("no_card", MISSING_METHOD)
        purpose = SetupPurpose(for_all=request.POST.get(UPDATE_ALL, "") in ("1", "true", "yes", "on"))
        started = start_setup(request, request.user, method, CARD, purpose)
    except (Refusal, ProviderDown, ForeignIntent) as error:
        return error_response(error, describe_no_answer(error, CARD_NO_ANSWER))
    return _confirmed_response(request, started)


def report_confirmed_setup(request: HttpRequest, intent_id: str) -> HttpResponse:
    """Answer the browser's report that the customer answered the bank. The setup intent is read again."""
    own = CardSetup.objects.filter(user=request.user) if isinstance(request.user, User) else CardSetup.objects.none()
    setup = own.filter(intent_id=intent_id).select_related("user", "order").first() if intent_id else None
    if setup is None:
        return failure_response(METHOD_NOT_KEPT)
    is_card = setup.method_type is CARD
    if setup.order is not None:
        return _receipt_response(request, setup, setup.order)
    try:
        if setup.closed_at is None:
            setup = setups.refresh_setup(setup, client_address(request))
    except (ProviderDown, ForeignIntent) as error:
        return error_response(error, CARD_NO_ANSWER if is_card else METHOD_NO_ANSWER)
    is_done = SetupStatus(setup.status) in (SetupStatus.SUCCEEDED, SetupStatus.PROCESSING)
    if not (is_done or setup.provider_page):
        return failure_response(setup.error_message or (CARD_NOT_CONFIRMED if is_card else METHOD_NOT_CONFIRMED))
    return success_response({"return_url": request.build_absolute_uri(setups.page_after(setup))})


def _receipt_response(request: HttpRequest, setup: CardSetup, order: Order) -> HttpResponse:
    """Answer with the receipt of a free order, whatever came of the setup: the receipt says whether it was saved."""
    try:
        if setup.closed_at is None:
            setups.refresh_setup(setup, client_address(request))
    except (ProviderDown, ForeignIntent) as error:
        log.warning("setup %s of order %s is not known yet: %s", setup.pk, order.pk, error)
    return success_response({"return_url": request.build_absolute_uri(link("order_received", order))})


def _find_addable_type(name: str) -> MethodType:
    """Return the type of this name that can be saved here. Raises Refusal: `no_such_type`."""
    method_type = next((each for each in offered_types.list_addable() if each.name == name), None)
    if method_type is None:
        raise Refusal("no_such_type", NOT_SAVED_HERE)
    return method_type


def start_setup(
    request: HttpRequest, user: User, method: str, method_type: MethodType, purpose: SetupPurpose = FOR_ORDERS
) -> setups.StartedSetup:
    """Start an attempt, or continue the open one. Raises Refusal, ProviderDown and ForeignIntent."""
    address = client_address(request)
    card_testing.count_setup(user.pk, address)
    setup = setups.create_setup(user, method, timezone.now(), method_type, purpose)
    return _require_trusted_page(setups.start_setup(setup, address))


def _require_trusted_page(started: setups.StartedSetup) -> setups.StartedSetup:
    """Return the attempt if its page is the provider's. No customer is sent to any other page. Raises Refusal."""
    if started.intent is not None and started.intent.page and not is_trusted_page(started.intent.page):
        log.error("setup %s would lead to a page that is not trusted", started.setup.pk)
        raise Refusal("untrusted_page", METHOD_NOT_KEPT)
    return started


def _confirmed_response(request: HttpRequest, started: setups.StartedSetup) -> HttpResponse:
    setup, intent = started.setup, started.intent
    if intent is None or SetupStatus(setup.status) not in ACCEPTED:
        return failure_response(setup.error_message or CARD_NOT_KEPT)
    return_url = request.build_absolute_uri(setups.page_after(setup))
    return success_response(
        {
            "status": intent.status.value,
            "id": intent.id,
            "client_secret": intent.client_secret,
            "next_action": _read_next_action(setup, intent),
            "payment_type": setup.type,
            "return_url": quote(return_url, safe=""),
        }
    )


def _read_next_action(setup: CardSetup, intent: SetupIntent) -> dict[str, object] | None:
    """Return what the customer has to do. The provider's script finds the details by the client secret."""
    if setup.status != SetupStatus.ACTION_REQUIRED or not intent.next_action:
        return None
    page = {intent.next_action: {"url": intent.page}} if intent.page else {}
    return {"type": intent.next_action, **page}
