"""What a payment does to its order: the whole table."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.orders.rules import Status, may_move
from vintner.payments.attempts.rules import (
    DONE,
    IntentStatus,
    PaymentOutcome,
    PaymentSnapshot,
    PaymentStatus,
    decide_payment,
)
from vintner.payments.types import Flow

TARGETS = {
    PaymentOutcome.PAY: Status.PROCESSING,
    PaymentOutcome.SETTLE: Status.PROCESSING,
    PaymentOutcome.AWAIT_MONEY: Status.ON_HOLD,
    PaymentOutcome.SET_ASIDE: Status.ON_HOLD,
}
standings = st.builds(
    PaymentSnapshot,
    order=st.sampled_from(Status),
    payment=st.sampled_from(PaymentStatus),
    intent=st.sampled_from(IntentStatus),
    has_error=st.booleans(),
    was_abandoned=st.booleans(),
    matches=st.booleans(),
    paid_before=st.booleans(),
    flow=st.sampled_from(Flow),
)


@pytest.mark.parametrize(
    ("order", "payment", "intent", "outcome"),
    [
        (Status.PENDING, PaymentStatus.CREATED, IntentStatus.SUCCEEDED, PaymentOutcome.PAY),
        (Status.FAILED, PaymentStatus.DECLINED, IntentStatus.SUCCEEDED, PaymentOutcome.PAY),
        (Status.ON_HOLD, PaymentStatus.PROCESSING, IntentStatus.SUCCEEDED, PaymentOutcome.SETTLE),
        (Status.CANCELLED, PaymentStatus.CANCELLED, IntentStatus.SUCCEEDED, PaymentOutcome.PARK),
        (Status.PROCESSING, PaymentStatus.CREATED, IntentStatus.SUCCEEDED, PaymentOutcome.PARK),
        (Status.PENDING, PaymentStatus.CREATED, IntentStatus.PROCESSING, PaymentOutcome.AWAIT_MONEY),
        (Status.FAILED, PaymentStatus.DECLINED, IntentStatus.PROCESSING, PaymentOutcome.NOTHING),
        (Status.PENDING, PaymentStatus.CREATED, IntentStatus.REQUIRES_ACTION, PaymentOutcome.AWAIT_ACTION),
        (Status.FAILED, PaymentStatus.DECLINED, IntentStatus.REQUIRES_ACTION, PaymentOutcome.NOTHING),
        (Status.PENDING, PaymentStatus.ACTION_REQUIRED, IntentStatus.REQUIRES_PAYMENT_METHOD, PaymentOutcome.DECLINE),
        (Status.PROCESSING, PaymentStatus.SUCCEEDED, IntentStatus.REQUIRES_PAYMENT_METHOD, PaymentOutcome.NOTHING),
        (Status.PENDING, PaymentStatus.ACTION_REQUIRED, IntentStatus.CANCELED, PaymentOutcome.END),
    ],
)
def test_the_outcome(order: Status, payment: PaymentStatus, intent: IntentStatus, outcome: PaymentOutcome) -> None:
    assert decide_payment(PaymentSnapshot(order=order, payment=payment, intent=intent, has_error=True)) is outcome


CAN_WAIT = [Flow.VOUCHER, Flow.DEBIT]


@pytest.mark.parametrize("flow", Flow)
def test_what_is_done_elsewhere_in_days_is_waited_for_on_hold(flow: Flow) -> None:
    asked = PaymentSnapshot(
        order=Status.PENDING, payment=PaymentStatus.CREATED, intent=IntentStatus.REQUIRES_ACTION, flow=flow
    )
    assert decide_payment(asked) is (PaymentOutcome.AWAIT_MONEY if flow in CAN_WAIT else PaymentOutcome.AWAIT_ACTION)


def test_who_turns_back_is_not_declined() -> None:
    left = PaymentSnapshot(
        order=Status.PENDING,
        payment=PaymentStatus.ACTION_REQUIRED,
        intent=IntentStatus.REQUIRES_PAYMENT_METHOD,
        has_error=True,
        was_abandoned=True,
    )
    assert decide_payment(left) is PaymentOutcome.TURN_BACK
    assert decide_payment(replace(left, order=Status.ON_HOLD)) is PaymentOutcome.DECLINE


@pytest.mark.parametrize(
    ("order", "payment", "outcome"),
    [
        (Status.PENDING, PaymentStatus.CREATED, PaymentOutcome.SET_ASIDE),
        (Status.CANCELLED, PaymentStatus.CANCELLED, PaymentOutcome.PARK),
        (Status.ON_HOLD, PaymentStatus.AUTHORIZED, PaymentOutcome.NOTHING),
    ],
)
def test_money_that_is_set_aside(order: Status, payment: PaymentStatus, outcome: PaymentOutcome) -> None:
    assert (
        decide_payment(PaymentSnapshot(order=order, payment=payment, intent=IntentStatus.REQUIRES_CAPTURE)) is outcome
    )


@given(standing=standings)
def test_what_was_paid_before_is_never_paid_again(standing: PaymentSnapshot) -> None:
    again = replace(standing, paid_before=True)
    assert decide_payment(again) not in (PaymentOutcome.PAY, PaymentOutcome.SETTLE, PaymentOutcome.SET_ASIDE)


def test_amounts_that_do_not_match_never_pay() -> None:
    for order, payment in product(Status, PaymentStatus):
        standing = PaymentSnapshot(order=order, payment=payment, intent=IntentStatus.SUCCEEDED, matches=False)
        assert decide_payment(standing) is (PaymentOutcome.NOTHING if payment in DONE else PaymentOutcome.PARK)


@given(standing=standings)
def test_money_is_never_dropped_and_never_counted_twice(standing: PaymentSnapshot) -> None:
    outcome = decide_payment(standing)
    if standing.payment in DONE:
        assert outcome is PaymentOutcome.NOTHING
    elif standing.intent is IntentStatus.SUCCEEDED:
        assert outcome in (PaymentOutcome.PAY, PaymentOutcome.SETTLE, PaymentOutcome.PARK)


@given(standing=standings)
def test_every_outcome_can_be_carried_out(standing: PaymentSnapshot) -> None:
    target = TARGETS.get(decide_payment(standing))
    assert target is None or may_move(standing.order, target, by_staff=False)
