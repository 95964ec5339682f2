"""Subscribers are told of every charge before it comes, of higher prices, and once a year of all of it; each once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from vintner.money import Money
from vintner.orders.models import Email
from vintner.renewals import notices, prices, reminders
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.tests.subscriber import subscribe
from vintner.subscriptions import links, subscriptions
from vintner.subscriptions.models import AnnouncedPrice, Subscription, SubscriptionNotice
from vintner.subscriptions.rules import NOTICE_AHEAD, PRICE_NOTICE
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, only_variation
from vintner.testing.sandbox import Sandbox

pytestmark = pytest.mark.usefixtures("store")
START = datetime(2027, 1, 15, 20, tzinfo=UTC)


def follows_price() -> Subscription:
    return make_subscription(make_box_wine(make_plan(price_rule="current"), price="60.00"), now=START)


def reprice(subscription: Subscription, cents: int) -> None:
    only_variation(subscription.variation.product)
    subscription.variation.product.variations.update(regular_price=cents)


def test_a_notice_names_day_amount_and_method_and_leads_to_every_choice(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    box, email = subscriber.box, Email.objects.get(kind="subscription_charge")
    assert box.announced_for == box.due_at
    assert str(box.announced_total) in email.subject
    assert "Visa ending in 4242" in email.text
    assert f"{timezone.localtime(box.due_at):%B} {timezone.localtime(box.due_at).day}," in email.subject
    for url in (
        links.skip_url(box),
        links.delay_url(box),
        links.manage_url(subscriber.subscription),
        links.cancel_url(subscriber.subscription),
    ):
        assert url in email.text


def test_a_charge_is_announced_once() -> None:
    subscription = make_subscription(now=START)
    due = subscription.boxes.get(number=2).due_at
    announce_due_boxes(due - NOTICE_AHEAD - timedelta(seconds=1))
    assert not SubscriptionNotice.objects.exists()
    for hours in (0, 1, 2):
        announce_due_boxes(due - NOTICE_AHEAD + timedelta(hours=hours))
    assert SubscriptionNotice.objects.filter(kind="charge").count() == 1
    assert Email.objects.filter(kind="subscription_charge").count() == 1


def test_a_delayed_box_is_announced_for_its_new_date() -> None:
    subscription = make_subscription(now=START)
    due = subscription.boxes.get(number=2).due_at
    announce_due_boxes(due - NOTICE_AHEAD)
    subscriptions.delay_box(subscriptions.lock(subscription.pk), due + timedelta(days=14), due - timedelta(days=4))
    announce_due_boxes(due + timedelta(days=10))
    assert SubscriptionNotice.objects.filter(kind="charge").count() == 2


def test_a_card_that_expires_before_the_charge_is_mentioned(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    method = subscriber.subscription.method
    assert method is not None
    method.expires_year = 2020
    method.save()
    subscriber.is_told()
    assert "Visa ending in 4242 expires before then." in SubscriptionNotice.objects.get(kind="charge").text


def test_a_higher_price_is_announced_30_days_before_it_applies() -> None:
    subscription = follows_price()
    reprice(subscription, 7000)
    told_at = START + timedelta(days=2)
    for _ in range(2):
        prices.announce_price_changes(told_at)
    announced = AnnouncedPrice.objects.get()
    assert (announced.price, announced.applies_from) == (Money(7000), told_at + PRICE_NOTICE)
    assert SubscriptionNotice.objects.filter(kind="price").count() == 1
    box = subscription.boxes.get(number=2)
    assert box.due_at < announced.applies_from
    announce_due_boxes(box.due_at - NOTICE_AHEAD)
    subscription.refresh_from_db()
    assert subscription.price == Money(6000)


def test_a_higher_price_applies_to_the_first_box_after_its_day() -> None:
    subscription = follows_price()
    reprice(subscription, 7000)
    prices.announce_price_changes(START + timedelta(days=2))
    box = subscription.boxes.get(number=2)
    later = START + timedelta(days=70)
    subscriptions.delay_box(subscriptions.lock(subscription.pk), later, START + timedelta(days=3))
    announce_due_boxes(later - NOTICE_AHEAD)
    subscription.refresh_from_db()
    box.refresh_from_db()
    assert (subscription.price, subscription.full_price) == (Money(7000), Money(7000))
    assert box.announced_total is not None
    assert box.announced_total > Money(7000)
    assert AnnouncedPrice.objects.get().applied_at is not None


def test_a_lower_price_counts_with_the_next_notice_and_keeps_the_coupon_s_saving() -> None:
    subscription = follows_price()
    Subscription.objects.update(price=Money(5000))
    reprice(subscription, 5500)
    prices.announce_price_changes(START)
    assert not AnnouncedPrice.objects.exists()
    announce_due_boxes(subscription.boxes.get(number=2).due_at - NOTICE_AHEAD)
    subscription.refresh_from_db()
    assert (subscription.price, subscription.full_price) == (Money(4500), Money(5500))


def test_a_price_that_comes_down_again_is_announced_no_more() -> None:
    subscription = follows_price()
    reprice(subscription, 7000)
    prices.announce_price_changes(START)
    reprice(subscription, 6000)
    prices.announce_price_changes(START + timedelta(days=1))
    assert not AnnouncedPrice.objects.exists()


def test_a_price_that_was_agreed_to_stays() -> None:
    subscription = make_subscription(make_box_wine(price="60.00"), now=START)
    reprice(subscription, 7000)
    prices.announce_price_changes(START)
    announce_due_boxes(subscription.boxes.get(number=2).due_at - NOTICE_AHEAD)
    subscription.refresh_from_db()
    assert (subscription.price, AnnouncedPrice.objects.count()) == (Money(6000), 0)


def test_once_a_year_subscribers_are_reminded(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    subscriber.is_told().is_charged()
    begun = subscriber.subscription.started_at
    assert begun is not None
    reminders.remind_yearly(begun + timedelta(days=364))
    assert subscriber.notices("yearly") == []
    for days in (366, 367, 400, 732, 740):
        reminders.remind_yearly(begun + timedelta(days=days))
    first, second = SubscriptionNotice.objects.filter(kind="yearly").order_by("pk")
    assert (first.about, second.about) == ("year 1", "year 2")
    assert "2 boxes were charged during the last year" in first.text
    assert "A box every month, until you cancel." in first.text
    assert links.cancel_url(subscriber.subscription) in first.text


def test_notices_are_kept_for_three_years() -> None:
    subscription = make_subscription(now=START)
    announce_due_boxes(subscription.boxes.get(number=2).due_at - NOTICE_AHEAD)
    told_at = SubscriptionNotice.objects.get().at
    notices.delete_old_notices(told_at + timedelta(days=3 * 365))
    assert SubscriptionNotice.objects.exists()
    notices.delete_old_notices(told_at + timedelta(days=3 * 365 + 2))
    assert not SubscriptionNotice.objects.exists()


def test_a_link_names_one_subscription_and_cannot_be_made_up() -> None:
    subscription = make_subscription(now=START)
    box = subscription.boxes.get(number=2)
    token = links.skip_url(box).split("/subscriptions/")[1].split("/")[0]
    assert links.read_token(token) == (subscription.pk, 2)
    assert links.read_token(token.replace(":2:", ":3:")) is None
    assert links.read_token("") is None
