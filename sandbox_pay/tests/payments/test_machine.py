"""The life of a PaymentIntent, as a table."""

import pytest

from sandbox_pay.objects.records import IntentRecordStatus
from sandbox_pay.payments import declines
from sandbox_pay.payments.behaviours import BY_ALIAS, BY_NUMBER, TABLE, Authentication
from sandbox_pay.payments.customers.cards import luhn
from sandbox_pay.payments.machine import Attempt, IllegalStep, IntentStep, Judgement, after, judge, judge_authenticated

METHOD, CONFIRMATION, ACTION = (
    IntentRecordStatus.REQUIRES_PAYMENT_METHOD,
    IntentRecordStatus.REQUIRES_CONFIRMATION,
    IntentRecordStatus.REQUIRES_ACTION,
)
ENDS = {
    IntentStep.METHOD_SET: IntentRecordStatus.REQUIRES_CONFIRMATION,
    IntentStep.ACTION_REQUIRED: IntentRecordStatus.REQUIRES_ACTION,
    IntentStep.DEBIT_STARTED: IntentRecordStatus.PROCESSING,
    IntentStep.PAID: IntentRecordStatus.SUCCEEDED,
    IntentStep.AUTHORIZED: IntentRecordStatus.REQUIRES_CAPTURE,
    IntentStep.CAPTURED: IntentRecordStatus.SUCCEEDED,
    IntentStep.FAILED: IntentRecordStatus.REQUIRES_PAYMENT_METHOD,
    IntentStep.CANCELED: IntentRecordStatus.CANCELED,
}
ALLOWED = {
    METHOD: set(IntentStep) - {IntentStep.CAPTURED},
    CONFIRMATION: set(IntentStep) - {IntentStep.CAPTURED},
    ACTION: set(IntentStep) - {IntentStep.CAPTURED},
    IntentRecordStatus.PROCESSING: {IntentStep.PAID, IntentStep.AUTHORIZED, IntentStep.FAILED, IntentStep.CANCELED},
    IntentRecordStatus.REQUIRES_CAPTURE: {IntentStep.CAPTURED, IntentStep.CANCELED},
    IntentRecordStatus.SUCCEEDED: set(),
    IntentRecordStatus.CANCELED: set(),
}


@pytest.mark.parametrize("step", IntentStep)
@pytest.mark.parametrize("status", IntentRecordStatus)
def test_each_status_allows_its_steps_and_no_other(status: IntentRecordStatus, step: IntentStep) -> None:
    if step in ALLOWED[status]:
        assert after(status, step) is ENDS[step]
        return
    with pytest.raises(IllegalStep):
        after(status, step)


PAYS, ASKS = Judgement(), Judgement(ask=True)
AT_THE_COUNTER, AWAY = Attempt(), Attempt(off_session=True)


@pytest.mark.parametrize(
    ("number", "attempt", "verdict"),
    [
        ("4242424242424242", AT_THE_COUNTER, PAYS),
        ("4000000000000002", AT_THE_COUNTER, Judgement(decline=declines.GENERIC)),
        ("4000002760003184", AT_THE_COUNTER, ASKS),
        ("4000002760003184", AWAY, Judgement(decline=declines.AUTHENTICATION_REQUIRED)),
        ("4000002500003155", AT_THE_COUNTER, ASKS),
        ("4000002500003155", AWAY, Judgement(decline=declines.AUTHENTICATION_REQUIRED)),
        ("4000002500003155", Attempt(off_session=True, set_up=True), PAYS),
        ("4000003800000446", AT_THE_COUNTER, ASKS),
        ("4000003800000446", AWAY, PAYS),
        ("4000000000003055", AT_THE_COUNTER, PAYS),
        ("4000000000003055", Attempt(authentication_wanted=True), ASKS),
        ("4000008260003178", AT_THE_COUNTER, ASKS),
        ("4000008400001280", AT_THE_COUNTER, Judgement(decline=declines.GENERIC)),
        ("4000000032200000", Attempt(authentication_wanted=True), PAYS),
    ],
)
def test_the_bank_answers_by_card_and_attempt(number: str, attempt: Attempt, verdict: Judgement) -> None:
    assert judge(BY_NUMBER[number], attempt) == verdict


def test_a_card_may_still_be_declined_after_the_shopper_proved_herself() -> None:
    assert judge_authenticated(BY_NUMBER["4000008260003178"]).decline is declines.INSUFFICIENT_FUNDS
    assert judge_authenticated(BY_NUMBER["4000002760003184"]).decline is None


def test_the_table_of_cards_is_sound() -> None:
    assert all(luhn(card.number) for card in TABLE)
    assert len(BY_NUMBER) == len(BY_ALIAS) == len(TABLE)
    assert {card.authentication for card in TABLE} == set(Authentication)
