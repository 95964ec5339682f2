"""A box is charged once, without its subscriber, to the method that is right at that moment."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.utils.timezone import localdate

from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import PlacedOrder, place_order
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.payments.attempts.start_payment import charge_attempt
from vintner.payments.models import Payment
from vintner.renewals.claims import claim_due_box
from vintner.renewals.tests.subscriber import charged_methods, subscribe
from vintner.shipping.models import DeliveryTimes, HoldSeason, Method
from vintner.subscriptions import boxes, cancellations, subscriptions
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import RETRY_PAUSES, BoxState, SubscriptionStatus
from vintner.testing.builders import make_plan
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, VISA, Sandbox

pytestmark = pytest.mark.usefixtures("store")
LOST_CARD, SET_UP_FIRST, FAILS_LATER = "4000000000009987", "4000002500003155", "4000000000000341"


def test_the_next_box_is_charged_without_its_subscriber(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox, price="60.00").is_told()
    box = subscriber.is_charged()
    order = subscriber.order_of(box)
    assert (box.state, box.order, order.status) == (BoxState.PAID, order, "processing")
    assert order.total == box.announced_total
    payment = Payment.objects.get(order=order)
    assert (payment.off_session, payment.page, payment.method) == (True, "order", subscriber.card)
    assert subscriber.charges_of(box) == 1
    following = subscriber.box
    assert (following.number, following.state) == (3, BoxState.SCHEDULED)
    assert timedelta(days=27) < following.due_at - box.due_at < timedelta(days=32)


def test_a_box_waits_for_better_weather_without_being_asked(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    DeliveryTimes.objects.create()
    Method.objects.filter(kind="flat_rate").update(transit_from=2, transit_to=4)
    first, last = (localdate(subscriber.box.due_at) + timedelta(days=days) for days in (-20, 20))
    HoldSeason.objects.create(
        kind="cold",
        first_month=first.month,
        first_day=first.day,
        last_month=last.month,
        last_day=last.day,
        places=["US"],
    )
    order = subscriber.order_of(subscriber.is_charged())
    assert (order.status, order.hold_kind) == ("processing", "cold")
    assert order.ship_not_before is not None
    assert order.ship_not_before > last
    assert order.arrives_from is not None
    assert order.arrives_from > order.ship_not_before


def test_a_card_that_was_set_up_for_it_is_not_asked_again(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(SET_UP_FIRST)
    assert subscriber.is_charged().state == BoxState.PAID


def test_a_bank_that_wants_to_ask_sends_the_subscriber_to_the_order_s_page(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(THREE_D_SECURE)
    box = subscriber.is_charged()
    assert (box.state, box.reason) == (BoxState.ACTION, "authentication_required")
    assert subscriber.subscription.status == SubscriptionStatus.ON_HOLD
    assert subscriber.notices("action") == ["Please confirm the payment of your box"]
    email = Email.objects.get(kind="subscription_action")
    order = subscriber.order_of(box)
    assert f"/checkout/order-pay/{order.pk}/?pay_for_order=true&key={order.key}" in email.text
    assert not Email.objects.filter(order=order, kind="failed").exists()
    assert claim_due_box(box.due_at + timedelta(days=30)) is None


def test_a_decline_that_may_pass_is_tried_again_five_times(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box, tries = subscriber.is_charged(), 1
    assert (box.state, box.reason, box.declines) == (BoxState.RETRYING, "generic_decline", 1)
    while box.state == BoxState.RETRYING:
        assert box.next_try_at > box.due_at
        assert claim_due_box(box.next_try_at - timedelta(minutes=1)) is None
        box, tries = subscriber.is_charged(box.next_try_at), tries + 1
    assert (tries, box.state) == (1 + len(RETRY_PAUSES), BoxState.ACTION)
    assert subscriber.notices("failed") == ["Payment failed"] * 2
    assert subscriber.charges_of(box) == 0


def test_a_retry_that_works_lets_the_subscription_go_on(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    subscriber.turns_card(VISA)
    assert subscriber.is_charged(box.next_try_at).state == BoxState.PAID
    assert subscriber.subscription.status == SubscriptionStatus.ACTIVE
    assert subscriber.charges_of(box) == 1


@pytest.mark.parametrize("number", [LOST_CARD, "4000000000000069"])
def test_a_card_that_is_lost_or_expired_is_tried_once(sandbox: Sandbox, number: str) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(number)
    box = subscriber.is_charged()
    assert (box.state, box.declines) == (BoxState.ACTION, 1)
    assert claim_due_box(box.due_at + timedelta(days=30)) is None


def test_another_card_is_charged_at_once_and_the_old_one_never_again(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(LOST_CARD)
    box = subscriber.is_charged()
    later = box.due_at + timedelta(days=2)
    other = subscriber.takes_card()
    assert boxes.retry_with_new_method(subscriptions.lock(subscriber.number), later)
    assert subscriber.is_charged(later).state == BoxState.PAID
    assert charged_methods(box) == [subscriber.card, other.method_id]
    assert subscriber.charges_of(box) == 1


def test_a_card_that_was_chosen_while_the_old_one_was_charged_is_next(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(LOST_CARD)
    chosen: list[str] = []

    def charge_slowly(payment_id: int) -> None:
        chosen.append(subscriber.takes_card().method_id)
        charge_attempt(payment_id)

    monkeypatch.setattr("vintner.renewals.charging.charge_attempt", charge_slowly)
    box = subscriber.is_charged()
    assert (box.state, box.next_try_at, box.declines) == (BoxState.RETRYING, box.due_at, 0)
    monkeypatch.undo()
    assert subscriber.is_charged().state == BoxState.PAID
    assert charged_methods(box) == [subscriber.card, *chosen]


def test_a_card_that_was_chosen_right_before_the_order_is_the_one_that_is_charged(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscriber = subscribe(sandbox).is_told()
    chosen: list[str] = []

    def place_slowly(cart_id: UUID, form: CheckoutForm, *, user: User | None, now: datetime) -> PlacedOrder:
        chosen.append(subscriber.takes_card().method_id)
        return place_order(cart_id, form, user=user, now=now)

    monkeypatch.setattr("vintner.renewals.charging.place_order", place_slowly)
    assert subscriber.is_charged().state == BoxState.SCHEDULED
    monkeypatch.undo()
    box = subscriber.is_charged()
    assert charged_methods(box) == chosen


def test_a_card_whose_month_is_over_is_not_charged(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    method = subscriber.subscription.method
    assert method is not None
    method.expires_year = 2020
    method.save()
    box = subscriber.is_charged()
    assert (box.state, box.reason) == (BoxState.ACTION, "expired_card")
    assert not Payment.objects.filter(order__cart_id=box.cart_id).exists()
    assert subscriber.notices("failed") == ["Payment failed"]


def test_no_retry_comes_after_a_cancellation(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(DECLINED)
    box = subscriber.is_charged()
    assert box.state == BoxState.RETRYING
    cancellations.cancel(subscriptions.lock(subscriber.number), box.due_at)
    assert claim_due_box(box.due_at + timedelta(days=30)) is None
    assert subscriber.subscription.status == SubscriptionStatus.CANCELLED


def test_trial_boxes_cost_the_trial_price_and_later_ones_what_was_agreed(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox, make_plan(trial_boxes=2, trial_price="19.00"), price="60.00")
    second = subscriber.is_told().is_charged()
    third = subscriber.is_told().is_charged()
    assert [str(subscriber.order_of(box).subtotal) for box in (second, third)] == ["$19.00", "$60.00"]


def test_a_dearer_wine_costs_subscribers_what_they_agreed_to(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox, price="60.00")
    subscriber.wine.variations.update(regular_price=9900)
    box = subscriber.is_told().is_charged()
    assert str(subscriber.order_of(box).subtotal) == "$60.00"


def test_somebody_else_s_card_is_never_charged(sandbox: Sandbox) -> None:
    subscriber, other = subscribe(sandbox), subscribe(sandbox)
    Subscription.objects.filter(pk=subscriber.number).update(method=other.subscription.method)
    box = subscriber.is_told().is_charged()
    assert (box.state, subscriber.charges_of(box)) == (BoxState.ACTION, 0)
    assert not Payment.objects.filter(order__cart_id=box.cart_id).exists()
