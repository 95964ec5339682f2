"""Staff has a box tried again that has stopped: it is announced anew, and charged 48 hours later."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import Money
from vintner.refusal import Refusal
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.claims import claim_due_box
from vintner.renewals.notice_emails import day
from vintner.renewals.retries import foresee_retry, retry_box
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.subscriptions import boxes
from vintner.subscriptions.changes.methods import change_method
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import SHORTEST_NOTICE, BoxState, SubscriptionStatus
from vintner.testing.builders import make_user
from vintner.testing.sandbox import THREE_D_SECURE, VISA, Sandbox
from vintner.web.dates import day_in_words

pytestmark = pytest.mark.usefixtures("store")
LOST_CARD = "4000000000009987"


@pytest.fixture
def staff() -> User:
    return make_user(is_staff=True)


def stopped(sandbox: Sandbox, number: str = LOST_CARD) -> Subscriber:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(number)
    assert subscriber.is_charged().state == BoxState.ACTION
    return subscriber


def retry(subscriber: Subscriber, staff: User, cents: int | None = None) -> Box:
    box = subscriber.box
    total = box.announced_total or Money(0) if cents is None else Money(cents)
    now = box.due_at + timedelta(days=3)
    return retry_box(subscriber.number, now, by=staff, box_number=box.number, shown_total=total)


def test_a_declined_box_is_announced_anew_and_charged_once(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox)
    subscriber.turns_card(VISA)
    was_due = subscriber.box.due_at
    box = retry(subscriber, staff)
    assert box.due_at == was_due + timedelta(days=3) + SHORTEST_NOTICE
    assert len(subscriber.notices("charge")) == 2
    assert claim_due_box(box.due_at - timedelta(minutes=1)) is None
    assert subscriber.is_charged().state == BoxState.PAID
    assert subscriber.charges_of(box) == 1
    event = subscriber.subscription.events.get(by=staff)
    assert (event.kind, event.text) == ("staff", f"Box 2 is tried again on {day(box.due_at)}.")
    assert subscriber.box.due_at - was_due < timedelta(days=32)  # later boxes keep their dates


def take_another_card(subscriber: Subscriber, now: datetime) -> None:
    """Have the subscriber choose another card, as the page of the change does."""
    was, other = subscriber.subscription.method, subscriber.takes_card("5555555555554444")
    Subscription.objects.update(method=was)
    assert other.customer.user is not None
    change_method(other.customer.user, other, now, number=subscriber.number)


def test_another_card_is_charged_at_once_though_staff_s_try_is_announced_for_later(
    sandbox: Sandbox, staff: User
) -> None:
    subscriber = stopped(sandbox)
    box = retry(subscriber, staff)
    soon = box.due_at - SHORTEST_NOTICE + timedelta(hours=1)
    charged = boxes.find_charged_at_once(subscriber.subscription)
    assert charged == box
    take_another_card(subscriber, soon)
    assert subscriber.is_charged(soon).state == BoxState.PAID
    assert subscriber.charges_of(box) == 1
    assert "Box 2 is charged to the new payment method." in subscriber.subscription.events.values_list(
        "text", flat=True
    )


def test_another_card_is_not_charged_for_what_was_announced_after_it(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox)
    soon = subscriber.box.due_at + timedelta(hours=1)
    take_another_card(subscriber, soon)
    Box.objects.filter(number=2).update(announced_at=soon + timedelta(minutes=1))
    assert claim_due_box(soon + timedelta(minutes=2)) is None


def test_a_box_of_an_unknown_price_is_announced_before_another_card_is_charged(sandbox: Sandbox) -> None:
    subscriber = stopped(sandbox)
    Box.objects.filter(number=2).update(announced_at=None, announced_for=None, announced_total=None)
    soon = subscriber.box.due_at + timedelta(hours=1)
    assert boxes.find_charged_at_once(subscriber.subscription) is None
    take_another_card(subscriber, soon)
    announce_due_boxes(soon)
    box = subscriber.box
    assert box.next_try_at == box.due_at == soon + SHORTEST_NOTICE
    day = day_in_words(timezone.localtime(box.due_at).date())
    assert subscriber.subscription.events.filter(text__endswith=f"the new payment method on {day}.").exists()
    assert claim_due_box(box.due_at - timedelta(minutes=1)) is None
    assert subscriber.is_charged().state == BoxState.PAID


def test_a_box_that_stopped_before_its_day_is_not_charged_earlier(sandbox: Sandbox, staff: User) -> None:
    subscriber = subscribe(sandbox)
    before, was_due = subscriber.box.due_at - timedelta(days=4), subscriber.box.due_at
    subscriber.wine.published = False
    subscriber.wine.save()
    announce_due_boxes(before)
    assert subscriber.box.state == BoxState.ACTION
    subscriber.wine.published = True
    subscriber.wine.save()
    total = foresee_retry(subscriber.subscription, before).total
    retry_box(subscriber.number, before, by=staff, box_number=2, shown_total=total)
    assert subscriber.box.next_try_at == was_due
    assert claim_due_box(was_due - timedelta(minutes=1)) is None


def test_the_notice_offers_no_skip_of_a_box_that_is_due_already(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox)
    retry(subscriber, staff)
    text = subscriber.subscription.notices.filter(kind="charge").latest("pk").text
    assert "could not be charged or sent before" in text
    assert "Skip" not in text
    assert "Cancel the subscription" in text


def test_a_second_hard_decline_stops_it_again_and_is_told_again(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox)
    retry(subscriber, staff)
    box = subscriber.is_charged()
    assert (box.state, box.declines) == (BoxState.ACTION, 1)
    assert len(subscriber.notices("failed")) == 2


def test_a_second_question_of_the_bank_is_mailed_again(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox, THREE_D_SECURE)
    assert len(subscriber.notices("action")) == 1
    retry(subscriber, staff)
    assert subscriber.is_charged().reason == "authentication_required"
    assert len(subscriber.notices("action")) == 2


def test_a_wine_that_is_sold_again_is_announced_and_charged(sandbox: Sandbox, staff: User) -> None:
    subscriber = subscribe(sandbox).is_told()
    total = subscriber.box.announced_total
    assert total is not None
    subscriber.wine.published = False
    subscriber.wine.save()
    assert subscriber.is_charged().state == BoxState.ACTION
    with pytest.raises(Refusal):
        retry(subscriber, staff, total.minor)
    subscriber.wine.published = True
    subscriber.wine.save()
    retry(subscriber, staff, total.minor)
    subscriber.wine.published = False
    subscriber.wine.save()
    assert subscriber.is_charged().state == BoxState.ACTION
    assert len(subscriber.notices("blocked")) == 2  # it was announced in between
    subscriber.wine.published = True
    subscriber.wine.save()
    retry(subscriber, staff, total.minor)
    assert subscriber.is_charged().state == BoxState.PAID


def test_no_other_total_is_announced_than_was_shown(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox)
    with pytest.raises(Refusal, match="Please look at it once more"):
        retry(subscriber, staff, 1)
    assert subscriber.box.state == BoxState.ACTION
    assert len(subscriber.notices("charge")) == 1


@pytest.mark.parametrize("state", [BoxState.CHARGING, BoxState.RETRYING, BoxState.PAID, BoxState.SCHEDULED])
def test_only_a_stopped_box_is_tried_again(sandbox: Sandbox, staff: User, state: BoxState) -> None:
    subscriber = stopped(sandbox)
    Box.objects.filter(number=2).update(state=state)
    with pytest.raises(Refusal, match="has stopped"):
        retry(subscriber, staff)
    assert subscriber.box.state == state


def test_another_box_than_the_one_that_was_shown_is_left_alone(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox)
    box = subscriber.box
    with pytest.raises(Refusal, match="has stopped"):
        retry_box(
            subscriber.number, timezone.now(), by=staff, box_number=3, shown_total=box.announced_total or Money(0)
        )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"method": None}, "no payment method"),
        ({"paused_until": timezone.now()}, "paused"),
        ({"status": SubscriptionStatus.PENDING_CANCEL}, "has ended"),
    ],
    ids=["by hand", "paused", "cancelled"],
)
def test_what_would_not_be_charged_is_not_tried(
    sandbox: Sandbox, staff: User, changes: dict[str, object], words: str
) -> None:
    subscriber = stopped(sandbox)
    Subscription.objects.update(**changes)
    assert words in foresee_retry(subscriber.subscription, timezone.now()).problem
    with pytest.raises(Refusal, match=words):
        retry(subscriber, staff)


def test_a_method_that_is_not_accepted_any_more_is_not_tried(sandbox: Sandbox, staff: User) -> None:
    subscriber = stopped(sandbox)
    subscription = subscriber.subscription
    assert subscription.method is not None
    type(subscription.method).objects.update(type="cashapp")
    Subscription.objects.update(billing={**subscription.billing, "country": "CA", "state": "BC", "postcode": "V6B 1A1"})
    assert "is not available for bills" in foresee_retry(subscriber.subscription, timezone.now()).problem
    with pytest.raises(Refusal):
        retry(subscriber, staff)
    assert subscriber.box.state == BoxState.ACTION


def test_what_will_be_charged_is_said_before(sandbox: Sandbox) -> None:
    subscriber = stopped(sandbox)
    now = subscriber.box.due_at + timedelta(days=3)
    foreseen = foresee_retry(subscriber.subscription, now)
    assert foreseen.total == subscriber.box.announced_total
    assert foreseen.charged_at == now + SHORTEST_NOTICE
    assert (foreseen.method, foreseen.is_hard, foreseen.problem) == ("Visa ending in 4242", True, "")
    announce_due_boxes(now)
    assert subscriber.box.state == BoxState.ACTION  # looking changes nothing
