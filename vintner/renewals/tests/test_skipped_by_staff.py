"""Staff skips a box that could not be charged: nothing is charged for it, and the subscription goes on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from vintner.catalogue.models import Plan
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.models import Payment
from vintner.refusal import Refusal
from vintner.renewals.claims import claim_due_box
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Box
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.testing.builders import make_plan, make_user, set_stock
from vintner.testing.sandbox import VISA, Sandbox

pytestmark = pytest.mark.usefixtures("store")
DECLINES = "4000000000000341"


@pytest.fixture
def staff(db: None) -> User:
    return make_user(is_staff=True)


def stopped_by_card(sandbox: Sandbox, plan: Plan | None = None) -> tuple[Subscriber, Box]:
    subscriber = subscribe(sandbox, plan).is_told()
    subscriber.turns_card(DECLINES)
    return subscriber, subscriber.is_charged()


def test_a_sold_out_box_is_skipped_and_the_next_one_comes(sandbox: Sandbox, staff: User) -> None:
    subscriber = subscribe(sandbox, make_plan(skips_in_a_row=0)).is_told()
    set_stock(subscriber.subscription.variation, 0)
    assert subscriber.is_charged().state == BoxState.RETRYING
    following = own_actions.skip_by_staff(
        subscriber.number, timezone.now(), by=staff, box_number=2, reason="It is sold out until spring."
    )
    assert (subscriber.box_number(2).state, following.number) == (BoxState.SKIPPED, 3)
    assert subscriber.subscription.status == SubscriptionStatus.ACTIVE
    assert claim_due_box(timezone.now() + timedelta(hours=1)) is None
    text = Email.objects.get(kind="subscription_skipped").text
    assert "Nothing is charged for it. It is sold out until spring." in text
    assert subscriber.subscription.events.filter(by=staff, text__endswith="It is sold out until spring.").exists()


def test_the_unpaid_order_of_a_skipped_box_is_cancelled(sandbox: Sandbox, staff: User) -> None:
    subscriber, box = stopped_by_card(sandbox)
    own_actions.skip_by_staff(subscriber.number, timezone.now(), by=staff)
    assert subscriber.order_of(box).status == "cancelled"
    assert subscriber.box_number(2).state == BoxState.SKIPPED
    assert subscriber.box.state == BoxState.SCHEDULED
    assert subscriber.notices("left_out") == []
    with pytest.raises(Refusal):
        pay_again(subscriber.order_of(box).pk, PaymentInput(VISA, page=Payment.Page.ORDER), timezone.now())
    assert subscriber.charges_of(box) == 0


def test_a_box_that_somebody_pays_meanwhile_is_not_skipped(sandbox: Sandbox, staff: User) -> None:
    subscriber, box = stopped_by_card(sandbox)
    pay_again(subscriber.order_of(box).pk, PaymentInput(VISA, page=Payment.Page.ORDER), timezone.now())
    with pytest.raises(Refusal, match="being charged"):
        own_actions.skip_by_staff(subscriber.number, timezone.now(), by=staff)
    assert subscriber.box_number(2).state == BoxState.RETRYING
    assert subscriber.order_of(box).status != "cancelled"


@pytest.mark.parametrize("state", [BoxState.CHARGING, BoxState.AWAITING])
def test_a_box_that_is_being_charged_is_not_skipped(sandbox: Sandbox, staff: User, state: BoxState) -> None:
    subscriber = subscribe(sandbox)
    Box.objects.filter(number=2).update(state=state)
    with pytest.raises(Refusal):
        own_actions.skip_by_staff(subscriber.number, timezone.now(), by=staff)
    assert subscriber.box_number(2).state == state


def test_an_old_form_gives_no_attempt_up(sandbox: Sandbox, staff: User) -> None:
    subscriber, box = stopped_by_card(sandbox)
    with pytest.raises(Refusal, match="earlier box"):
        own_actions.skip_by_staff(subscriber.number, timezone.now(), by=staff, box_number=1)
    assert not Payment.objects.filter(order__cart_id=box.cart_id, given_up_at__isnull=False).exists()


def test_subscribers_pay_or_leave_but_do_not_skip_what_is_due(sandbox: Sandbox) -> None:
    subscriber, _ = stopped_by_card(sandbox)
    with pytest.raises(Refusal, match="due already"):
        own_actions.skip(subscriber.number, timezone.now(), by=None)
    assert subscriber.box_number(2).state == BoxState.RETRYING


def test_the_last_box_is_not_skipped(sandbox: Sandbox, staff: User) -> None:
    subscriber, box = stopped_by_card(sandbox, make_plan(most_boxes=2))
    with pytest.raises(Refusal, match="last box"):
        own_actions.skip_by_staff(subscriber.number, timezone.now(), by=staff)
    assert subscriber.order_of(box).status != "cancelled"
