"""Translates the SDK's exceptions into the store's."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import stripe

from vintner.payments.gateway import IdempotencyConflict, ProviderDown, Rejected

_METHOD_GONE_PHRASES = ("may not be used again", "has been detached")
"""Texts by which Stripe reports a method that was detached or was not saved. Such errors have no code or parameter."""

log = logging.getLogger(__name__)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn the SDK's errors without a result into ProviderDown. Declines and invalid requests pass through."""
    try:
        yield
    except (stripe.CardError, stripe.InvalidRequestError):
        raise
    except stripe.IdempotencyError as error:
        raise IdempotencyConflict(str(error.code)) from error
    except stripe.StripeError as error:
        log.warning("the provider gave no usable answer: %s", type(error).__name__)
        raise ProviderDown(type(error).__name__) from error


def read_rejection(error: stripe.StripeError) -> Rejected:
    """Return a rejected request, with the wrong parameter if it is known."""
    message = str(error.user_message or "")
    parameter = str(getattr(error, "param", None) or "")
    if not parameter and any(phrase in message for phrase in _METHOD_GONE_PHRASES):
        parameter = "payment_method"
    return Rejected(error.code or "invalid_request_error", message, parameter)


@contextmanager
def translate_rejections() -> Iterator[None]:
    """Turn an invalid request into Rejected."""
    try:
        yield
    except stripe.InvalidRequestError as error:
        raise read_rejection(error) from error
