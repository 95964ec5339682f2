"""The life of a SetupIntent, as a table."""

import pytest

from sandbox_pay.objects.records import IntentRecordStatus
from sandbox_pay.payments import declines
from sandbox_pay.payments.behaviours import BY_NUMBER
from sandbox_pay.payments.machine import (
    IllegalStep,
    Judgement,
    SetupIntentStep,
    after,
    judge_authenticated_setup,
    judge_setup,
)

ENDS = {
    SetupIntentStep.METHOD_SET: IntentRecordStatus.REQUIRES_CONFIRMATION,
    SetupIntentStep.ACTION_REQUIRED: IntentRecordStatus.REQUIRES_ACTION,
    SetupIntentStep.SET_UP: IntentRecordStatus.SUCCEEDED,
    SetupIntentStep.FAILED: IntentRecordStatus.REQUIRES_PAYMENT_METHOD,
    SetupIntentStep.CANCELED: IntentRecordStatus.CANCELED,
}
ALLOWED = {
    IntentRecordStatus.REQUIRES_PAYMENT_METHOD: set(SetupIntentStep),
    IntentRecordStatus.REQUIRES_CONFIRMATION: set(SetupIntentStep),
    IntentRecordStatus.REQUIRES_ACTION: set(SetupIntentStep),
    IntentRecordStatus.PROCESSING: {SetupIntentStep.SET_UP, SetupIntentStep.FAILED},
    IntentRecordStatus.REQUIRES_CAPTURE: set(),
    IntentRecordStatus.SUCCEEDED: set(),
    IntentRecordStatus.CANCELED: set(),
}


@pytest.mark.parametrize("step", SetupIntentStep)
@pytest.mark.parametrize("status", IntentRecordStatus)
def test_each_status_allows_its_steps_and_no_other(status: IntentRecordStatus, step: SetupIntentStep) -> None:
    if step in ALLOWED[status]:
        assert after(status, step) is ENDS[step]
        return
    with pytest.raises(IllegalStep):
        after(status, step)


KEEPS, ASKS = Judgement(), Judgement(ask=True)


@pytest.mark.parametrize(
    ("number", "wanted", "verdict"),
    [
        ("4242424242424242", False, KEEPS),
        ("4242424242424242", True, KEEPS),
        ("4000000000000002", False, Judgement(decline=declines.GENERIC)),
        ("4000000000000341", False, KEEPS),
        ("4000002500003155", False, ASKS),
        ("4000002760003184", False, ASKS),
        ("4000003800000446", False, KEEPS),
        ("4000000000003220", False, ASKS),
        ("4000008260003178", False, ASKS),
        ("4000000000003055", False, KEEPS),
        ("4000000000003055", True, ASKS),
        ("4000008400001280", False, Judgement(decline=declines.GENERIC)),
    ],
)
def test_the_bank_answers_by_card(number: str, wanted: bool, verdict: Judgement) -> None:
    assert judge_setup(BY_NUMBER[number], authentication_wanted=wanted) == verdict


@pytest.mark.parametrize("number", ["4000002500003155", "4000008260003178"])
def test_after_its_question_a_card_is_kept_even_if_it_will_decline_later(number: str) -> None:
    assert judge_authenticated_setup(BY_NUMBER[number]) == KEEPS
