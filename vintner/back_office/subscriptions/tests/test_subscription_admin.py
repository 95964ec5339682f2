"""Staff reads subscriptions in the admin, and does for subscribers what they could do themselves."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from vintner.back_office.subscriptions.tests.manager import find_page, send_action
from vintner.back_office.subscriptions.tests.manager import manager as manager
from vintner.customers.models import User
from vintner.customers.roles import VIEWER
from vintner.money import Money
from vintner.orders.models import Email, Order
from vintner.payments.models import ProviderCustomer, SavedMethod
from vintner.renewals.announcements import announce_due_boxes
from vintner.subscriptions.links import cancel_url
from vintner.subscriptions.models import Subscription, SubscriptionEvent
from vintner.subscriptions.rules import NOTICE_AHEAD, BoxState, SubscriptionStatus
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, make_user
from vintner.testing.staff import log_in_staff
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db
LIST = "/admin/subscriptions/subscription/"


def test_the_page_says_what_is_sent_charged_and_agreed(manager: Client) -> None:
    subscription = make_subscription(make_box_wine(make_plan("Cellar Club", least_boxes=3)), quantity=2)
    page = manager.get(find_page(subscription)).content.decode()
    for words in ("Cellar Club", "A box every month", "at least 3", "By hand", "I agree.", "San Francisco"):
        assert words in page
    assert f"/admin/orders/order/{subscription.first_order_id}/" in page


def test_a_number_that_is_named_finds_nothing_else(manager: Client) -> None:
    first, second = make_subscription(), make_subscription()
    for searched, found in (
        (f"order {second.first_order_id}", second),
        (f"Subscription #{first.pk}", first),
        (f"subscription {second.pk}", second),
    ):
        page = manager.get(LIST, {"q": searched}).content.decode()
        other = first if found is second else second
        assert (find_page(found) in page, find_page(other) in page) == (True, False), searched
    orders = manager.get(reverse("admin:orders_order_changelist"), {"q": f"subscription {second.pk}"}).content.decode()
    for each, is_there in ((first, False), (second, True)):
        assert (reverse("admin:orders_order_change", args=[each.first_order_id]) in orders) is is_there


def test_an_order_whose_number_is_that_of_another_subscription_finds_its_own(manager: Client) -> None:
    first, second = make_subscription(make_box_wine(make_plan("Cellar Club"))), make_subscription()
    order = Order.objects.create(pk=first.pk + 1_000_000, email="a@example.com", billing={})
    Subscription.objects.filter(pk=second.pk).update(first_order=order)
    third = make_subscription(pk=order.pk)
    for searched, found in (
        (f"order {order.pk}", {second}),
        (f"subscription {order.pk}", {third}),
        ("Cellar Club", {first}),
    ):
        page = manager.get(LIST, {"q": searched}).content.decode()
        assert {each for each in (first, second, third) if find_page(each) in page} == found, searched


@pytest.mark.parametrize(
    "searched", ["jane", "SUBSCRIBER@example.com", "Test Wine", "{number}", "#{number}", "{order}", "{plan}"]
)
def test_subscriptions_are_found(manager: Client, searched: str) -> None:
    subscription = make_subscription(user=make_user("subscriber@example.com"))
    searched = searched.format(number=subscription.pk, order=subscription.first_order_id, plan=subscription.plan.name)
    assert find_page(subscription) in manager.get(LIST, {"q": searched}).content.decode()
    assert find_page(subscription) not in manager.get(LIST, {"q": "nobody-has-this"}).content.decode()


def test_the_list_leads_to_the_next_days(manager: Client) -> None:
    assert "The next 30 days" in manager.get(LIST).content.decode()
    assert manager.get(reverse("admin:subscriptions_subscription_show_renewals")).status_code == 302


@pytest.mark.parametrize("box", ["trouble", "action"])
def test_a_box_that_waits_for_an_address_is_among_them(manager: Client, box: str) -> None:
    fine, waiting = make_subscription(), make_subscription()
    waiting.boxes.filter(number=2).update(reason="address", message="Its address cannot be used.")
    page = manager.get(LIST, {"box": box}).content.decode()
    assert (find_page(waiting) in page, find_page(fine) in page) == (True, False)


def test_the_list_is_filtered_by_trouble(manager: Client) -> None:
    fine, troubled = make_subscription(), make_subscription()
    troubled.boxes.filter(number=2).update(state=BoxState.ACTION, message="Your card was declined.")
    page = manager.get(LIST, {"box": "trouble"}).content.decode()
    assert find_page(troubled) in page
    assert find_page(fine) not in page
    assert "has stopped" in page
    page = manager.get(find_page(troubled)).content.decode()
    assert "Your card was declined." in page
    assert "Has stopped" in page


def test_a_list_takes_few_queries(manager: Client, django_assert_max_num_queries: object) -> None:
    for _ in range(5):
        make_subscription()
    manager.get(LIST)
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        manager.get(LIST)


def test_staff_skips_delays_pauses_cancels_and_takes_back(manager: Client) -> None:
    subscription = make_subscription()
    assert "Box 2 is skipped." in send_action(manager, subscription, "skip")
    assert subscription.boxes.get(number=2).state == BoxState.SKIPPED
    later = (timezone.localtime(subscription.boxes.get(number=3).due_at) + timedelta(days=9)).date()
    send_action(manager, subscription, "delay", date=f"{later:%Y-%m-%d}")
    assert timezone.localtime(subscription.boxes.get(number=3).due_at).date() == later
    until = timezone.localdate() + timedelta(days=20)
    assert "paused" in send_action(manager, subscription, "pause", date=f"{until:%Y-%m-%d}")
    subscription.refresh_from_db()
    assert subscription.is_paused
    send_action(manager, subscription, "resume")
    send_action(manager, subscription, "cancel")
    subscription.refresh_from_db()
    assert subscription.status == SubscriptionStatus.PENDING_CANCEL
    send_action(manager, subscription, "reactivate")
    subscription.refresh_from_db()
    assert subscription.status == SubscriptionStatus.ACTIVE
    events, staff = subscription.events.exclude(by=None), User.objects.get(is_staff=True)
    assert [(each.kind, each.by) for each in events] == [(SubscriptionEvent.Kind.STAFF, staff)] * 6
    assert "Box 2 is skipped." in manager.get(find_page(subscription)).content.decode()
    assert str(staff) in manager.get(find_page(subscription)).content.decode()


def test_what_staff_does_is_told_to_the_subscriber_as_the_store_s_doing(manager: Client) -> None:
    subscription = make_subscription()
    day = timezone.localtime(subscription.boxes.get(number=2).due_at) + timedelta(days=40)
    told: tuple[tuple[str, dict[str, str], str], ...] = (
        ("skip", {}, "Box 2 of your subscription {number} is skipped."),
        ("unskip", {"box": "2"}, "Box 2 of your subscription {number} is sent after all. It is due on"),
        ("skip", {}, "Box 2 of your subscription {number} is skipped. Nothing is charged for it."),
        ("delay", {"date": f"{day:%Y-%m-%d}"}, "Box 3 of your subscription {number} is due on"),
        ("pause", {"date": f"{timezone.localdate() + timedelta(days=9):%Y-%m-%d}"}, "{number} is paused until"),
        ("resume", {}, "{number} goes on."),
        ("cancel", {}, "Your subscription {number} is canceled"),
        ("reactivate", {}, "The cancellation was taken back."),
    )
    for action, fields, words in told:
        send_action(manager, subscription, action, **fields)
        email = Email.objects.filter(to=subscription.email).latest("pk")
        notice = subscription.notices.latest("pk")
        for text in (email.text, f"{notice.subject}\n{notice.text}"):
            assert words.format(number=subscription.pk) in text
            assert "We did this for you." in text
    assert subscription.notices.count() == len(told)


def test_what_was_meant_for_a_box_does_not_happen_to_the_next_one(manager: Client) -> None:
    subscription = make_subscription()
    form = manager.get(reverse("admin:subscriptions_subscription_skip", args=[subscription.pk])).content.decode()
    assert 'name="box" value="2"' in form
    send_action(manager, subscription, "skip", box="2")
    assert "This is about an earlier box" in send_action(manager, subscription, "skip", box="2")
    assert subscription.boxes.get(number=3).state == BoxState.SCHEDULED


def test_a_box_that_has_stopped_is_tried_again_after_a_page_that_says_what_is_charged(manager: Client) -> None:
    open_store()
    subscription = make_subscription()
    assert "Try again" not in manager.get(find_page(subscription)).content.decode()
    user = subscription.user
    assert user is not None
    owner = ProviderCustomer.objects.create(user=user, customer_id="cus_1")
    card = {"brand": "visa", "last_four": "4242", "expires_year": 2040, "expires_month": 12}
    method = SavedMethod.objects.create(customer=owner, method_id="pm_1", fingerprint="f", **card)
    Subscription.objects.update(method=method)
    stopped = {"state": BoxState.ACTION, "reason": "lost_card", "message": "Your card was lost."}
    subscription.boxes.filter(number=2).update(**stopped)
    assert "Try again" in manager.get(find_page(subscription)).content.decode()
    page = manager.get(reverse("admin:subscriptions_subscription_retry", args=[subscription.pk])).content.decode()
    for words in ("Visa ending in 4242", "Your card was lost.", "must not be tried again", "48 hours before"):
        assert words in page
    total = re.search(r'name="total" value="(\d+)"', page)
    assert total is not None
    assert "The subscriber is told." in send_action(manager, subscription, "retry", box="2", total=total[1])
    box = subscription.boxes.get(number=2)
    assert (box.state, box.announced_for, box.announced_total) == (BoxState.RETRYING, box.due_at, Money(int(total[1])))


def test_what_is_refused_is_said_at_its_field(manager: Client) -> None:
    subscription = make_subscription()
    page = send_action(manager, subscription, "delay", date=f"{timezone.localdate():%Y-%m-%d}")
    assert "Please choose a later date than the box has now." in page
    page = send_action(manager, subscription, "pause", date=f"{timezone.localdate() + timedelta(days=800):%Y-%m-%d}")
    assert "Please choose a date from " in page


def test_a_commitment_is_kept_unless_staff_ends_it_at_once(manager: Client) -> None:
    subscription = make_subscription(make_box_wine(make_plan(least_boxes=3)))
    assert "ends after box 3" in send_action(manager, subscription, "cancel")
    send_action(manager, subscription, "cancel", at_once="on")
    subscription.refresh_from_db()
    assert subscription.status == SubscriptionStatus.CANCELLED
    assert subscription.boxes.get(number=2).state == BoxState.CANCELLED
    assert "ends after box" not in subscription.notices.latest("pk").text


def test_a_note_is_for_staff(manager: Client) -> None:
    subscription = make_subscription()
    assert "Rings on Fridays" in send_action(manager, subscription, "write_note", note="Rings on Fridays")


def test_who_only_looks_changes_nothing() -> None:
    subscription, viewer = make_subscription(), log_in_staff(VIEWER)
    assert viewer.get(find_page(subscription)).status_code == 200
    for action in ("retry", "skip", "delay", "pause", "resume", "cancel", "reactivate", "write_note"):
        address = reverse(f"admin:subscriptions_subscription_{action}", args=[subscription.pk])
        assert viewer.post(address, {"date": "2030-01-01", "note": "x"}).status_code == 403
    assert viewer.post(find_page(subscription), {}).status_code == 403
    assert not User.objects.filter(subscriptions__status=SubscriptionStatus.CANCELLED).exists()


def test_links_that_act_for_the_subscriber_are_for_those_who_may_change_it(manager: Client) -> None:
    subscription = make_subscription()
    open_store()
    announce_due_boxes(subscription.boxes.get(number=2).due_at - NOTICE_AHEAD)
    link = cancel_url(subscription)
    assert link in manager.get(find_page(subscription)).content.decode()
    page = log_in_staff(VIEWER).get(find_page(subscription)).content.decode()
    assert link not in page
    assert subscription.notices.get().subject in page


def test_a_plan_tells_its_terms_and_stays_while_somebody_has_it(manager: Client) -> None:
    plan = make_plan("Cellar Club", bottles=6)
    make_subscription(make_box_wine(plan))
    page = manager.get(f"/admin/catalogue/plan/{plan.pk}/change/").content.decode()
    assert "Each box holds 6 bottles." in page
    manager.post(f"/admin/catalogue/plan/{plan.pk}/delete/", {"post": "yes"})
    assert "Cellar Club" in manager.get("/admin/catalogue/plan/").content.decode()


def test_the_next_days_say_who_has_to_act(manager: Client) -> None:
    declined, unsold = make_subscription(), make_subscription()
    declined.boxes.filter(number=2).update(state=BoxState.ACTION, reason="lost_card", declines=1)
    unsold.boxes.filter(number=2).update(state=BoxState.ACTION, reason="not_for_sale")
    page = manager.get(reverse("renewals")).content.decode()
    assert page.count("Waits for the subscriber") == 1
    assert page.count("Waits for you") == 1
