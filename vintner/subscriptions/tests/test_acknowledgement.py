"""What a new subscriber is sent and shown: what was agreed to, how to cancel, and when the next box comes."""

from html import unescape

import pytest
from django.test import Client

from vintner.orders.emails.emails import send_details
from vintner.orders.models import Email, Order
from vintner.orders.ownership import link
from vintner.payments.tests.sandbox import Sandbox
from vintner.subscriptions.changes.change_emails import day_of
from vintner.subscriptions.links import cancel_url, manage_url
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.tests.club_member import JSON, ClubMember, local
from vintner.testing.builders import make_user

pytestmark = pytest.mark.usefixtures("store")
MANAGE = "Manage or cancel your subscription"


def test_the_confirmation_has_the_agreed_words_and_the_link_to_cancel(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    subscription, email = jane.subscription, Email.objects.get(kind="processing")
    words = subscription.consent.words.split("\n")
    assert len(words) > 3
    for text in (email.text, unescape(email.html)):
        assert f"Subscription {subscription.number}: {subscription.variation.product.name}" in text
        assert f"You agreed to this on {day_of(subscription.consent.at)}:" in text
        assert all(sentence in text for sentence in words)
        assert manage_url(subscription) in text
        assert MANAGE in text


def test_by_it_a_stranger_to_the_store_cancels_with_two_presses(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    labels = {each["url"] for each in client.get(local(manage_url(jane.subscription)), headers=JSON).json()["links"]}
    assert local(cancel_url(jane.subscription)) in labels
    client.post(local(cancel_url(jane.subscription)))
    assert jane.subscription.status == "pending-cancel"


def test_the_merchant_gets_no_link_that_acts_for_the_subscriber(sandbox: Sandbox) -> None:
    ClubMember(sandbox)
    email = Email.objects.get(kind="new_order")
    assert "/subscriptions/" not in email.text + email.html


def test_what_has_ended_is_not_offered_for_cancelling(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    Subscription.objects.update(status="cancelled")
    send_details(Order.objects.get())
    assert MANAGE not in Email.objects.get(kind="details").text
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
        f"The next box of {name} is due on {day}. We write to you days before, and you can change or cancel it then."
    )
