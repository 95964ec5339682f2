"""The life of a PaymentIntent, as a table."""

import pytest

from sandbox_pay.objects.records import Status
from sandbox_pay.payments import declines
from sandbox_pay.payments.behaviours import BY_ALIAS, BY_NUMBER, TABLE, Authentication
from sandbox_pay.payments.customers.cards import luhn
from sandbox_pay.payments.machine import Attempt, IllegalStep, Step, Verdict, after, judge, judge_authenticated

METHOD, CONFIRMATION, ACTION = (
    Status.REQUIRES_PAYMENT_METHOD,
    Status.REQUIRES_CONFIRMATION,
    Status.REQUIRES_ACTION,
)
ENDS = {
    Step.METHOD_GIVEN: Status.REQUIRES_CONFIRMATION,
    Step.ACTION_ASKED: Status.REQUIRES_ACTION,
    Step.DEBIT_BEGUN: Status.PROCESSING,
    Step.PAID: Status.SUCCEEDED,
    Step.SET_ASIDE: Status.REQUIRES_CAPTURE,
    Step.CAPTURED: Status.SUCCEEDED,
    Step.FAILED: Status.REQUIRES_PAYMENT_METHOD,
    Step.CANCELED: Status.CANCELED,
}
ALLOWED = {
    METHOD: set(Step) - {Step.CAPTURED},
    CONFIRMATION: set(Step) - {Step.CAPTURED},
    ACTION: set(Step) - {Step.CAPTURED},
    Status.PROCESSING: {Step.PAID, Step.SET_ASIDE, Step.FAILED, Step.CANCELED},
    Status.REQUIRES_CAPTURE: {Step.CAPTURED, Step.CANCELED},
    Status.SUCCEEDED: set(),
    Status.CANCELED: set(),
}


@pytest.mark.parametrize("step", Step)
@pytest.mark.parametrize("status", Status)
def test_each_status_allows_its_steps_and_no_other(status: Status, step: Step) -> None:
    if step in ALLOWED[status]:
        assert after(status, step) is ENDS[step]
        return
    with pytest.raises(IllegalStep):
        after(status, step)


PAYS, ASKS = Verdict(), Verdict(ask=True)
AT_THE_COUNTER, AWAY = Attempt(), Attempt(off_session=True)


@pytest.mark.parametrize(
    ("number", "attempt", "verdict"),
    [
        ("4242424242424242", AT_THE_COUNTER, PAYS),
        ("4000000000000002", AT_THE_COUNTER, Verdict(decline=declines.GENERIC)),
        ("4000002760003184", AT_THE_COUNTER, ASKS),
        ("4000002760003184", AWAY, Verdict(decline=declines.AUTHENTICATION_REQUIRED)),
        ("4000002500003155", AT_THE_COUNTER, ASKS),
        ("4000002500003155", AWAY, Verdict(decline=declines.AUTHENTICATION_REQUIRED)),
        ("4000002500003155", Attempt(off_session=True, set_up=True), PAYS),
        ("4000003800000446", AT_THE_COUNTER, ASKS),
        ("4000003800000446", AWAY, PAYS),
        ("4000000000003055", AT_THE_COUNTER, PAYS),
        ("4000000000003055", Attempt(authentication_wanted=True), ASKS),
        ("4000008260003178", AT_THE_COUNTER, ASKS),
        ("4000008400001280", AT_THE_COUNTER, Verdict(decline=declines.GENERIC)),
        ("4000000032200000", Attempt(authentication_wanted=True), PAYS),
    ],
)
def test_the_bank_answers_by_card_and_attempt(number: str, attempt: Attempt, verdict: Verdict) -> None:
    assert judge(BY_NUMBER[number], attempt) == verdict


def test_a_card_may_still_be_declined_after_the_shopper_proved_herself() -> None:
    assert judge_authenticated(BY_NUMBER["4000008260003178"]).decline is declines.INSUFFICIENT_FUNDS
    assert judge_authenticated(BY_NUMBER["4000002760003184"]).decline is None


def test_the_table_of_cards_is_sound() -> None:
    assert all(luhn(card.number) for card in TABLE)
    assert len(BY_NUMBER) == len(BY_ALIAS) == len(TABLE)
    assert {card.authentication for card in TABLE} == set(Authentication)
