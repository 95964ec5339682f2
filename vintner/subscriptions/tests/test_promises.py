"""What subscribers were told is what happens: how long they are bound, what a box costs, and where it goes."""

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.subscriptions import cancellations, subscriptions
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.recurring import quote_box, subscription_words
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, set_stock
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}


def test_a_commitment_counts_paid_boxes_and_not_numbers() -> None:
    subscription = make_subscription(make_box_wine(make_plan(least_boxes=3)))
    now = timezone.now()
    with transaction.atomic():
        locked = subscriptions.lock(subscription.pk)
        subscriptions.skip_box(locked, now)  # box 2; box 1 is paid
        cancellations.cancel(locked, now)
    assert locked.cancel_after_box == 4  # boxes 3 and 4 are still to come


def test_a_box_that_is_skipped_after_the_cancellation_is_made_up_for() -> None:
    subscription = make_subscription(make_box_wine(make_plan(least_boxes=3)))
    now = timezone.now()
    with transaction.atomic():
        locked = subscriptions.lock(subscription.pk)
        cancellations.cancel(locked, now)
        assert locked.cancel_after_box == 3
        subscriptions.skip_box(locked, now)
    assert locked.cancel_after_box == 4


def test_a_sold_out_wine_costs_what_was_agreed() -> None:
    wine = make_box_wine(price="60.00")
    subscription = make_subscription(wine)
    set_stock(wine, 0)
    assert quote_box(subscription, 2, now=timezone.now()).quote.total.minor > 6000
    assert "$0.00" not in " ".join(subscription_words(subscription.first_order, timezone.now()))


def test_a_sold_out_wine_goes_to_no_closed_state_either() -> None:
    wine = make_box_wine()
    subscription = make_subscription(wine)
    set_stock(wine, 0)
    utah = Address.read({**subscription.shipping, "state": "UT", "postcode": "84101"})
    with pytest.raises(Refusal, match="Utah"):
        own_actions.change_address(subscription.pk, utah, timezone.now(), by=None)


def test_a_second_try_sends_later_boxes_to_its_own_address(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_box_wine())
    shopper.pays(sandbox.card(DECLINED), **ACCOUNT, billing_address_1="1 Wrong St")
    shopper.pays(sandbox.card(), billing_address_1="2 Right St")
    subscription = Subscription.objects.get()
    assert subscription.first_order == only_order()
    assert (subscription.shipping["address_1"], subscription.status) == ("2 Right St", "active")
