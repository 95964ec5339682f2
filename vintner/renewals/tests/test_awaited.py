"""A subscriber cancels while the debit of a box is on its way: it cannot be taken back, and nothing more is charged."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.payments import jobs as payment_jobs
from vintner.payments.models import Payment
from vintner.payments.saved_methods import setups
from vintner.payments.saved_methods.purpose import SetupPurpose
from vintner.payments.tests.sales import open_market
from vintner.payments.types import BY_NAME
from vintner.refusal import Refusal
from vintner.renewals.claims import claim_due_box
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.subscriptions import subscriptions
from vintner.subscriptions.area.status_words import cancel_words, next_words
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.testing.sandbox import Sandbox
from vintner.web.client_address import BrowserInfo

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture
def debited(sandbox: Sandbox, settings: Settings) -> Subscriber:
    """A subscriber whose second box is being debited from a bank account."""
    subscriber = subscribe(sandbox).is_told()
    market = open_market(sandbox, settings, "us_bank_account")
    purpose = SetupPurpose(subscription=subscriber.number, browser=BrowserInfo("127.0.0.1", "Firefox"))
    kind = BY_NAME["us_bank_account"]
    setup = setups.create_setup(User.objects.get(), market.method(), timezone.now(), kind, purpose)
    setup = setups.start_setup(setup).setup
    sandbox.end(str(setup.intent_id), "succeed")
    setups.refresh_setup(setup)
    assert subscriber.is_charged().state == BoxState.AWAITING
    return subscriber


def ends(subscriber: Subscriber, ending: str) -> None:
    """Let the debit end, and the store hear of it."""
    subscriber.sandbox.end(str(Payment.objects.latest("pk").intent_id), ending)
    Payment.objects.update(changed_at=timezone.now() - timedelta(minutes=3))
    payment_jobs.reconcile(0)


def cancels(subscriber: Subscriber) -> Subscription:
    return own_actions.cancel(subscriber.number, timezone.now(), by=None)


def words_for(subscriber: Subscriber) -> str:
    return (
        f"The payment of the box of {day_of(subscriber.box.due_at)} is on its way, and cannot be taken back. The box is"
        " sent once the payment has arrived; then the subscription ends. If it does not arrive, the subscription ends"
        " without that box. Nothing more is charged."
    )


def test_it_is_said_before_and_after_in_the_account_and_by_e_mail(debited: Subscriber) -> None:
    said = words_for(debited)
    assert cancel_words(debited.subscription, debited.box, 1) == (said,)
    cancelled = cancels(debited)
    assert (cancelled.status, cancelled.cancel_after_box) == (SubscriptionStatus.ACTIVE, 2)
    assert next_words(debited.subscription, debited.box, timezone.now()) == (said,)
    assert said in Email.objects.get(kind="subscription_cancelled").text.replace("\n", " ")


def test_the_box_is_sent_once_it_is_paid_and_no_other_follows(debited: Subscriber) -> None:
    cancels(debited)
    ends(debited, "succeed")
    box = debited.box
    assert (box.number, box.state, debited.order_of(box).status) == (2, BoxState.PAID, "processing")
    assert debited.subscription.status == SubscriptionStatus.PENDING_CANCEL
    assert claim_due_box(timezone.now() + timedelta(days=400)) is None


def test_a_debit_that_comes_back_ends_it_and_is_not_tried_again(debited: Subscriber) -> None:
    cancels(debited)
    ends(debited, "decline")
    assert (debited.box.number, debited.box.state) == (2, BoxState.CANCELLED)
    assert debited.subscription.status == SubscriptionStatus.CANCELLED
    assert claim_due_box(timezone.now() + timedelta(days=400)) is None


def test_whoever_is_bound_to_the_box_is_charged_again(debited: Subscriber) -> None:
    Subscription.objects.update(least_boxes=2)
    cancels(debited)
    ends(debited, "decline")
    assert debited.box.state in (BoxState.RETRYING, BoxState.ACTION)
    assert debited.subscription.status == SubscriptionStatus.ON_HOLD


def test_the_cancellation_is_taken_back_while_the_payment_is_on_its_way(debited: Subscriber) -> None:
    cancels(debited)
    own_actions.reactivate(debited.number, timezone.now(), by=None)
    ends(debited, "succeed")
    assert (debited.box.number, debited.box.state) == (3, BoxState.SCHEDULED)


def test_what_concerns_the_next_box_waits_for_the_payment_and_says_so(debited: Subscriber) -> None:
    with pytest.raises(Refusal, match="is on its way, and cannot be taken back") as refused:
        own_actions.skip(debited.number, timezone.now(), by=None)
    assert refused.value.message == subscriptions.AWAITED.format(day=day_of(debited.box.due_at))
