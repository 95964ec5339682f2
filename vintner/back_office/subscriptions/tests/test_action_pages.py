"""The pages of actions say what they are about, what they will do, and are offered only where they can be done."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.back_office.subscriptions.tests.manager import find_page, open_form, send_action
from vintner.back_office.subscriptions.tests.manager import manager as manager
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.testing.builders import make_box_wine, make_plan, make_subscription

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]


def test_who_is_bound_is_charged_two_more_boxes_unless_it_ends_at_once(manager: Client) -> None:
    subscription = make_subscription(make_box_wine(make_plan(least_boxes=3)))
    page = open_form(manager, subscription, "cancel")
    assert "off: 2 more boxes come and are charged; it ends after box 3." in page
    assert "on: it ends now, and box 2 does not come. Nothing more is charged." in page
    assert "ends after box 3" in send_action(manager, subscription, "cancel")
    assert "nothing changes, because it is canceled already." in open_form(manager, subscription, "cancel")


def test_who_is_free_to_go_keeps_what_was_paid_for(manager: Client) -> None:
    subscription = make_subscription()
    until = day_of(subscription.boxes.get(number=2).due_at)
    assert f"off: it ends on {until}. Nothing more is charged." in open_form(manager, subscription, "cancel")
    assert f"It ends on {until}." in send_action(manager, subscription, "cancel")


def test_a_box_whose_payment_is_on_its_way_is_the_last_one(manager: Client) -> None:
    subscription = make_subscription()
    subscription.boxes.filter(number=2).update(state=BoxState.AWAITING)
    page = open_form(manager, subscription, "cancel")
    assert "off: box 2, whose payment is on its way, is the last one." in page
    assert "Box 2 is sent only if its payment, which is on its way, arrives." in page


def test_a_skip_is_taken_back_for_the_box_that_was_meant(manager: Client) -> None:
    subscription = make_subscription()
    assert "Take back the skip" not in manager.get(find_page(subscription)).content.decode()
    send_action(manager, subscription, "skip", box="2")
    assert "Take back the skip" in manager.get(find_page(subscription)).content.decode()
    assert 'name="box" value="2"' in open_form(manager, subscription, "unskip")
    assert "This is about an earlier box" in send_action(manager, subscription, "unskip", box="3")
    assert "Box 2 is due on" in send_action(manager, subscription, "unskip", box="2")
    assert subscription.boxes.get(number=2).state == BoxState.SCHEDULED
    assert "cannot be taken back any more" in open_form(manager, subscription, "unskip")


def test_a_cancellation_is_taken_back_only_where_it_can_be(manager: Client) -> None:
    subscription = make_subscription()
    send_action(manager, subscription, "cancel")
    assert "Take back the cancellation" in manager.get(find_page(subscription)).content.decode()
    Subscription.objects.update(ends_at=timezone.now() - timedelta(minutes=1))
    assert "Take back the cancellation" not in manager.get(find_page(subscription)).content.decode()
    assert "has run out" in open_form(manager, subscription, "reactivate")
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED, cancel_after_box=3)
    assert "Take back the cancellation" not in manager.get(find_page(subscription)).content.decode()


@pytest.mark.parametrize("action", ["skip", "delay", "pause", "cancel", "resume", "change_address"])
def test_what_cannot_be_done_any_more_has_no_button(manager: Client, action: str) -> None:
    subscription = make_subscription()
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED)
    page = open_form(manager, subscription, action).partition('class="order-page"')[2]
    assert "<b>Not possible now.</b> The subscription is canceled." in page
    assert 'method="post"' not in page


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("pause", "It cannot be paused: its plan had no pause."),
        ("resume", "The subscription is active."),
        ("reactivate", "The subscription is active."),
    ],
)
def test_what_an_active_subscription_does_not_need_is_said_in_place_of_the_form(
    manager: Client, action: str, why: str
) -> None:
    page = open_form(manager, make_subscription(make_box_wine(make_plan(longest_pause=0))), action)
    assert f"<b>Not possible now.</b> {why}" in page
    assert "The subscriber gets an email" not in page


def test_a_pause_goes_on_when_the_cancellation_is_taken_back(manager: Client) -> None:
    subscription = make_subscription()
    send_action(manager, subscription, "pause", date=f"{timezone.localdate() + timedelta(days=9):%Y-%m-%d}")
    send_action(manager, subscription, "cancel")
    until = day_of(timezone.now() + timedelta(days=9))
    assert f"It is paused again until {until};" in open_form(manager, subscription, "reactivate")
    assert f"The subscription is paused until {until}, as before." in send_action(manager, subscription, "reactivate")


@pytest.mark.parametrize("action", ["skip", "delay", "pause", "cancel", "write_note"])
def test_a_page_names_wine_subscriber_and_box(manager: Client, action: str) -> None:
    subscription = make_subscription()
    page = open_form(manager, subscription, action)
    box = subscription.boxes.get(number=2)
    for words in (subscription.variation.product.name, subscription.email, f"Box 2, due on {day_of(box.due_at)}"):
        assert words in page


def test_the_history_names_statuses_as_pages_do(manager: Client) -> None:
    subscription = make_subscription()
    send_action(manager, subscription, "pause", date=f"{timezone.localdate() + timedelta(days=9):%Y-%m-%d}")
    page = manager.get(find_page(subscription)).content.decode()
    assert "(Active → On hold)" in page
    assert "on-hold)" not in page
