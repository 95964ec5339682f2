"""What is promised during a pause: the day on which the next box really comes, and no other."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localdate

from vintner.orders.models import Email
from vintner.payments.tests.sandbox import Sandbox
from vintner.renewals.dates import end_pauses
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.changes.change_emails import day_of
from vintner.subscriptions.links import delay_url, manage_url, skip_url
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.recurring import subscription_words
from vintner.subscriptions.tests.club_member import JSON, LIST, ClubMember, local

pytestmark = pytest.mark.usefixtures("store")


def day(days: int) -> str:
    return (localdate() + timedelta(days=days)).isoformat()


def paused(sandbox: Sandbox, days: int = 45) -> ClubMember:
    """A subscriber whose monthly box would be due within the pause."""
    jane = ClubMember(sandbox)
    jane.does("pause", date=day(days))
    return jane


def promised(jane: ClubMember) -> datetime:
    return next_due(jane.subscription, jane.box)


def test_the_day_after_the_pause_is_told_everywhere(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    before = day_of(jane.box.due_at)
    [said] = jane.does("pause", date=day(45))
    after = day_of(promised(jane))
    assert after != before
    sentence = f"The next box is due on {after}."
    assert said.endswith(sentence)
    page = jane.page()
    assert (page["next_box"]["date"], page["boxes"][0]["date"]) == (after, after)
    assert page["next_words"][0].endswith(sentence)
    assert jane.page(LIST)["subscriptions"][0]["next_box"] == after
    assert sentence in Email.objects.get(kind="subscription_paused").text
    assert sentence in client.get(local(manage_url(jane.subscription)), headers=JSON).json()["paragraphs"]
    words = " ".join(subscription_words(jane.subscription.first_order, timezone.now()))
    assert after in words
    assert before not in words


def test_and_it_is_the_day_on_which_the_box_comes(sandbox: Sandbox) -> None:
    jane = paused(sandbox)
    told, until = promised(jane), jane.subscription.paused_until
    assert until is not None
    end_pauses(until)
    assert (jane.box.due_at, jane.subscription.status) == (told, "active")


def test_a_box_after_the_pause_keeps_its_day(sandbox: Sandbox) -> None:
    jane = paused(sandbox, days=3)
    assert promised(jane) == jane.box.due_at


def test_an_ended_pause_gives_the_box_its_own_day_back(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    before = jane.box.due_at
    jane.does("pause", date=day(45))
    jane.does("resume")
    assert jane.box.due_at == before


def test_no_box_is_delayed_to_a_day_within_the_pause(sandbox: Sandbox, client: Client) -> None:
    jane = paused(sandbox)
    until, due = jane.subscription.paused_until, promised(jane)
    assert until is not None
    field = jane.refused("delay", date=day(40))["actions"]["delay"]["field"]
    assert field["error"] == (
        f"The subscription is paused until {day_of(until)}, and nothing is sent before. The box is due on"
        f" {day_of(due)}: please choose a later date, or end the pause."
    )
    wrong = client.post(local(delay_url(jane.box)), {"date": day(40)}, headers=JSON).json()
    assert wrong["fields"][0]["error"] == field["error"]
    earliest = localdate(due) + timedelta(days=1)
    assert jane.page()["actions"]["delay"]["earliest"] == earliest.isoformat()
    jane.does("delay", date=earliest.isoformat())
    assert localdate(promised(jane)) == earliest


def test_a_skip_leaves_out_the_box_after_the_pause(sandbox: Sandbox, client: Client) -> None:
    jane = paused(sandbox)
    first = promised(jane)
    done = client.post(local(skip_url(jane.box)), headers=JSON).json()
    assert f"The box of {day_of(first)} is skipped." in done["paragraphs"][0]
    assert jane.box.due_at > first + timedelta(days=25)
    client.post(done["action"], headers=JSON)
    assert (jane.box.number, promised(jane)) == (2, first)
    assert Subscription.objects.get().is_paused
