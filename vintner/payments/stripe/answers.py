"""Translates the SDK's exceptions into the store's."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import stripe

from vintner.payments.gateway import IdempotencyConflict, NotSent, ProviderDown, Rejected, expect_found
from vintner.payments.stripe.network import NotSentError

_METHOD_GONE_PHRASES = ("may not be used again", "has been detached")
"""Texts by which Stripe reports a method that was detached or was not saved. Such errors have no code or parameter."""

Found = TypeVar("Found")

log = logging.getLogger(__name__)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn the SDK's errors without a result into ProviderDown, NotSent among them. Declines and invalid requests pass
    through.
    """
    try:
        yield
    except (stripe.CardError, stripe.InvalidRequestError):
        raise
    except stripe.IdempotencyError as error:
        raise IdempotencyConflict(str(error.code)) from error
    except NotSentError as error:
        raise NotSent(str(error), crowded=error.crowded) from error
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


def find_or_none(read: Callable[[], Found | None]) -> Found | None:
    """Return what a call reads, None for what the provider does not know."""
    try:
        with translate_errors():
            return read()
    except stripe.InvalidRequestError as error:
        if error.http_status == 404:
            return None
        raise


def cancel_or_find(name: str, cancel: Callable[[], Found], find: Callable[[], Found | None]) -> Found:
    """Cancel an intent, or return it as it is when it is too late for that."""
    try:
        with translate_errors():
            return cancel()
    except stripe.InvalidRequestError as error:
        log.info("%s is past canceling: %s", name, error.code)
    return expect_found(find(), name)


def read_declined(error: stripe.CardError, name: str) -> dict[str, object]:
    """Return the JSON of the intent that was declined. A decline without one changed nothing, and raises Rejected."""
    body = error.json_body if isinstance(error.json_body, dict) else {}
    declined: dict[str, object] | None = body.get("error", {}).get(name)
    if declined is None:
        raise Rejected(error.code or "card_declined", str(error.user_message or "")) from error
    return declined
