"""Which choice of a payment method counts, and what a choice does to a box that was declined."""

from datetime import timedelta

import pytest
from django.utils import timezone

from vintner.orders.models import Email, Order
from vintner.payments.attempts.attempts import create_attempt
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, SavedMethod
from vintner.payments.saved_methods import saved_methods, setups
from vintner.payments.saved_methods.purpose import FOR_ORDERS
from vintner.subscriptions.changes import methods
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.order_events import later_boxes_words
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.subscriptions.tests.club_member import ALL, ClubMember
from vintner.subscriptions.words import AS_BEFORE, MANUAL_RENEWAL, PAID_TOO
from vintner.testing.builders import make_user
from vintner.testing.sandbox import THREE_D_SECURE, VISA, Sandbox

pytestmark = pytest.mark.usefixtures("store")
MASTERCARD = "5555555555554444"
OLD, NEW, ASKED = "Visa •••• 4242", "Mastercard •••• 4444", "Visa •••• 3184"


def begin(jane: ClubMember, **fields: str) -> CardSetup:
    """Choose a card whose bank asks; return the attempt that waits."""
    answer = jane.changes_to_card(jane.sandbox.card(THREE_D_SECURE), **fields)
    assert answer["result"] == "success", answer
    return CardSetup.objects.latest("pk")


def order_of(jane: ClubMember, box: Box) -> Order:
    """Make the order of a box, which is not paid yet."""
    return Order.objects.create(user=jane.user, email=jane.email, cart_id=box.cart_id, billing={})


def decline(jane: ClubMember, *, state: BoxState = BoxState.ACTION, reason: str = "do_not_honor") -> None:
    """Let the open box be one that was declined by its card."""
    box, method = jane.box, jane.subscription.method
    assert method is not None
    order = order_of(jane, box)
    given = PaymentInput(method.method_id, customer_id=method.customer.customer_id, off_session=True)
    payment = create_attempt(order, given, timezone.now())
    Payment.objects.filter(pk=payment.pk).update(status="declined")
    box.order, box.state, box.reason, box.declines = order, state, reason, 6
    box.next_try_at = timezone.now() + timedelta(days=3)
    box.save()
    Subscription.objects.update(status=SubscriptionStatus.ON_HOLD)


def choose(jane: ClubMember, method: SavedMethod) -> None:
    methods.change_method(jane.user, method, timezone.now(), number=jane.subscription.pk)


def test_a_setup_that_succeeds_late_leaves_what_was_chosen_since(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    older = begin(jane, **ALL)
    jane.changes_to_card(sandbox.card(MASTERCARD))
    sandbox.answer_setup(str(older.intent_id))
    answer = jane.confirms(str(older.intent_id))
    assert answer["success"]
    assert [str(each.method) for each in jane.subscriptions] == [NEW, ASKED]
    assert SavedMethod.objects.filter(last_four="3184").exists()


def test_and_says_so(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    older = begin(jane)
    jane.changes_to_card(sandbox.card(MASTERCARD))
    jane.said(jane.path())
    sandbox.answer_setup(str(older.intent_id))
    jane.confirms(str(older.intent_id))
    assert jane.said(jane.path()) == [methods.CHOSEN_SINCE]
    assert jane.methods() == {NEW}


def test_whoever_has_none_by_then_takes_the_older_one(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    older = begin(jane)
    jane.changes_to_card(sandbox.card(MASTERCARD))
    Subscription.objects.update(method=None)
    sandbox.answer_setup(str(older.intent_id))
    jane.confirms(str(older.intent_id))
    assert jane.methods() == {ASKED}


def test_the_same_card_is_saved_for_what_was_asked_for_last(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    card = sandbox.card(THREE_D_SECURE)
    jane.changes_to_card(card)
    jane.changes_to_card(card, **ALL)
    setup = CardSetup.objects.latest("pk")
    assert (setup.for_all_subscriptions, setup.chosen_at is not None) == (True, True)
    sandbox.answer_setup(str(setup.intent_id))
    jane.confirms(str(setup.intent_id))
    assert jane.methods() == {ASKED}


def test_a_card_that_is_saved_already_is_charged_for_all_at_once(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    card = sandbox.card(MASTERCARD)
    jane.changes_to_card(card)
    assert [str(each.method) for each in jane.subscriptions] == [NEW, OLD]
    jane.changes_to_card(card, **ALL)
    assert jane.methods() == {NEW}
    assert len(sandbox.setups()) == 1


def test_saving_it_for_orders_meanwhile_takes_no_purpose_away(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    setup = begin(jane)
    setups.create_setup(jane.user, setup.method, timezone.now(), purpose=FOR_ORDERS)
    assert CardSetup.objects.get(pk=setup.pk).subscription_number == jane.subscription.pk


@pytest.mark.parametrize("state", [BoxState.ACTION, BoxState.RETRYING])
def test_a_method_that_was_declined_is_not_charged_anew_by_choosing_it(sandbox: Sandbox, state: BoxState) -> None:
    jane = ClubMember(sandbox)
    declined, other = SavedMethod.objects.get(), jane.saves(sandbox.card(MASTERCARD))
    decline(jane, state=state)
    before = jane.box
    choose(jane, declined)
    assert (jane.box.state, jane.box.declines, jane.box.next_try_at) == (state, 6, before.next_try_at)
    choose(jane, other)
    assert (jane.box.state, jane.box.declines) == (BoxState.RETRYING, 0)
    Box.objects.filter(pk=before.pk).update(next_try_at=before.next_try_at, declines=1)
    choose(jane, declined)
    assert (jane.box.declines, jane.box.next_try_at) == (1, before.next_try_at)


def test_the_same_card_entered_again_starts_no_new_tries_unless_it_has_a_new_date(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    decline(jane)
    jane.changes_to_card(sandbox.card(VISA))
    assert (SavedMethod.objects.count(), jane.box.state) == (1, BoxState.ACTION)
    jane.waits()
    Box.objects.filter(pk=jane.box.pk).update(reason="expired_card")
    jane.changes_to_card(sandbox.card(VISA))
    assert (SavedMethod.objects.count(), jane.box.state) == (1, BoxState.RETRYING)


def pay_box(jane: ClubMember, method: SavedMethod, *, chosen_at_offset: timedelta = timedelta()) -> Payment:
    """Have the open box's order paid by hand with a saved method."""
    box = jane.box
    order = order_of(jane, box)
    payment = create_attempt(
        order, PaymentInput(method.method_id, customer_id=method.customer.customer_id), timezone.now()
    )
    payment.created_at += chosen_at_offset
    saved_methods.send_method_saved(payment)
    return payment


def test_a_box_that_is_paid_by_another_card_takes_later_boxes_along_and_mails_it(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    pay_box(jane, jane.saves(sandbox.card(MASTERCARD)))
    assert jane.methods() == {NEW}
    assert "Mastercard ending in 4444" in Email.objects.get(kind="subscription_method").text
    assert any('to "Mastercard ending in 4444" by the subscriber' in text for text in jane.events())


def test_a_payment_that_arrives_late_leaves_what_was_chosen_since(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    old, other = SavedMethod.objects.get(), jane.saves(sandbox.card(MASTERCARD))
    choose(jane, other)
    pay_box(jane, old, chosen_at_offset=-timedelta(days=4))
    assert jane.methods() == {NEW}


def test_the_first_order_mails_no_change(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    assert jane.methods() == {OLD}
    assert not Email.objects.filter(kind="subscription_method").exists()


def test_somebody_else_s_card_pays_for_the_box_alone(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    owner = ProviderCustomer.objects.create(user=make_user(), customer_id="cus_of_another")
    foreign = SavedMethod.objects.create(customer=owner, method_id="pm_foreign", fingerprint="f", type="link")
    pay_box(jane, foreign)
    assert jane.methods() == {OLD}


def test_the_payment_page_of_a_box_says_what_later_boxes_are_paid_with(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    box = jane.box
    order = order_of(jane, box)
    assert later_boxes_words(order, jane.user) == (PAID_TOO, AS_BEFORE)
    Subscription.objects.update(method=None)
    assert later_boxes_words(order, jane.user) == (PAID_TOO, MANUAL_RENEWAL)
    assert later_boxes_words(order, make_user()) == later_boxes_words(order, None) == ("", "")


def test_a_method_that_is_deleted_is_mailed_with_the_one_that_takes_over(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    old = SavedMethod.objects.get()
    jane.saves(sandbox.card(MASTERCARD))
    jane.client.post(f"/my-source/delete-payment-method/{old.pk}/", {"csrfmiddlewaretoken": jane.token()})
    mail = Email.objects.get(kind="subscription_method").text.replace("\n", " ")
    assert "Visa ending in 4242 is not among your saved payment methods any more." in mail
    assert f"subscriptions {jane.subscriptions[0].pk}, {jane.subscriptions[1].pk} will be charged to Mastercard" in mail
