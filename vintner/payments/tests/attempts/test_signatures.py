"""Signatures that the provider stores stay valid: their bytes are pinned here, by a fixed key."""

from dataclasses import replace

import pytest
from pytest_django import Settings

from vintner.money import Money
from vintner.payments.attempts.attempts import build_claim, is_ours, is_return_signature, sign_return
from vintner.payments.gateway import Claim
from vintner.payments.models import CardSetup, Payment

PAYMENT = Payment(pk=3, order_id=17, attempt=2, amount=Money(12345), currency="USD", idempotency_key="k")
SETUP = CardSetup(pk=5, user_id=9, attempt=4)
OF_PAYMENT = Claim(
    lookup={"order_id": 17, "attempt": 2},
    signature="a88deaf25706bb04f5ee652a4e3d76f36c618851fb78208408168cd169dd25ba",
)
OF_SETUP = Claim(lookup={"pk": 5}, signature="bd0455d4146e8edfeb6345162c306828b3c763dc34fed0c72084ba44d5cbcbb1")
OF_RETURN = "1740eea6fb4df2090c7193a06579d05c"


@pytest.fixture(autouse=True)
def _fixed_key(settings: Settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "fixed key of this script", []


def test_signatures_have_the_bytes_that_the_provider_stores() -> None:
    assert (build_claim(PAYMENT), build_claim(SETUP), sign_return(PAYMENT)) == (OF_PAYMENT, OF_SETUP, OF_RETURN)


def test_an_earlier_key_counts_and_a_foreign_one_does_not(settings: Settings) -> None:
    for fallbacks in ([settings.SECRET_KEY], []):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", fallbacks
        valid = (is_ours(PAYMENT, OF_PAYMENT), is_ours(SETUP, OF_SETUP), is_return_signature(PAYMENT, OF_RETURN))
        assert valid == (bool(fallbacks),) * 3


@pytest.mark.parametrize("attempt", [PAYMENT, SETUP])
def test_a_claim_of_another_attempt_is_not_ours(attempt: Payment | CardSetup) -> None:
    own = build_claim(attempt)
    others = (None, OF_SETUP if attempt is PAYMENT else OF_PAYMENT, replace(own, lookup={"pk": 6}))
    assert not any(is_ours(attempt, claim) for claim in (*others, replace(own, signature=own.signature[:-1])))
