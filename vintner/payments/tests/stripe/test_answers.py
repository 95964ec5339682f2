"""What the SDK raises, in the store's words."""

import pytest
import stripe

from vintner.payments.gateway import ProviderDown
from vintner.payments.stripe.answers import read_rejection, translate_errors

USED_UP = (
    "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a "
    "connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use "
    "a PaymentMethod multiple times, you must attach it to a Customer first."
)
"""Word for word what Stripe says. No code and no parameter come with it."""


@pytest.mark.parametrize(
    ("message", "param", "parameter"),
    [
        (USED_UP, None, "payment_method"),
        ("The payment method has been detached.", None, "payment_method"),
        ("No such customer: 'cus_1'", "customer", "customer"),
        (USED_UP, "customer", "customer"),
        ("Received unknown parameter: colour", None, ""),
    ],
    ids=["used up", "detached", "named", "named goes before", "something else"],
)
def test_what_was_wrong_is_known_by_the_parameter_or_by_the_text(
    message: str, param: str | None, parameter: str
) -> None:
    refused = read_rejection(stripe.InvalidRequestError(message, param))  # type: ignore[no-untyped-call]
    assert (refused.parameter, refused.message, refused.code) == (parameter, message, "invalid_request_error")


@pytest.mark.parametrize(
    "unclear",
    [stripe.APIConnectionError(""), stripe.APIError(""), stripe.RateLimitError(""), stripe.StripeError("")],  # type: ignore[no-untyped-call]
)
def test_what_says_nothing_for_certain_leaves_the_outcome_unknown(unclear: stripe.StripeError) -> None:
    with pytest.raises(ProviderDown), translate_errors():
        raise unclear
