"""A box that waits to be paid goes to the address that was chosen meanwhile, and is charged as seldom as before."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from vintner.orders.models import Email, Order, StockReservation
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import charge_attempt
from vintner.payments.models import Payment
from vintner.pricing.models import TaxRate
from vintner.refusal import Refusal
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.claims import claim_due_box
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.shipping.models import Destination
from vintner.shipping.regions import Address
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import RETRY_PAUSES, SHORTEST_NOTICE, BoxState, SubscriptionStatus
from vintner.testing.sandbox import THREE_D_SECURE, VISA, Sandbox
from vintner.web.catalogue_version import forget_version

pytestmark = pytest.mark.usefixtures("store")
LOST_CARD, FAILS_LATER = "4000000000009987", "4000000000000341"
NEW_YORK = {"state": "NY", "city": "Albany", "postcode": "12207"}


def moves(subscriber: Subscriber, now: datetime, **to: str) -> str:
    """Have the subscriber choose 2 Elm St, by default in the same state."""
    address = Address.read({**subscriber.subscription.shipping, "address_1": "2 Elm St", **to})
    return own_actions.change_address(subscriber.number, address, now, by=None)


def orders_of(box: Box) -> list[tuple[str, str]]:
    """Return status and street of a box's orders, oldest first."""
    found = Order.objects.filter(cart_id=box.cart_id).order_by("pk")
    return [(order.status, order.shipping["address_1"]) for order in found]


def pay_by_link(box: Box, card: str) -> Payment:
    order = Order.objects.filter(cart_id=box.cart_id).latest("pk")
    payment = pay_again(order.pk, PaymentInput(card, page=Payment.Page.ORDER), timezone.now())
    charge_attempt(payment.pk)
    payment.refresh_from_db()
    return payment


def test_a_declined_box_is_placed_anew_on_the_next_try(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    said = moves(subscriber, box.due_at)
    assert "goes there, too. It is charged again on" in said
    assert said in Email.objects.get(kind="subscription_address").text
    assert orders_of(box) == [("cancelled", "1 Main St")]
    assert not StockReservation.objects.filter(order__cart_id=box.cart_id, ended_at=None).exists()
    moved = subscriber.box_number(2)
    assert (moved.state, moved.declines, moved.next_try_at) == (BoxState.RETRYING, 1, box.next_try_at)
    subscriber.turns_card(VISA)
    assert subscriber.is_charged().state == BoxState.PAID
    assert orders_of(box) == [("cancelled", "1 Main St"), ("processing", "2 Elm St")]
    assert subscriber.charges_of(box) == 1


def test_moving_again_and_again_charges_no_more_often(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box, tries = subscriber.is_charged(), 1
    while box.state == BoxState.RETRYING:
        moves(subscriber, box.next_try_at - timedelta(hours=1), address_1=f"{tries} Elm St")
        assert claim_due_box(box.next_try_at - timedelta(minutes=1)) is None
        box, tries = subscriber.is_charged(box.next_try_at), tries + 1
    assert (tries, box.state) == (1 + len(RETRY_PAUSES), BoxState.ACTION)


def test_a_box_that_costs_more_there_is_announced_and_not_tried_earlier(sandbox: Sandbox) -> None:
    TaxRate.objects.create(country="US", state="NY", name="Sales tax", percent=20)
    forget_version()
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    Box.objects.filter(pk=box.pk).update(declines=4, next_try_at=box.due_at + timedelta(hours=72))
    assert "after we have written to you what it costs there" in moves(subscriber, box.due_at, **NEW_YORK)
    announce_due_boxes(box.due_at)
    told = subscriber.box_number(2)
    assert told.next_try_at == told.due_at == told.announced_for == box.due_at + timedelta(hours=72)
    assert (told.declines, told.announced_at) == (4, box.due_at)
    assert timedelta(hours=72) > SHORTEST_NOTICE


@pytest.mark.parametrize("number", [THREE_D_SECURE, LOST_CARD])
def test_a_box_that_waits_for_its_subscriber_gets_another_link_and_no_charge(sandbox: Sandbox, number: str) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(number)
    box = subscriber.is_charged()
    assert box.state == BoxState.ACTION
    assert "we’ll email you a new link in a moment" in moves(subscriber, box.due_at)
    attempts = Payment.objects.count()
    subscriber.turns_card(VISA)
    box = subscriber.is_charged(box.due_at)
    assert (box.state, box.reason, Payment.objects.count()) == (BoxState.ACTION, "by_hand", attempts)
    assert orders_of(box) == [("cancelled", "1 Main St"), ("pending", "2 Elm St")]
    assert f"/order-pay/{box.order_id}/" in Email.objects.get(kind="subscription_unpaid").text
    pay_by_link(box, sandbox.card())
    assert (subscriber.box_number(2).state, subscriber.charges_of(box)) == (BoxState.PAID, 1)
    assert subscriber.subscription.status == SubscriptionStatus.ACTIVE


def test_a_box_to_be_paid_by_hand_is_placed_anew_at_what_it_costs_there(sandbox: Sandbox) -> None:
    TaxRate.objects.create(country="US", state="NY", name="Sales tax", percent=20)
    forget_version()
    subscriber = subscribe(sandbox)
    Subscription.objects.update(method=None)
    box = subscriber.is_told().is_charged()
    cost = subscriber.order_of(box).total
    moves(subscriber, box.due_at, **NEW_YORK)
    box = subscriber.is_charged(box.due_at)
    assert orders_of(box) == [("cancelled", "1 Main St"), ("pending", "2 Elm St")]
    assert box.order is not None
    assert box.order.total > cost
    assert len(subscriber.notices("unpaid")) == 2


def test_a_box_whose_money_is_on_its_way_goes_to_the_former_address(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    Order.objects.filter(cart_id=box.cart_id).update(status="on-hold")
    Box.objects.filter(pk=box.pk).update(state=BoxState.AWAITING)
    assert "is already being paid and goes to the former address." in moves(subscriber, box.due_at)
    assert orders_of(box) == [("on-hold", "1 Main St")]
    assert subscriber.box_number(2).state == BoxState.AWAITING
    assert subscriber.subscription.shipping["address_1"] == "2 Elm St"


def test_an_attempt_at_the_bank_ends_before_the_order_does(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    payment = pay_by_link(box, sandbox.card(THREE_D_SECURE))
    moves(subscriber, box.due_at)
    payment.refresh_from_db()
    assert (payment.status, orders_of(box)) == ("cancelled", [("cancelled", "1 Main St")])
    assert subscriber.box_number(2).state == BoxState.RETRYING
    assert not subscriber.notices("left_out")


def test_a_payment_in_progress_keeps_the_address(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    order = subscriber.order_of(box)
    pay_again(order.pk, PaymentInput(sandbox.card(), page=Payment.Page.ORDER), timezone.now())
    with pytest.raises(Refusal, match="being charged at the moment"):
        moves(subscriber, timezone.now())
    assert orders_of(box) == [("pending", "1 Main St")]
    assert subscriber.subscription.shipping["address_1"] == "1 Main St"


def test_the_law_of_the_new_place_is_asked_again(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    Subscription.objects.update(method=None)
    box = subscriber.is_told().is_charged()
    moves(subscriber, box.due_at, **NEW_YORK)
    Destination.objects.filter(state="NY").update(wine_allowed=False)
    forget_version()
    box = subscriber.is_charged(box.due_at)
    assert (box.state, box.reason) == (BoxState.RETRYING, "no_wine_there")
    assert orders_of(box) == [("cancelled", "1 Main St")]
