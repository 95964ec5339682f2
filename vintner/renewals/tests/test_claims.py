"""One worker charges a box, at its time, after its notice; whatever the clock does, it is charged once."""

from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from vintner.customers.models import User
from vintner.renewals import dates
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.charging import renew_box
from vintner.renewals.claims import CLAIM, claim_due_box
from vintner.renewals.tests.subscriber import subscribe
from vintner.subscriptions import cancellations, subscriptions
from vintner.subscriptions.box_dates import find_due
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import NOTICE_AHEAD, OPEN_BOXES, SHORTEST_NOTICE, BoxState, SubscriptionStatus
from vintner.testing.builders import make_box_wine, make_plan, make_subscription
from vintner.testing.races import run_together
from vintner.testing.sandbox import Sandbox

START = datetime(2027, 1, 31, 20, tzinfo=UTC)
OPEN = [each.value for each in OPEN_BOXES]


def told() -> Box:
    """Return the second box of a subscription, announced in time."""
    subscription = make_subscription(now=START)
    box = subscription.boxes.get(number=2)
    announce_due_boxes(box.due_at - NOTICE_AHEAD)
    box.refresh_from_db()
    return box


@pytest.mark.django_db
def test_a_box_is_claimed_at_its_time_and_not_before() -> None:
    box = told()
    assert claim_due_box(box.due_at - timedelta(seconds=1)) is None
    claimed = claim_due_box(box.due_at)
    assert claimed is not None
    assert (claimed.pk, claimed.state, claimed.claimed_until) == (box.pk, BoxState.CHARGING, box.due_at + CLAIM)
    assert claim_due_box(box.due_at) is None


@pytest.mark.django_db
def test_a_claim_that_ran_out_is_taken_over() -> None:
    box = told()
    claim_due_box(box.due_at)
    assert claim_due_box(box.due_at + CLAIM - timedelta(seconds=1)) is None
    taken_over = claim_due_box(box.due_at + CLAIM)
    assert taken_over is not None
    assert taken_over.claimed_until == box.due_at + 2 * CLAIM


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changed",
    [
        {"status": SubscriptionStatus.PENDING_CANCEL},
        {"status": SubscriptionStatus.CANCELLED},
        {"status": SubscriptionStatus.ON_HOLD, "paused_until": START + timedelta(days=90)},
        {"user": None},
    ],
)
def test_what_is_cancelled_or_paused_is_neither_announced_nor_claimed(changed: dict[str, object]) -> None:
    box = told()
    Subscription.objects.update(**changed)
    assert claim_due_box(box.due_at) is None
    Box.objects.update(announced_for=None)
    announce_due_boxes(box.due_at)
    assert Box.objects.get(pk=box.pk).announced_for is None


@pytest.mark.django_db
def test_a_box_of_a_deactivated_account_is_neither_announced_nor_claimed() -> None:
    box = told()
    User.objects.update(is_active=False)
    assert claim_due_box(box.due_at) is None
    Box.objects.update(announced_for=None)
    announce_due_boxes(box.due_at)
    assert Box.objects.get(pk=box.pk).announced_for is None


@pytest.mark.django_db
def test_nothing_is_charged_that_was_not_announced_for_its_date() -> None:
    box = told()
    Box.objects.filter(pk=box.pk).update(announced_for=box.due_at - timedelta(days=1))
    assert claim_due_box(box.due_at) is None
    Box.objects.filter(pk=box.pk).update(announced_for=None, announced_at=None)
    assert claim_due_box(box.due_at) is None


@pytest.mark.django_db
def test_nothing_is_charged_within_two_days_of_its_notice() -> None:
    subscription = make_subscription(now=START)
    box = subscription.boxes.get(number=2)
    late = box.due_at - timedelta(hours=5)
    announce_due_boxes(late)
    box.refresh_from_db()
    assert box.due_at == late + SHORTEST_NOTICE
    assert claim_due_box(box.due_at - timedelta(seconds=1)) is None
    assert claim_due_box(box.due_at) is not None


@pytest.mark.django_db
def test_a_late_notice_does_not_move_the_boxes_that_follow() -> None:
    subscription = make_subscription(now=START)
    box = subscription.boxes.get(number=2)
    announce_due_boxes(box.due_at + timedelta(days=3))
    subscription.refresh_from_db()
    pacific = ZoneInfo("America/Los_Angeles")
    following = find_due(subscription, 3, box.due_at + timedelta(days=5))
    assert following.astimezone(pacific).date() == datetime(2027, 3, 31).date()  # noqa: DTZ001 - a day


@pytest.mark.django_db(transaction=True)
def test_many_workers_never_get_the_same_box() -> None:
    wine = make_box_wine()
    for _ in range(6):
        make_subscription(wine, now=START)
    due = Box.objects.filter(number=2).latest("due_at").due_at
    announce_due_boxes(due - NOTICE_AHEAD)
    found: list[int] = []
    run_together([partial(_claim_all, due, found)] * 4)
    assert len(found) == len(set(found)) == 6


def _claim_all(now: datetime, found: list[int]) -> None:
    while (box := claim_due_box(now)) is not None:
        found.append(box.pk)


@pytest.mark.usefixtures("store")
def test_a_second_worker_that_was_asleep_charges_nothing(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    due = subscriber.box.due_at
    asleep = claim_due_box(due)
    assert asleep is not None
    box = subscriber.is_charged(due + CLAIM)
    assert box.state == BoxState.PAID
    renew_box(asleep, due)
    assert subscriber.charges_of(box) == 1
    assert Box.objects.filter(state__in=OPEN).count() == 1


@pytest.mark.usefixtures("store")
def test_a_worker_whose_claim_was_taken_over_leaves_the_box_to_the_other_one(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    box = subscriber.box
    asleep, awake = claim_due_box(box.due_at), claim_due_box(box.due_at + CLAIM)
    assert asleep is not None
    assert awake is not None
    renew_box(asleep, box.due_at)
    assert subscriber.charges_of(box) == 0
    renew_box(awake, box.due_at + CLAIM)
    assert subscriber.charges_of(box) == 1


@pytest.mark.usefixtures("store")
def test_a_box_that_was_skipped_or_cancelled_while_a_worker_slept_is_not_charged(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    box = subscriber.box
    asleep = claim_due_box(box.due_at)
    assert asleep is not None
    Box.objects.filter(pk=box.pk).update(state=BoxState.SCHEDULED, claimed_until=None)
    cancellations.cancel(subscriptions.lock(subscriber.number), box.due_at)
    renew_box(asleep, box.due_at)
    assert subscriber.charges_of(box) == 0
    assert subscriber.box.state == BoxState.CANCELLED


@pytest.mark.usefixtures("store")
def test_a_pause_that_began_with_the_claim_stops_the_charge(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    box = subscriber.box
    claimed = claim_due_box(box.due_at)
    assert claimed is not None
    Subscription.objects.update(status=SubscriptionStatus.ON_HOLD, paused_until=box.due_at + timedelta(days=9))
    renew_box(claimed, box.due_at)
    assert (subscriber.box.state, subscriber.charges_of(box)) == (BoxState.SCHEDULED, 0)


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("jump", [timedelta(days=2), timedelta(days=-2)])
def test_a_clock_that_jumps_charges_no_box_twice(sandbox: Sandbox, jump: timedelta) -> None:
    subscriber = subscribe(sandbox).is_told()
    due = subscriber.box.due_at
    box = subscriber.is_charged(due)
    for now in (due + jump, due, due + jump + timedelta(hours=1)):
        announce_due_boxes(now)
        assert claim_due_box(now) is None
    assert subscriber.charges_of(box) == 1
    assert subscriber.box.number == 3


@pytest.mark.usefixtures("store")
def test_a_clock_that_goes_back_in_the_middle_of_a_charge_charges_nothing_twice(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    due = subscriber.box.due_at
    ahead = claim_due_box(due + timedelta(days=2))
    assert ahead is not None
    assert claim_due_box(due) is None
    renew_box(ahead, due + timedelta(days=2))
    assert claim_due_box(due) is None
    assert subscriber.charges_of(subscriber.box_number(2)) == 1


@pytest.mark.usefixtures("store")
def test_after_a_long_stop_there_is_one_box_to_pay(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    subscriber = subscribe(sandbox)
    due = subscriber.box.due_at
    back = due + timedelta(days=200)
    monkeypatch.setattr("django.utils.timezone.now", lambda: back)
    announce_due_boxes(back)
    assert subscriber.notices("charge") == subscriber.notices("charge")[:1]
    box = subscriber.is_charged(back + SHORTEST_NOTICE)
    assert box.state == BoxState.PAID
    assert Box.objects.filter(state__in=OPEN).count() == 1
    assert subscriber.box.due_at > back
    assert claim_due_box(back + SHORTEST_NOTICE) is None


@pytest.mark.django_db
def test_daylight_saving_moves_no_charge() -> None:
    pacific = ZoneInfo("America/Los_Angeles")
    weekly = make_box_wine(make_plan(interval_unit="week"))
    subscription = make_subscription(weekly, now=datetime(2027, 3, 1, 20, tzinfo=UTC))
    due = [find_due(subscription, number, START) for number in range(2, 7)]
    assert {each.astimezone(pacific).hour for each in due} == {12}
    assert len({each.hour for each in due}) == 2


@pytest.mark.django_db
def test_pauses_end_and_cancelled_subscriptions_run_out_by_the_clock() -> None:
    paused, left = make_subscription(now=START), make_subscription(now=START)
    subscriptions.pause(subscriptions.lock(paused.pk), START + timedelta(days=60), START + timedelta(days=1))
    cancellations.cancel(subscriptions.lock(left.pk), START + timedelta(days=1))
    before, after = START + timedelta(days=20), START + timedelta(days=61)
    for now, found in ((before, ("on-hold", "pending-cancel")), (after, ("active", "cancelled"))):
        dates.end_pauses(now)
        dates.end_cancelled_subscriptions(now)
        paused.refresh_from_db()
        left.refresh_from_db()
        assert (paused.status, left.status) == found
    box = paused.boxes.get(number=2)
    assert box.due_at >= after + SHORTEST_NOTICE


@pytest.mark.usefixtures("store")
def test_a_claim_of_a_subscription_that_staff_ended_is_given_up(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    box = subscriber.box
    claim_due_box(box.due_at)
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED)
    dates.end_orphaned_claims(box.due_at)
    assert subscriber.box.state == BoxState.CHARGING
    dates.end_orphaned_claims(box.due_at + CLAIM)
    assert subscriber.box.state == BoxState.CANCELLED
