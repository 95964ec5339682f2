"""The call by which the browser reports that a subscriber answered the bank about another payment method."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from vintner.customers.middleware import user_of
from vintner.payments.answer_calls import error_response
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.payment_input import clean_intent_id
from vintner.payments.calls import EXPIRED
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import METHOD_NO_ANSWER, METHOD_NOT_CONFIRMED
from vintner.payments.models import CardSetup
from vintner.payments.saved_methods import setups
from vintner.payments.saved_methods.rules import SetupStatus
from vintner.refusal import Refusal
from vintner.subscriptions.area.account_views import add_result_message
from vintner.subscriptions.models import Subscription
from vintner.web.answers import failure_response, success_response
from vintner.web.client_address import client_address
from vintner.web.nonce import valid_nonce
from vintner.web.numbers import whole

NO_PERMISSION = "You do not have permission to update this subscription."
IMPOSSIBLE = "We can't process your payment method change at this time. Please try again later."


def confirm_change_payment(request: HttpRequest) -> HttpResponse:
    """Fields order_id, intent_id, payment_method_id, _ajax_nonce: read the setup intent, and apply it.

    The report is only a hint. What is to be updated was stored with the attempt before the provider was called, so
    payment_method_id is not read. A foreign subscription or intent changes nothing.
    """
    if not valid_nonce(request, "_ajax_nonce"):
        return failure_response(EXPIRED)
    try:
        number, setup = _find_own(request)
        if setup.closed_at is None:
            setup = setups.refresh_setup(setup, client_address(request))
    except Refusal as refusal:
        return failure_response(refusal.message)
    except (ProviderDown, ForeignIntent) as error:
        return error_response(error, METHOD_NO_ANSWER)
    is_done = SetupStatus(setup.status) in (SetupStatus.SUCCEEDED, SetupStatus.PROCESSING) or setup.provider_page
    if not is_done:
        return failure_response(setup.error_message or METHOD_NOT_CONFIRMED)
    add_result_message(request, setup)
    return success_response({"return_url": request.build_absolute_uri(reverse("view_subscription", args=[number]))})


def _find_own(request: HttpRequest) -> tuple[int, CardSetup]:
    """Return the visitor's own subscription and the attempt of the intent. Raises Refusal."""
    user, number = user_of(request), whole(request.POST.get("order_id", ""))
    if user is None or number is None or not Subscription.objects.filter(pk=number, user=user).exists():
        raise Refusal("foreign", NO_PERMISSION)
    intent_id = clean_intent_id(request.POST.get("intent_id", ""))
    own = CardSetup.objects.filter(user=user, subscription_number=number).select_related("user")
    setup = own.filter(intent_id=intent_id).first() if intent_id else None
    if setup is None:
        raise Refusal("foreign_intent", IMPOSSIBLE)
    return number, setup
