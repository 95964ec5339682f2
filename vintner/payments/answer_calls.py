"""One answer for each error of the calls that the payment plugin's scripts make."""

import logging

from django.http import HttpResponse

from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown, Rejected
from vintner.payments.messages import NO_ANSWER, find_message
from vintner.refusal import Refusal
from vintner.web.answers import failure_response

log = logging.getLogger(__name__)


def error_response(
    error: Refusal | Rejected | ProviderDown | ForeignIntent, no_answer: str = NO_ANSWER
) -> HttpResponse:
    """Answer why a call did nothing, or with `no_answer` while its outcome at the provider is not known."""
    match error:
        case Refusal():
            return failure_response(error.message)
        case Rejected():
            return failure_response(find_message(error.code))
    log.warning("the outcome of a payment call is not known yet: %s", error)
    return failure_response(no_answer)
