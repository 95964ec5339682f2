"""What is promised during a pause: the day on which the next box really comes, and no other."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localdate

from vintner.orders.models import Email
from vintner.renewals.dates import end_pauses
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.links import delay_url, manage_url, skip_url
from vintner.subscriptions.models import Subscription, SubscriptionConsent
from vintner.subscriptions.recurring import subscription_words
from vintner.subscriptions.tests.club_member import JSON, LIST, ClubMember, local
from vintner.testing.builders import make_user
from vintner.testing.sandbox import Sandbox

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


@pytest.mark.parametrize("ends_before_undo", [True, False])
def test_an_undone_skip_leaves_no_trace_in_the_dates(sandbox: Sandbox, *, ends_before_undo: bool) -> None:
    jane = ClubMember(sandbox)
    before, counted_from = jane.box.due_at, jane.subscription.anchor_number
    jane.does("pause", date=day(45))
    behind = day_of(promised(jane))
    jane.does("skip")
    if ends_before_undo:
        jane.does("resume")
    [said] = jane.does("unskip")
    if not ends_before_undo:
        assert (said[-len(behind) - 1 :], day_of(promised(jane))) == (f"{behind}.", behind)
        assert jane.events()[-1] == f"Box 2 is not skipped after all. It is due on {behind}."
        jane.does("resume")
    assert (jane.box.number, jane.box.due_at, jane.box.next_try_at) == (2, before, before)
    assert jane.subscription.anchor_number == counted_from
    following = jane.does("skip")
    assert jane.box.due_at < before + timedelta(days=32), following


def test_a_box_that_was_delayed_meanwhile_keeps_its_day(sandbox: Sandbox) -> None:
    jane = paused(sandbox)
    behind = promised(jane)
    jane.does("skip")
    jane.does("delay", date=day(150))
    jane.does("unskip")
    assert (jane.box.number, promised(jane)) == (2, behind)
    jane.does("skip")
    assert localdate(jane.box.due_at) == localdate() + timedelta(days=150)


def test_a_cancellation_that_is_taken_back_does_not_end_the_pause(sandbox: Sandbox, client: Client) -> None:
    jane = paused(sandbox)
    behind, until, due_at = promised(jane), jane.subscription.paused_until, jane.box.due_at
    assert until is not None
    [cancelled] = jane.does("cancel")
    assert f"It ends on {day_of(behind)}." in cancelled
    assert jane.page()["status"] == f"Canceled, ends on {day_of(behind)}"
    [said] = jane.does("reactivate")
    assert said == (
        f"The cancellation was taken back. The subscription is paused until {day_of(until)}, as before. Nothing is"
        f" charged until then. The next box is due on {day_of(behind)}."
    )
    assert said in Email.objects.filter(kind="subscription_goes_on").latest("pk").text.replace("\n\n", " ")
    assert jane.subscription.is_paused
    assert (jane.box.due_at, promised(jane), jane.subscription.paused_until) == (due_at, behind, until)
    assert jane.events()[-2:] == ["The cancellation was taken back.", f"The pause until {day_of(until)} goes on."]


def test_a_pause_that_ends_while_it_is_cancelled_is_over(sandbox: Sandbox) -> None:
    jane = paused(sandbox)
    behind, until = promised(jane), jane.subscription.paused_until
    assert until is not None
    jane.does("cancel")
    end_pauses(until)
    assert jane.subscription.status == "pending-cancel"
    own_actions.reactivate(jane.subscription.pk, until, by=None)
    assert (jane.subscription.status, jane.subscription.paused_until, jane.box.due_at) == ("active", None, behind)


def test_staff_reads_one_date_of_a_paused_box(sandbox: Sandbox) -> None:
    jane = paused(sandbox)
    SubscriptionConsent.objects.update(words="")  # they name the day that was meant at the order
    manager = make_user("manager@example.com", is_staff=True, is_superuser=True)
    staff = Client()
    staff.force_login(manager)
    page = f"/admin/subscriptions/subscription/{jane.subscription.pk}"
    for path in ("/change/", "/resume/", "/cancel/"):
        text = staff.get(page + path).content.decode()
        assert (day_of(promised(jane)) in text, day_of(jane.box.due_at) in text) == (True, False), path
