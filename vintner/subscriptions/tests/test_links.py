"""What subscribers do by the links of their e-mails, without logging in."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localdate
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.subscriptions.dates import day_of
from vintner.subscriptions.links import cancel_url, delay_url, manage_url, skip_url
from vintner.subscriptions.mailed.link_views import UNDO_WITHIN
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.subscriptions.tests.club_member import JSON, ClubMember, local
from vintner.testing.builders import make_user
from vintner.testing.sandbox import Sandbox

pytestmark = pytest.mark.usefixtures("store")


def opens(client: Client, url: str, status: int = 200) -> dict[str, Any]:
    response = client.get(local(url), headers=JSON)
    assert response.status_code == status, response.content
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["X-Robots-Tag"] == "noindex"
    assert "no-store" in response["Cache-Control"]
    return dict(response.json())


def presses(client: Client, url: str, status: int = 200, **fields: str) -> dict[str, Any]:
    response = client.post(local(url), fields, headers=JSON)
    assert response.status_code == status, response.content
    return dict(response.json())


def test_a_link_that_is_opened_changes_nothing(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    for url in (manage_url(jane.subscription), skip_url(jane.box), delay_url(jane.box), cancel_url(jane.subscription)):
        opens(client, url)
        assert client.head(local(url)).status_code == 200
    for undo in ("skip/undo/", "cancel/undo/", "delay/undo/x/"):
        opens(client, f"{manage_url(jane.subscription)}{undo}", 422)
    assert jane.subscription.status == SubscriptionStatus.ACTIVE
    assert [box.state for box in jane.subscription.boxes.all()] == [BoxState.PAID, BoxState.SCHEDULED]


def test_a_box_is_skipped_with_two_presses_and_the_skip_taken_back(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    page = opens(client, skip_url(jane.box))
    assert page["button"] == "Skip this box"
    done = presses(client, skip_url(jane.box))
    assert (done["heading"], done["button"]) == ("The box is skipped", "Undo")
    assert jane.box.number == 3
    presses(client, str(done["action"]))
    assert jane.box.number == 2


def test_a_link_of_an_old_box_changes_nothing_and_says_so(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    delay = delay_url(jane.box)
    jane.does("skip")
    assert opens(client, delay, 422)["error"] == "This is about an earlier box, so nothing was changed."
    said = presses(client, delay, 422, date=(localdate() + timedelta(days=70)).isoformat())
    assert said["error"] == "This is about an earlier box, so nothing was changed."
    assert jane.box.number == 3


def test_a_skip_that_was_done_is_told_as_done_and_taken_back_while_it_can_be(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    skip = skip_url(jane.box)
    presses(client, skip)
    for page in (opens(client, skip), presses(client, skip)):
        assert (page["heading"], page["button"]) == ("You skipped this box", "Undo")
    manage = opens(client, manage_url(jane.subscription))
    labels = {each["label"]: each["url"] for each in manage["links"]}
    assert "Skip this box" not in labels
    skipped = jane.subscription.boxes.get(number=2)
    assert labels[f"Take back the skip of {day_of(skipped.due_at)}"] == local(skip)
    limit = "You cannot skip two boxes in a row. You can delay the box, or pause the subscription."
    assert manage["paragraphs"][-1] == jane.page()["actions"]["no_skip"] == limit
    Box.objects.filter(number=2).update(due_at=timezone.now())
    assert opens(client, skip)["button"] == ""
    Box.objects.filter(number=2).update(due_at=timezone.now() + timedelta(days=9))
    presses(client, str(page["action"]))
    assert jane.box.number == 2
    assert jane.page()["actions"]["no_skip"] == ""


def test_a_skip_is_not_taken_back_by_the_link_of_another_box(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    jane.does("skip")
    third = skip_url(jane.box)
    assert presses(client, f"{third}undo/", 422)["error"]
    assert jane.box.number == 3


def test_a_skip_is_not_taken_back_by_a_link_that_names_no_box(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    jane.does("skip")
    said = presses(client, f"{manage_url(jane.subscription)}skip/undo/", 422)
    assert said["error"] == "This link names no box, so nothing was changed. Your account has all that can be done."
    assert jane.box.number == 3


def test_a_box_is_delayed_and_gets_its_date_back(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    before = jane.box.due_at
    wrong = presses(client, delay_url(jane.box), date="2001-01-01")
    assert wrong["fields"][0]["error"] == "Please choose a later date than the box has now."
    done = presses(client, delay_url(jane.box), date=(localdate() + timedelta(days=50)).isoformat())
    assert localdate(jane.box.due_at) == localdate() + timedelta(days=50)
    presses(client, str(done["action"]))
    assert jane.box.due_at == before


def test_it_is_cancelled_with_two_presses_and_goes_on_again(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    box = jane.box
    page = opens(client, cancel_url(jane.subscription))
    assert (page["heading"], page["button"]) == ("Cancel the subscription?", "Cancel it now")
    done = presses(client, cancel_url(jane.subscription))
    assert jane.subscription.status == SubscriptionStatus.PENDING_CANCEL
    assert (done["heading"], done["button"]) == ("The subscription is canceled", "Undo")
    presses(client, cancel_url(jane.subscription))  # a second time changes nothing
    cancelled = "The subscription is canceled, so no further box comes. Nothing was changed."
    for url in (skip_url(box), delay_url(box)):
        assert opens(client, url, 422)["error"] == cancelled
        assert presses(client, url, 422, date=(localdate() + timedelta(days=50)).isoformat())["error"] == cancelled
    presses(client, str(done["action"]))
    assert jane.subscription.status == SubscriptionStatus.ACTIVE


def test_a_cancellation_is_taken_back_by_a_link_for_a_day(sandbox: Sandbox, client: Client) -> None:
    """Old e-mails are forwarded and lost; whoever finds one later starts no charges anew."""
    jane = ClubMember(sandbox)
    url = cancel_url(jane.subscription)
    action = str(presses(client, url)["action"])
    Subscription.objects.update(cancelled_at=timezone.now() - UNDO_WITHIN - timedelta(minutes=1))
    page = opens(client, url)
    assert (page["button"], page["action"]) == ("", "")
    assert "log in" in str(page["paragraphs"])
    assert "Take the cancellation back" not in str(opens(client, manage_url(jane.subscription))["links"])
    assert "log in" in presses(client, action, 422)["error"]
    assert jane.subscription.status == SubscriptionStatus.PENDING_CANCEL
    jane.does("reactivate")
    assert jane.subscription.status == SubscriptionStatus.ACTIVE


def test_a_link_needs_no_token_of_a_form_and_no_cookie(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    strict = Client(enforce_csrf_checks=True)
    presses(strict, cancel_url(jane.subscription))
    assert jane.subscription.status == SubscriptionStatus.PENDING_CANCEL


def test_a_forged_link_leads_nowhere(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    forged = local(cancel_url(jane.subscription)).replace(f"/{jane.subscription.pk}:", f"/{jane.subscription.pk + 1}:")
    assert client.post(forged).status_code == 404
    other = local(skip_url(jane.box)).replace(":2:", ":3:")
    assert client.post(other).status_code == 404
    assert client.post("/subscriptions/forged/cancel/").status_code == 404


def test_the_link_of_another_subscriber_does_nothing(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    client.force_login(make_user())
    for url in (cancel_url(jane.subscription), skip_url(jane.box)):
        assert presses(client, url, 403)["heading"] == "Not your subscription"
    assert jane.subscription.status == SubscriptionStatus.ACTIVE


def test_links_end_with_the_subscription_and_the_account(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    url = manage_url(jane.subscription)
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED)
    opens(client, url, 404)
    Subscription.objects.update(status=SubscriptionStatus.ACTIVE, user=None)
    opens(client, url, 404)


def test_no_link_shows_an_address_or_a_payment_method(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    for url in (manage_url(jane.subscription), skip_url(jane.box), delay_url(jane.box), cancel_url(jane.subscription)):
        page = client.get(local(url), headers=JSON).json()
        del page["shared"]  # the store's own address is at the foot of every page
        text = json.dumps(page)
        for secret in ("4242", "Visa", "Main St", "94110", "jane@example.com", "Doe"):
            assert secret not in text


def test_the_page_leads_to_all_that_can_be_done(
    sandbox: Sandbox, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    jane = ClubMember(sandbox)
    with django_assert_max_num_queries(6):
        links = opens(client, manage_url(jane.subscription))["links"]
    assert [each["label"] for each in links] == [
        "Skip this box",
        "Delay this box",
        "Cancel the subscription",
        "Log in for all else",
    ]
    assert links[0]["url"] == local(skip_url(jane.box))


def test_tries_are_limited(sandbox: Sandbox, client: Client, settings: Settings) -> None:
    jane = ClubMember(sandbox)
    settings.LIMITS = {**settings.LIMITS, "subscription_links": (2, 900)}
    url = cancel_url(jane.subscription)
    opens(client, url)
    opens(client, url)
    assert presses(client, url, 429)["heading"] == "Too many tries"
    assert jane.subscription.status == SubscriptionStatus.ACTIVE


def test_a_box_that_is_being_charged_is_left_alone(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    Box.objects.filter(number=2).update(state=BoxState.CHARGING)
    for url in (skip_url(jane.box), cancel_url(jane.subscription)):
        assert "being charged" in str(presses(client, url, 422)["error"])
