"""A subscription opens with the order of its first box."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from vintner.checkout.subscribing import ACCOUNT_NEEDED
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.payments.models import SavedMethod
from vintner.refusal import Refusal
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.testing.builders import make_box_wine, make_plan, make_product
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}


def test_the_paid_order_opens_it_and_its_card_is_kept(sandbox: Sandbox) -> None:
    wine = make_box_wine(make_plan(bottles=3), price="60.00")
    shopper = Shopper().puts(wine, 2)
    assert shopper.pays(sandbox.card(), **ACCOUNT).result == "success"
    subscription = Subscription.objects.get()
    order = only_order()
    assert subscription.status == SubscriptionStatus.ACTIVE
    assert (subscription.user, subscription.first_order) == (order.user, order)
    assert (subscription.quantity, str(subscription.price)) == (2, "$60.00")
    assert subscription.method == SavedMethod.objects.get()
    first, second = Box.objects.order_by("number")
    assert (first.number, first.state, first.order) == (1, BoxState.PAID, order)
    assert (second.number, second.state) == (2, BoxState.SCHEDULED)
    assert timedelta(days=27) < second.due_at - timezone.now() < timedelta(days=32)
    assert "2 boxes of 3 bottles every month, until you cancel." in subscription.consent.words
    assert subscription.consent.age_fields == {"of_age": "1"}


def test_a_guest_is_asked_for_an_account(sandbox: Sandbox) -> None:
    answer = Shopper().puts(make_box_wine()).pays(sandbox.card())
    assert ACCOUNT_NEEDED in answer.messages
    assert '<li data-id="createaccount">' in answer.messages
    assert not Subscription.objects.exists()


def test_a_declined_card_opens_nothing_until_another_one_pays(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_box_wine())
    shopper.pays(sandbox.card(DECLINED), **ACCOUNT)
    assert Subscription.objects.get().status == SubscriptionStatus.PENDING
    assert not Box.objects.exists()
    assert shopper.pays(sandbox.card()).result == "success"
    assert Subscription.objects.get().status == SubscriptionStatus.ACTIVE
    assert Box.objects.count() == 2


def test_a_cancelled_order_takes_its_subscription_along(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine()).pays(sandbox.card(DECLINED), **ACCOUNT)
    orders.move(only_order(), Status.CANCELLED)
    assert Subscription.objects.get().status == SubscriptionStatus.CANCELLED


def test_one_that_is_cancelled_before_it_began_takes_its_order_along(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine()).pays(sandbox.card(DECLINED), **ACCOUNT)
    cancelled = own_actions.cancel(Subscription.objects.get().pk, timezone.now(), by=None)
    assert (cancelled.status, only_order().status) == (SubscriptionStatus.CANCELLED, Status.CANCELLED)


def test_one_whose_payment_is_on_its_way_is_not_cancelled(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine()).pays(sandbox.card(DECLINED), **ACCOUNT)
    Order.objects.update(status=Status.ON_HOLD)
    with pytest.raises(Refusal, match="on its way"):
        own_actions.cancel(Subscription.objects.get().pk, timezone.now(), by=None)
    assert Subscription.objects.get().status == SubscriptionStatus.PENDING


def test_a_trial_lowers_the_first_box_and_not_what_was_agreed(sandbox: Sandbox) -> None:
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    Shopper().puts(wine).pays(sandbox.card(), **ACCOUNT)
    assert str(only_order().subtotal) == "$19.00"
    assert str(Subscription.objects.get().price) == "$60.00"


def test_wine_without_a_plan_opens_nothing(sandbox: Sandbox) -> None:
    Shopper().puts(make_product()).pays(sandbox.card(), **ACCOUNT)
    assert not Subscription.objects.exists()


def test_an_order_opens_a_subscription_for_each_of_its_wines(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine()).puts(make_box_wine()).pays(sandbox.card(), **ACCOUNT)
    assert [each.status for each in Subscription.objects.all()] == [SubscriptionStatus.ACTIVE] * 2
    assert Box.objects.filter(number=1, order=only_order()).count() == 2


def test_a_later_box_has_an_order_of_its_own(sandbox: Sandbox) -> None:
    Shopper().puts(make_box_wine()).puts(make_box_wine()).pays(sandbox.card(), **ACCOUNT)
    first, second = Box.objects.filter(number=2)
    Box.objects.filter(pk=first.pk).update(order=only_order())
    with pytest.raises(IntegrityError), transaction.atomic():
        Box.objects.filter(pk=second.pk).update(order=only_order())
