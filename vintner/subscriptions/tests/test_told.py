"""What subscribers are told, and where: in words, at the address of their account, and of the plan's own bottles."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from vintner.accounts.security.tests.email_links import CHANGE, PASSWORD, find_link
from vintner.refusal import Refusal
from vintner.shipping.models import Destination
from vintner.shipping.regions import Address
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.changes.personal_data import collect_subscriptions
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.tests.club_member import JSON
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("store")]


def page_of(subscription: Subscription) -> str:
    client = Client()
    assert subscription.user is not None
    client.force_login(subscription.user)
    return client.get(f"/my-source/view-subscription/{subscription.pk}/", headers=JSON).content.decode()


@pytest.mark.parametrize("code", ["lost_card", "generic_decline"])
def test_declines_are_told_in_words_and_not_by_their_codes(code: str) -> None:
    subscription = make_subscription()
    locked = subscriptions.lock(subscription.pk)
    box = subscription.boxes.get(number=2)
    boxes.decline(box, locked, code, "Your card was declined.", timezone.now())
    assert subscription.user is not None
    archive = json.dumps(collect_subscriptions(subscription.user), default=str)
    for text in (page_of(subscription), archive):
        assert "Your card was declined." in text
        assert code not in text


def test_what_a_box_waits_for_is_told_in_words() -> None:
    subscription = make_subscription()
    locked, box = subscriptions.lock(subscription.pk), subscription.boxes.get(number=2)
    boxes.await_subscriber(box, locked, "not_for_sale", "The wine is not sold any more.", timezone.now())
    page = page_of(subscription)
    assert "The wine is not sold any more." in page
    assert "not_for_sale" not in page


@pytest.mark.parametrize(("bottles", "allowed"), [(1, True), (4, False)])
def test_the_plan_s_bottles_count_when_an_address_is_checked(bottles: int, allowed: bool) -> None:
    subscription = make_subscription(make_box_wine(make_plan(bottles=bottles)))
    Destination.objects.filter(country="US", state="NY").update(wine_allowed=True, most_bottles=3)
    there = {"address_1": "2 Elm St", "city": "Albany", "state": "NY", "postcode": "12207"}
    albany = Address.read({**subscription.shipping, **there})
    if allowed:
        own_actions.change_address(subscription.pk, albany, timezone.now(), by=None)
    else:
        with pytest.raises(Refusal, match="New York"):
            own_actions.change_address(subscription.pk, albany, timezone.now(), by=None)
    subscription.refresh_from_db()
    assert (subscription.shipping["city"] == "Albany") is allowed


def test_a_changed_address_of_the_account_counts_for_its_subscriptions(client: Client) -> None:
    ada, others = make_user("ada@example.com", password=PASSWORD), make_subscription()
    subscription = make_subscription(user=ada)
    client.post("/my-source/", {"username": "ada@example.com", "password": PASSWORD})
    client.post("/my-source/confirm/", {"password": PASSWORD})
    client.post(CHANGE, {"email": "new@example.com"})
    before = others.email
    client.post(find_link("new@example.com"))
    for each in (subscription, others):
        each.refresh_from_db()
    assert (subscription.email, others.email) == ("new@example.com", before)
