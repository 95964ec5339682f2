"""Answers are held against the pinned SDK's type hints as well."""

import pytest

from sandbox_pay.protocol.json import Json
from sandbox_pay.tests.stripe_hints import assert_fits

TOKEN: Json = {
    "id": "ctoken_1",
    "object": "confirmation_token",
    "created": 1,
    "expires_at": None,
    "livemode": False,
    "use_stripe_sdk": True,
    "payment_method_preview": {"type": "link", "billing_details": {}, "link": {"email": "ada@example.com"}},
}


def test_an_answer_as_the_sdk_expects_it_passes() -> None:
    assert_fits(TOKEN)
    assert_fits({"object": "list", "data": [TOKEN]})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"created": "yesterday"}, "confirmation_token.created: 'yesterday' is no int"),
        ({"created": True}, "confirmation_token.created: True is no int"),
        ({"setup_future_usage": "sometimes"}, "'sometimes' is none of"),
        ({"surprise": 1}, "confirmation_token.surprise: the SDK knows no such field"),
        ({"shipping": {"name": "Ada"}}, "confirmation_token.shipping.address: missing"),
        ({"payment_method_preview": []}, "is no"),
    ],
    ids=["text for a number", "truth for a number", "unknown word", "unknown field", "missing inside", "no map"],
)
def test_an_answer_that_would_surprise_the_sdk_is_noticed(change: Json, problem: str) -> None:
    with pytest.raises(AssertionError) as noticed:
        assert_fits(TOKEN | change)
    assert problem in str(noticed.value)


def test_a_field_that_may_not_be_absent_is_missed() -> None:
    with pytest.raises(AssertionError, match="use_stripe_sdk: missing"):
        assert_fits({name: value for name, value in TOKEN.items() if name != "use_stripe_sdk"})
