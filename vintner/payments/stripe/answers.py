"""What the SDK raises, in the store's words."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import stripe

from vintner.payments.gateway import IdempotencyConflict, ProviderDown, Rejected

_METHOD_GONE_PHRASES = ("may not be used again", "has been detached")
"""How Stripe says that a card was detached, or paid without being kept: in words alone, with no code and no parameter
(payments 1.3, step 11).
"""

log = logging.getLogger(__name__)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn the SDK's many ways of not knowing into one. What it says for certain passes through."""
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
    """Return what the provider refused for certain, and which parameter was wrong where that can be told."""
    message = str(error.user_message or "")
    parameter = str(getattr(error, "param", None) or "")
    if not parameter and any(phrase in message for phrase in _METHOD_GONE_PHRASES):
        parameter = "payment_method"
    return Rejected(error.code or "invalid_request_error", message, parameter)


@contextmanager
def translate_rejections() -> Iterator[None]:
    """Turn the provider's no to the request itself into ours."""
    try:
        yield
    except stripe.InvalidRequestError as error:
        raise read_rejection(error) from error
