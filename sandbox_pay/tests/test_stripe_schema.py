"""Answers are held against Stripe's own schemas, where its file is at hand."""

import pytest

from sandbox_pay.tests.stripe_schema import assert_valid
from tests.reference import reference


def test_an_answer_that_stripe_would_not_give_is_noticed() -> None:
    reference("data/stripe/spec3.json")
    with pytest.raises(AssertionError, match="amount"):
        assert_valid({"object": "payment_intent", "id": "pi_1", "amount": "twelve"})
