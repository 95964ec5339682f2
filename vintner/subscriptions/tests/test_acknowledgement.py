"""What a new subscriber is sent and shown: what was agreed to, how to cancel, and when the next box comes."""

import re
from html import unescape

import pytest
from django.test import Client

from vintner.orders.emails.emails import send_details
from vintner.orders.models import Email, Order
from vintner.orders.ownership import link
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.links import cancel_url, manage_url
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.tests.club_member import JSON, ClubMember, local
from vintner.testing.builders import make_user
from vintner.testing.sandbox import Sandbox
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.usefixtures("store")
CANCEL = "Cancel your subscription"


def test_the_confirmation_has_the_agreed_words_and_the_link_to_cancel(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    subscription, email = jane.subscription, written_email(kind="processing")
    words = subscription.consent.words.split("\n")
    assert len(words) > 3
    for text in (email.text, unescape(email.html)):
        assert f"Subscription {subscription.number}: {subscription.variation.product.name}" in text
        assert f"You agreed to this on {day_of(subscription.consent.at)}:" in text
        assert all(sentence in text for sentence in words)
        assert manage_url(subscription) in text
        assert CANCEL in text


def test_by_it_a_stranger_to_the_store_cancels_with_two_presses(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    url = cancel_url(jane.subscription)
    assert re.search(rf'<a [^>]*href="{re.escape(url)}"[^>]*>{CANCEL}</a>', written_email(kind="processing").html)
    assert client.get(local(url), headers=JSON).json()["button"] == "Cancel it now"
    client.post(local(url))
    assert jane.subscription.status == "pending-cancel"


def test_the_merchant_gets_no_link_that_acts_for_the_subscriber(sandbox: Sandbox) -> None:
    ClubMember(sandbox)
    email = written_email(kind="new_order")
    assert "/subscriptions/" not in email.text + email.html


def test_what_has_ended_is_not_offered_for_cancelling(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    Subscription.objects.update(status="cancelled")
    send_details(Order.objects.get())
    assert CANCEL not in Email.objects.get(kind="details").text
    assert jane.subscription.status == "cancelled"


def test_receipt_and_order_link_to_the_subscription_for_its_owner_alone(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    receipt, order = link("order_received", Order.objects.get()), f"/my-source/view-order/{Order.objects.get().pk}/"
    for path in (receipt, order):
        [said] = jane.page(path)["recurring"]
        assert (said["label"], said["url"]) == (f"Subscription {jane.subscription.number}", jane.path())
        assert said["text"].startswith(f", {jane.subscription.variation.product.name}. Then ")
    client.force_login(make_user())
    page = client.get(receipt, headers=JSON)
    assert f'"url":"{jane.path()}"' not in page.text.replace(": ", ":")


def test_the_receipt_says_when_the_next_box_comes(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    steps = jane.page(link("order_received", Order.objects.get()))["next_steps"]
    name, day = jane.subscription.variation.product.name, day_of(jane.box.due_at)
    assert steps[-1] == (
        f"The next box of {name} is due on {day}. We write to you before it is charged, and you can change it until"
        " then."
    )


def test_a_box_that_is_paid_by_hand_is_announced_as_such(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    Subscription.objects.update(method=None)
    steps = jane.page(link("order_received", Order.objects.get()))["next_steps"]
    assert steps[-1].endswith(" We’ll email you a link to pay for it, and you can change it until then.")
