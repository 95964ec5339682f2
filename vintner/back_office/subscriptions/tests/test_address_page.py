"""Staff sends the boxes of a subscription to another address."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from vintner.back_office.subscriptions.tests.manager import find_page, open_form, send_action
from vintner.back_office.subscriptions.tests.manager import manager as manager
from vintner.orders.models import Email
from vintner.renewals.tests.subscriber import subscribe
from vintner.subscriptions.changes.change_emails import BY_STAFF
from vintner.subscriptions.models import Subscription, SubscriptionEvent
from vintner.subscriptions.rules import SubscriptionStatus
from vintner.testing.builders import make_subscription
from vintner.testing.sandbox import Sandbox

pytestmark = pytest.mark.usefixtures("store")

NEW_HOME = {
    "shipping_first_name": "Jane",
    "shipping_last_name": "Doe",
    "shipping_country": "US",
    "shipping_address_1": "9 Oak Ave",
    "shipping_city": "Los Angeles",
    "shipping_state": "CA",
    "shipping_postcode": "90012",
}


def test_staff_sends_the_boxes_to_another_address(sandbox: Sandbox, manager: Client) -> None:
    subscription = subscribe(sandbox).subscription
    assert 'value="1 Main St"' in open_form(manager, subscription, "change_address")
    assert "The address is changed." in send_action(manager, subscription, "change_address", **NEW_HOME)
    subscription.refresh_from_db()
    assert subscription.shipping["address_1"] == "9 Oak Ave"
    email = Email.objects.get(kind="subscription_address")
    assert "go to another address" in email.text
    assert BY_STAFF in email.text
    assert subscription.events.latest("pk").kind == SubscriptionEvent.Kind.STAFF


def test_a_wrong_address_is_refused_at_its_field(sandbox: Sandbox, manager: Client) -> None:
    subscription = subscribe(sandbox).subscription
    page = send_action(manager, subscription, "change_address", **NEW_HOME | {"shipping_postcode": "9001"})
    assert "should look like" in page
    assert 'value="9 Oak Ave"' in page
    closed = send_action(
        manager, subscription, "change_address", **NEW_HOME | {"shipping_state": "UT", "shipping_postcode": "84101"}
    )
    assert "Utah" in closed
    subscription.refresh_from_db()
    assert subscription.shipping.get("address_1") != "9 Oak Ave"


def test_a_bill_that_cannot_be_used_is_corrected_first(manager: Client) -> None:
    subscription = make_subscription()
    Subscription.objects.update(billing={**subscription.billing, "last_name": ""})
    page = open_form(manager, subscription, "change_address")
    assert "This is the billing address" in page
    assert "<h1>Change the billing address</h1>" in page
    [bill] = re.findall(r'<input[^>]*name="bill"[^>]*value="(\w+)"', page)
    send_action(manager, subscription, "change_address", bill=bill, **NEW_HOME)
    before = subscription.shipping
    subscription.refresh_from_db()
    assert (subscription.billing["address_1"], subscription.shipping) == ("9 Oak Ave", before)
    assert 'value="9 Oak Ave"' not in open_form(manager, subscription, "change_address")


def test_the_form_says_at_once_what_is_wrong(manager: Client) -> None:
    subscription = make_subscription()
    page = open_form(manager, subscription, "change_address")
    assert "<h1>Change the address</h1>" in page
    assert ("is a required field" in page, "should look like" in page) == (False, False)
    Subscription.objects.update(shipping={**subscription.shipping, "postcode": "9000", "city": ""})
    page = open_form(manager, subscription, "change_address")
    assert "ZIP Code should look like 94110." in page
    assert "City is a required field." in page
    assert 'value="9000"' in page


def test_page_and_list_say_that_a_box_waits_for_an_address(sandbox: Sandbox, manager: Client) -> None:
    subscriber = subscribe(sandbox)
    subscription = subscriber.subscription
    Subscription.objects.update(shipping={**subscription.shipping, "postcode": "9000"})
    box = subscriber.is_told().box
    page = manager.get(find_page(subscription)).content.decode()
    assert f"<b>Box 2 waits for another address.</b> {box.message}" in page
    assert "Box 2 is not paid" not in page
    rows = manager.get(reverse("admin:subscriptions_subscription_changelist")).content.decode()
    assert f"{localtime(box.due_at):%b %-d, %Y}: waits for an address" in rows


def test_the_form_marks_what_has_to_be_filled_in(manager: Client) -> None:
    page = open_form(manager, make_subscription(), "change_address")
    labels = dict(re.findall(r'<label for="id_shipping_(\w+)"[^>]*>(.*?)</label>', page, re.DOTALL))
    marked = {name for name, words in labels.items() if ">*</span>" in words}
    assert {"first_name", "last_name", "country", "address_1", "city"} <= marked
    assert marked.isdisjoint({"company", "address_2", "phone"})


def test_an_ended_subscription_gets_no_address(manager: Client) -> None:
    subscription = make_subscription()
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED)
    assert "Change address" not in manager.get(find_page(subscription)).content.decode()
    assert "nothing is sent any more" in send_action(manager, subscription, "change_address", **NEW_HOME)
