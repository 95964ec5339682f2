"""The program is killed in the middle of a renewal; the next worker puts it right, and charges nothing twice."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from vintner.orders.models import Order, StockReservation
from vintner.payments.tests.killed import killed
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.claims import CLAIM, claim_due_box
from vintner.renewals.prices import announce_price_changes
from vintner.renewals.tests.subscriber import Subscriber, charged_methods, subscribe
from vintner.subscriptions.models import AnnouncedPrice, Box, Subscription, SubscriptionNotice
from vintner.subscriptions.rules import NOTICE_AHEAD, OPEN_BOXES, BoxState
from vintner.testing.builders import make_plan
from vintner.testing.sandbox import Sandbox
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited"), pytest.mark.slow]
CHARGED = {
    "after_box_is_claimed": 0,
    "after_box_cart": 0,
    "after_order_commit": 0,
    "after_provider_call": 1,
    "before_apply_commit": 1,
    "after_renewal_charge": 1,
}
FAILS_LATER, ASKS = "4000000000000341", "4000002760003184"
RENEW = """
from datetime import datetime
from vintner.renewals.charging import renew_box
from vintner.renewals.claims import claim_due_box
now = datetime.fromisoformat("{now}")
renew_box(claim_due_box(now), now)
"""
ANNOUNCE = """
from datetime import datetime
from vintner.renewals.announcements import announce_due_boxes
announce_due_boxes(datetime.fromisoformat("{now}"))
"""
ANNOUNCE_PRICES = """
from django.utils import timezone
from vintner.renewals.prices import announce_price_changes
announce_price_changes(timezone.now())
"""


def killed_at(point: str, now: datetime, sandbox: Sandbox) -> None:
    killed(point, RENEW.format(now=now.isoformat()), sandbox)


def told(sandbox: Sandbox) -> Subscriber:
    open_store()
    return subscribe(sandbox).is_told()


@pytest.mark.parametrize("point", CHARGED)
def test_the_next_worker_finishes_a_box(sandbox: Sandbox, point: str) -> None:
    subscriber = told(sandbox)
    box, now = subscriber.box, subscriber.box.due_at
    killed_at(point, now, sandbox)
    assert subscriber.charges_of(box) == CHARGED[point]
    if point != "after_renewal_charge":
        assert claim_due_box(now + timedelta(minutes=1)) is None
        assert subscriber.is_charged(now + CLAIM).state == BoxState.PAID
    box.refresh_from_db()
    assert (box.state, subscriber.charges_of(box)) == (BoxState.PAID, 1)
    assert Order.objects.filter(cart_id=box.cart_id).count() == 1
    assert Box.objects.filter(state__in=[each.value for each in OPEN_BOXES]).get().number == 3


@pytest.mark.sweep
@pytest.mark.parametrize("point", [*CHARGED, "before_outcome_commit"])
def test_a_decline_whose_worker_died_is_counted_once(sandbox: Sandbox, point: str) -> None:
    subscriber = told(sandbox)
    subscriber.turns_card(FAILS_LATER)
    box, now = subscriber.box, subscriber.box.due_at
    killed_at(point, now, sandbox)
    box = subscriber.is_charged(now + CLAIM)
    assert (box.state, box.declines) == (BoxState.RETRYING, 1)
    tried = [each for each in sandbox.payments() if each["status"] != "succeeded"]
    assert len(tried) == 1
    assert subscriber.notices("failed") == ["Payment failed"]


@pytest.mark.sweep
@pytest.mark.parametrize("point", [*CHARGED, "before_outcome_commit"])
def test_a_bank_that_asks_is_asked_once(sandbox: Sandbox, point: str) -> None:
    subscriber = told(sandbox)
    subscriber.turns_card(ASKS)
    now = subscriber.box.due_at
    killed_at(point, now, sandbox)
    box = subscriber.is_charged(now + CLAIM)
    assert (box.state, box.reason) == (BoxState.ACTION, "authentication_required")
    assert len(subscriber.notices("action")) == 1


@pytest.mark.sweep
@pytest.mark.parametrize("point", [each for each, charged in CHARGED.items() if not charged])
def test_a_card_that_was_chosen_after_the_crash_is_charged_and_not_the_old_one(sandbox: Sandbox, point: str) -> None:
    subscriber = told(sandbox)
    now = subscriber.box.due_at
    killed_at(point, now, sandbox)
    other = subscriber.takes_card()
    box = subscriber.is_charged(now + CLAIM)
    assert box.state == BoxState.PAID
    assert charged_methods(box)[-1] == other.method_id
    succeeded = [each["payment_method"] for each in sandbox.payments() if each["status"] == "succeeded"]
    assert sorted(map(str, succeeded)) == sorted([subscriber.card, other.method_id])  # the old one paid for box 1


@pytest.mark.parametrize("point", ["after_box_cart", "after_order_commit", "before_outcome_commit"])
def test_a_box_that_is_paid_by_hand_is_ordered_once(sandbox: Sandbox, point: str) -> None:
    subscriber = told(sandbox)
    Subscription.objects.update(method=None)
    now = subscriber.box.due_at
    killed_at(point, now, sandbox)
    box = subscriber.is_charged(now + CLAIM)
    assert (box.state, box.order) == (BoxState.ACTION, subscriber.order_of(box))
    assert len(subscriber.notices("unpaid")) == 1
    assert StockReservation.objects.filter(order=box.order, ended_at=None).count() == 1


@pytest.mark.parametrize("point", ["before_outcome_commit"])
def test_a_block_whose_worker_died_is_noted_once(sandbox: Sandbox, point: str) -> None:
    subscriber = told(sandbox)
    subscriber.wine.published = False
    subscriber.wine.save()
    now = subscriber.box.due_at
    killed_at(point, now, sandbox)
    assert subscriber.is_charged(now + CLAIM).state == BoxState.ACTION
    assert len(subscriber.notices("blocked")) == 1


def test_killed_before_price_commit_nothing_is_announced_and_the_next_round_does_it(sandbox: Sandbox) -> None:
    open_store()
    subscribe(sandbox, make_plan(price_rule="current"), price="60.00").wine.variations.update(regular_price=7000)
    killed("before_price_commit", ANNOUNCE_PRICES, sandbox)
    assert not AnnouncedPrice.objects.exists()
    announce_price_changes(timezone.now())
    assert (AnnouncedPrice.objects.count(), SubscriptionNotice.objects.get().kind) == (1, "price")


def test_a_notice_and_its_e_mail_are_written_together_or_not_at_all(sandbox: Sandbox) -> None:
    open_store()
    subscriber = subscribe(sandbox)
    now = subscriber.box.due_at - NOTICE_AHEAD
    killed("before_announcement_commit", ANNOUNCE.format(now=now.isoformat()), sandbox)
    assert not SubscriptionNotice.objects.exists()
    announce_due_boxes(now)
    assert len(subscriber.notices("charge")) == 1
