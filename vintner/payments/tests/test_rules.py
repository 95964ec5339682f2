"""What a payment does to its order: the whole table."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.orders.rules import Status, may_move
from vintner.payments.attempts.rules import DONE, IntentStatus, Outcome, PaymentStatus, Standing, decide
from vintner.payments.types import Flow

TARGETS = {
    Outcome.PAY: Status.PROCESSING,
    Outcome.SETTLE: Status.PROCESSING,
    Outcome.AWAIT_MONEY: Status.ON_HOLD,
    Outcome.SET_ASIDE: Status.ON_HOLD,
}
standings = st.builds(
    Standing,
    order=st.sampled_from(Status),
    payment=st.sampled_from(PaymentStatus),
    intent=st.sampled_from(IntentStatus),
    has_error=st.booleans(),
    turned_back=st.booleans(),
    matches=st.booleans(),
    paid_before=st.booleans(),
    flow=st.sampled_from(Flow),
)


@pytest.mark.parametrize(
    ("order", "payment", "intent", "outcome"),
    [
        (Status.PENDING, PaymentStatus.CREATED, IntentStatus.SUCCEEDED, Outcome.PAY),
        (Status.FAILED, PaymentStatus.DECLINED, IntentStatus.SUCCEEDED, Outcome.PAY),
        (Status.ON_HOLD, PaymentStatus.PROCESSING, IntentStatus.SUCCEEDED, Outcome.SETTLE),
        (Status.CANCELLED, PaymentStatus.CANCELLED, IntentStatus.SUCCEEDED, Outcome.PARK),
        (Status.PROCESSING, PaymentStatus.CREATED, IntentStatus.SUCCEEDED, Outcome.PARK),
        (Status.PENDING, PaymentStatus.CREATED, IntentStatus.PROCESSING, Outcome.AWAIT_MONEY),
        (Status.FAILED, PaymentStatus.DECLINED, IntentStatus.PROCESSING, Outcome.NOTHING),
        (Status.PENDING, PaymentStatus.CREATED, IntentStatus.REQUIRES_ACTION, Outcome.AWAIT_ACTION),
        (Status.FAILED, PaymentStatus.DECLINED, IntentStatus.REQUIRES_ACTION, Outcome.NOTHING),
        (Status.PENDING, PaymentStatus.ACTION_REQUIRED, IntentStatus.REQUIRES_PAYMENT_METHOD, Outcome.DECLINE),
        (Status.PROCESSING, PaymentStatus.SUCCEEDED, IntentStatus.REQUIRES_PAYMENT_METHOD, Outcome.NOTHING),
        (Status.PENDING, PaymentStatus.ACTION_REQUIRED, IntentStatus.CANCELED, Outcome.END),
    ],
)
def test_the_outcome(order: Status, payment: PaymentStatus, intent: IntentStatus, outcome: Outcome) -> None:
    assert decide(Standing(order=order, payment=payment, intent=intent, has_error=True)) is outcome


CAN_WAIT = [Flow.VOUCHER, Flow.DEBIT]


@pytest.mark.parametrize("flow", Flow)
def test_what_is_done_elsewhere_in_days_is_waited_for_on_hold(flow: Flow) -> None:
    asked = Standing(
        order=Status.PENDING, payment=PaymentStatus.CREATED, intent=IntentStatus.REQUIRES_ACTION, flow=flow
    )
    assert decide(asked) is (Outcome.AWAIT_MONEY if flow in CAN_WAIT else Outcome.AWAIT_ACTION)


def test_who_turns_back_is_not_declined() -> None:
    left = Standing(
        order=Status.PENDING,
        payment=PaymentStatus.ACTION_REQUIRED,
        intent=IntentStatus.REQUIRES_PAYMENT_METHOD,
        has_error=True,
        turned_back=True,
    )
    assert decide(left) is Outcome.TURN_BACK
    assert decide(replace(left, order=Status.ON_HOLD)) is Outcome.DECLINE


@pytest.mark.parametrize(
    ("order", "payment", "outcome"),
    [
        (Status.PENDING, PaymentStatus.CREATED, Outcome.SET_ASIDE),
        (Status.CANCELLED, PaymentStatus.CANCELLED, Outcome.PARK),
        (Status.ON_HOLD, PaymentStatus.AUTHORIZED, Outcome.NOTHING),
    ],
)
def test_money_that_is_set_aside(order: Status, payment: PaymentStatus, outcome: Outcome) -> None:
    assert decide(Standing(order=order, payment=payment, intent=IntentStatus.REQUIRES_CAPTURE)) is outcome


@given(standing=standings)
def test_what_was_paid_before_is_never_paid_again(standing: Standing) -> None:
    again = replace(standing, paid_before=True)
    assert decide(again) not in (Outcome.PAY, Outcome.SETTLE, Outcome.SET_ASIDE)


def test_amounts_that_do_not_match_never_pay() -> None:
    for order, payment in product(Status, PaymentStatus):
        standing = Standing(order=order, payment=payment, intent=IntentStatus.SUCCEEDED, matches=False)
        assert decide(standing) is (Outcome.NOTHING if payment in DONE else Outcome.PARK)


@given(standing=standings)
def test_money_is_never_dropped_and_never_counted_twice(standing: Standing) -> None:
    outcome = decide(standing)
    if standing.payment in DONE:
        assert outcome is Outcome.NOTHING
    elif standing.intent is IntentStatus.SUCCEEDED:
        assert outcome in (Outcome.PAY, Outcome.SETTLE, Outcome.PARK)


@given(standing=standings)
def test_every_outcome_can_be_carried_out(standing: Standing) -> None:
    target = TARGETS.get(decide(standing))
    assert target is None or may_move(standing.order, target, by_staff=False)
