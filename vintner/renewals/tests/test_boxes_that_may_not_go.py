"""A box that may not be sent is not charged. Subscriber and merchant are told once, and it is looked at every day."""

from datetime import timedelta

import pytest
from pytest_django import Settings

from vintner.catalogue.models import Plan
from vintner.orders.models import Email, Order
from vintner.pricing.models import TaxRate
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.forecast import dry_run
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.shipping.models import Destination, Method, Sent
from vintner.shipping.regions import Address
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Box, Subscription, SubscriptionConsent
from vintner.subscriptions.rules import SHORTEST_NOTICE, BoxState, SubscriptionStatus
from vintner.testing.builders import make_plan, set_stock
from vintner.testing.sandbox import Sandbox
from vintner.web.catalogue_version import forget_version

pytestmark = pytest.mark.usefixtures("store")


def close_state() -> None:
    Destination.objects.filter(state="CA").update(wine_allowed=False)


def limit_volume() -> None:
    Destination.objects.filter(state="CA").update(most_bottles=0)


def sell_out() -> None:
    set_stock(Subscription.objects.get().variation, 0)


def end_delivery() -> None:
    Method.objects.all().delete()


def lose_age() -> None:
    SubscriptionConsent.objects.update(age_fields={})


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (close_state, "no_wine_there"),
        (limit_volume, "no_wine_there"),
        (sell_out, "out_of_stock"),
        (end_delivery, "no_delivery"),
        (lose_age, "age"),
    ],
)
def test_it_is_not_charged_and_everybody_is_told_once(sandbox: Sandbox, happens: object, code: str) -> None:
    subscriber = subscribe(sandbox).is_told()
    assert callable(happens)
    happens()
    forget_version()
    box = subscriber.is_charged()
    assert (box.state, box.reason, subscriber.charges_of(box)) == (BoxState.RETRYING, code, 0)
    assert box.next_try_at == box.due_at + timedelta(days=1)
    assert not Order.objects.filter(cart_id=box.cart_id).exists()
    assert subscriber.subscription.status == SubscriptionStatus.ON_HOLD
    subscriber.is_charged(box.next_try_at)
    assert subscriber.notices("blocked") == ["Your box cannot be sent at the moment"]
    assert Email.objects.filter(kind="subscription_blocked").count() == 2  # one of them to the merchant
    told = Email.objects.get(kind="subscription_blocked", subject__startswith="Box 2 of subscription").text
    wine, page = subscriber.wine.name, f"/admin/subscriptions/subscription/{subscriber.number}/change/"
    for words in (subscriber.subscription.email, wine, page, "It is looked at again every day"):
        assert words in told


def test_it_is_sent_as_soon_as_it_may_be(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    sell_out()
    box = subscriber.is_charged()
    set_stock(subscriber.wine, 5)
    assert subscriber.is_charged(box.next_try_at).state == BoxState.PAID
    assert subscriber.subscription.status == SubscriptionStatus.ACTIVE


def test_a_wine_that_is_not_sold_any_more_waits_for_a_person(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.wine.published = False
    subscriber.wine.save()
    box = subscriber.is_charged()
    assert (box.state, box.reason) == (BoxState.ACTION, "not_for_sale")
    assert subscriber.notices("blocked") == ["Your box cannot be sent"]


def test_another_reason_for_which_a_box_waits_is_told_as_well(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox, quantity=2).is_told()
    subscriber.wine.published = False
    subscriber.wine.save()
    box = subscriber.is_charged()
    subscriber.wine.published = subscriber.wine.sold_individually = True
    subscriber.wine.save()
    reasons = []
    for _ in range(2):
        assert boxes.retry_with_new_method(subscriptions.lock(subscriber.number), box.due_at)
        reasons.append(subscriber.is_charged(box.due_at).reason)
    assert reasons == ["one_per_order", "one_per_order"]
    assert len(subscriber.notices("blocked")) == 2
    assert Email.objects.filter(kind="subscription_blocked").count() == 4  # two of them to the merchant


def test_a_wine_that_is_not_sold_any_more_is_not_announced(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    subscriber.wine.published = False
    subscriber.wine.save()
    box = subscriber.is_told().box
    assert (box.state, box.announced_at, subscriber.notices("charge")) == (BoxState.ACTION, None, [])


def test_no_more_is_charged_than_was_announced(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    TaxRate.objects.filter(state="CA").update(percent=9)
    forget_version()
    box = subscriber.is_charged()
    now, told = box.due_at, subscriber.notices("charge")
    assert (box.state, box.announced_for, subscriber.charges_of(box)) == (BoxState.SCHEDULED, None, 0)
    announce_due_boxes(now)
    box.refresh_from_db()
    assert box.due_at == now + SHORTEST_NOTICE
    assert len(subscriber.notices("charge")) == len(told) + 1
    box = subscriber.is_charged()
    assert (box.state, subscriber.order_of(box).total) == (BoxState.PAID, box.announced_total)


def test_a_box_holds_as_many_bottles_as_were_agreed(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox, make_plan(bottles=3)).is_told()
    Plan.objects.update(bottles=12)
    Destination.objects.filter(state="CA").update(most_bottles=6)
    forget_version()
    assert subscriber.subscription.bottles == 3
    box = subscriber.is_charged()
    assert (box.state, Sent.objects.get(order=subscriber.order_of(box)).bottles) == (BoxState.PAID, 3)
    assert dry_run(subscriber.box.due_at)[0].bottles == 3
    assert not own_actions.change_address(subscriber.number, address_of(subscriber), subscriber.box.due_at, by=None)


def address_of(subscriber: Subscriber) -> Address:
    return Address.read(subscriber.subscription.shipping)


def test_a_date_of_birth_is_looked_at_again(sandbox: Sandbox, settings: Settings) -> None:
    subscriber = subscribe(sandbox).is_told()
    settings.AGE_CHECK = "date_of_birth"
    box = subscriber.is_charged()
    assert (Box.objects.get(pk=box.pk).reason.startswith("age"), subscriber.charges_of(box)) == (True, 0)
