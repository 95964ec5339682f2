"""Payments in doubt, by the real sandbox's events: disputes, inquiries, reviews, what lapses and what comes back."""

import httpx
import pytest
from django.conf import settings as store
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from vintner.money import ZERO, Money
from vintner.orders.invariants import audit
from vintner.orders.models import Email, Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import Status
from vintner.payments import jobs, refunds, status_moves
from vintner.payments.attempts import capture
from vintner.payments.disputes import cases
from vintner.payments.models import Case, Payment, ProviderEvent
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order
from vintner.testing.store import open_store
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.django_db(transaction=True)
DISPUTED, ASKED_ABOUT, REVIEWED = "4000000000000259", "4000000000001976", "4000000000009235"


@pytest.fixture(autouse=True)
def _send_events(sandbox: Sandbox, live_server: LiveServer) -> None:
    open_store()
    sandbox.send_webhooks_to(f"{live_server.url}/?wc-api=wc_stripe")


def handle_events(sandbox: Sandbox) -> None:
    """Let the provider's news come in, and work on them; the newest first, for their order is not to matter."""
    assert sandbox.all_delivered()
    for event in ProviderEvent.objects.filter(handled_at=None).order_by("-pk"):
        jobs.handle_event(event.pk)


def place_paid_order(sandbox: Sandbox, number: str = "4242424242424242") -> Order:
    answer = Shopper().puts(make_product(stock=9)).pays(sandbox.card(number))
    assert answer.result == "success", answer.messages
    handle_events(sandbox)
    return only_order()


def intent_id() -> str:
    return str(Payment.objects.get().intent_id)


def notes(order: Order) -> str:
    return "\n".join(order.events.order_by("pk").values_list("note", flat=True))


@pytest.mark.parametrize(
    ("number", "doubt", "words"),
    [
        (DISPUTED, "dispute", "the cardholder disputes the payment (fraudulent, du_"),
        (ASKED_ABOUT, "inquiry", "The bank asks about"),
        (REVIEWED, "review", "wants this payment to be looked at (rule, prv_"),
    ],
)
def test_while_a_payment_is_in_doubt_its_order_waits_and_the_merchant_knows(
    sandbox: Sandbox, number: str, doubt: str, words: str
) -> None:
    order = place_paid_order(sandbox, number)
    case = Case.objects.get()
    assert (order.status, case.doubt, case.verdict, case.order_was) == ("on-hold", doubt, "open", "processing")
    assert words in notes(order)
    assert order.events.filter(alert=True).count() == 1
    email = written_email(kind="alert")
    assert (email.to, words in email.text) == (store.STORE_EMAIL, True)
    assert (case.respond_by is not None, case.amount == order.total) == (doubt != "review", doubt != "review")
    assert not order.emails.filter(kind="on_hold").exists()
    assert audit() == []


@pytest.mark.parametrize("was", [Status.PROCESSING, Status.COMPLETED])
def test_a_dispute_that_is_won_lets_the_order_go_where_it_was(sandbox: Sandbox, was: Status) -> None:
    order = place_paid_order(sandbox)
    if was is Status.COMPLETED:
        status_moves.move_by_staff(order, was, make_user(is_staff=True))
    dispute = sandbox.doubt("disputes/open", payment_intent=intent_id())
    handle_events(sandbox)
    assert only_order().status == "on-hold"
    sandbox.doubt("disputes/close", dispute=dispute, result="won")
    handle_events(sandbox)
    assert (only_order().status, Case.objects.get().verdict) == (was, "won")
    assert "The bank has decided for the store" in notes(order)
    assert (Refund.objects.count(), audit()) == (0, [])


def test_a_dispute_that_is_lost_is_money_that_went_back(sandbox: Sandbox) -> None:
    order = place_paid_order(sandbox, DISPUTED)
    sandbox.doubt("disputes/close", dispute=Case.objects.get().provider_id, result="lost")
    handle_events(sandbox)
    assert (only_order().status, Case.objects.get().verdict) == ("refunded", "lost")
    lost = Refund.objects.get()
    assert (lost.amount, lost.state, lost.intent_id, refunds.remaining_amount(order)) == (order.total, "done", "", ZERO)
    assert only_variation(order.lines.get().variation.product).on_hand == 8  # type: ignore[union-attr]
    with pytest.raises(Refusal):
        refunds.refund(order.pk, NewRefund(amount=Money(1)), by=make_user(is_staff=True))
    assert audit() == []


def test_of_what_was_left_of_a_payment_that_is_lost(sandbox: Sandbox) -> None:
    order = place_paid_order(sandbox)
    refunds.refund(order.pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True))
    dispute = sandbox.doubt("disputes/open", payment_intent=intent_id())
    sandbox.doubt("disputes/close", dispute=dispute, result="lost")
    handle_events(sandbox)
    assert [each.amount for each in Refund.objects.order_by("pk")] == [Money(500), order.total - Money(500)]
    assert (only_order().status, audit()) == ("refunded", [])


@pytest.mark.parametrize(
    ("reason", "status", "verdict"),
    [
        ("approved", "processing", "won"),
        ("refunded_as_fraud", "on-hold", "dropped"),
        ("redacted", "on-hold", "dropped"),
    ],
)
def test_a_review_s_end_lets_the_order_go_only_when_the_payment_is_good(
    sandbox: Sandbox, reason: str, status: str, verdict: str
) -> None:
    place_paid_order(sandbox, REVIEWED)
    sandbox.doubt("reviews/close", review=Case.objects.get().provider_id, reason=reason)
    handle_events(sandbox)
    assert (only_order().status, Case.objects.get().verdict, audit()) == (status, verdict, [])


def test_an_order_goes_on_when_nothing_is_in_doubt_any_more(sandbox: Sandbox) -> None:
    place_paid_order(sandbox, DISPUTED)
    dispute = Case.objects.get().provider_id
    review = sandbox.doubt("reviews/open", payment_intent=intent_id())
    handle_events(sandbox)
    sandbox.doubt("disputes/close", dispute=dispute)
    handle_events(sandbox)
    assert only_order().status == "on-hold"
    sandbox.doubt("reviews/close", review=review)
    handle_events(sandbox)
    assert (only_order().status, Email.objects.filter(kind="alert").count(), audit()) == ("processing", 2, [])


def test_a_review_that_a_dispute_ends_leaves_the_order_to_the_dispute(sandbox: Sandbox) -> None:
    place_paid_order(sandbox, REVIEWED)
    dispute = sandbox.doubt("disputes/open", payment_intent=intent_id())
    handle_events(sandbox)
    assert [case.verdict for case in Case.objects.order_by("pk")] == ["dropped", "open"]
    sandbox.doubt("disputes/close", dispute=dispute)
    handle_events(sandbox)
    assert (only_order().status, audit()) == ("processing", [])


def test_a_refund_during_a_review_asks_nobody_to_decide(sandbox: Sandbox) -> None:
    order = place_paid_order(sandbox, REVIEWED)
    refunds.refund(order.pk, NewRefund(amount=order.total), by=make_user(is_staff=True))
    handle_events(sandbox)
    assert (only_order().status, Case.objects.get().verdict) == ("refunded", "dropped")
    assert cases.DECIDE_NOTE not in notes(only_order())


def test_what_staff_decided_meanwhile_stays(sandbox: Sandbox) -> None:
    order = place_paid_order(sandbox, REVIEWED)
    status_moves.move_by_staff(order, Status.COMPLETED, make_user(is_superuser=True))
    sandbox.doubt("reviews/close", review=Case.objects.get().provider_id)
    handle_events(sandbox)
    assert only_order().status == "completed"


def test_news_that_come_late_and_twice_change_nothing(sandbox: Sandbox) -> None:
    order = place_paid_order(sandbox)
    dispute = sandbox.doubt("disputes/open", payment_intent=intent_id())
    sandbox.doubt("disputes/close", dispute=dispute)
    handle_events(sandbox)  # the end before the beginning
    for event in ProviderEvent.objects.all():
        jobs.handle_event(event.pk)
    assert (only_order().status, Case.objects.count()) == ("processing", 1)
    moves = [each.became for each in order.events.exclude(became="").order_by("pk")]
    assert moves == ["pending", "processing", "on-hold", "processing"]
    assert (Email.objects.filter(kind="alert").count(), audit()) == (1, [])


def test_somebody_else_s_case_is_only_noted(sandbox: Sandbox) -> None:
    place_paid_order(sandbox, DISPUTED)
    Case.objects.all().delete()
    Payment.objects.update(intent_id="pi_of_another")
    dispute = ProviderEvent.objects.filter(type="charge.dispute.created").latest("pk")
    jobs.handle_event(dispute.pk)
    unknown = ProviderEvent.objects.create(event_id="evt_x", type="review.opened", object_id="prv_nobody")
    jobs.handle_event(unknown.pk)
    assert (Case.objects.count(), ProviderEvent.objects.filter(handled_at=None).count()) == (0, 0)


def test_a_case_that_comes_before_the_charge_is_known_brings_it_along(sandbox: Sandbox) -> None:
    """The answer to the charge was lost, and the reconciler has not come round yet."""
    sandbox.fault("timeout_after_charge", times=3)
    assert Shopper().puts(make_product(stock=9)).pays(sandbox.card(REVIEWED)).result == "failure"
    assert (only_order().status, Payment.objects.get().intent_id) == ("pending", None)
    assert sandbox.all_delivered()
    opened = ProviderEvent.objects.get(type="review.opened")
    jobs.handle_event(opened.pk)
    assert (only_order().status, Case.objects.get().order_was, audit()) == ("on-hold", "processing", [])


def test_money_that_is_let_go_of_at_the_provider_ends_the_order(sandbox: Sandbox, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    order = place_paid_order(sandbox)
    assert order.status == "on-hold"
    path = f"{sandbox.url}/v1/payment_intents/{intent_id()}/cancel"
    assert httpx.post(path, auth=(store.STRIPE_SECRET_KEY, "")).is_success
    handle_events(sandbox)
    assert (only_order().status, attempts(order), audit()) == ("cancelled", ["cancelled"], [])


def test_money_that_nobody_takes_in_time_ends_the_order(sandbox: Sandbox, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    order = place_paid_order(sandbox)
    sandbox.advance(7 * 86_400)
    handle_events(sandbox)
    assert "charge.expired" in ProviderEvent.objects.values_list("type", flat=True)
    assert (only_order().status, attempts(order), audit()) == ("cancelled", ["cancelled"], [])


def test_money_that_lapsed_unheard_is_not_captured(sandbox: Sandbox, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    order = place_paid_order(sandbox)
    sandbox.end(intent_id(), "expire")
    with pytest.raises(Refusal):
        capture.capture(order.pk, order.total, by=make_user(is_staff=True))
    assert (sandbox.charges(order.pk), audit()) == (0, [])


@pytest.mark.parametrize(
    ("number", "state", "left", "alerts"),
    [("4000000000007726", "done", 500, 0), ("4000000000005126", "failed", 0, 1)],
    ids=["arrives late", "comes back late"],
)
def test_a_refund_may_take_its_time(sandbox: Sandbox, number: str, state: str, left: int, alerts: int) -> None:
    order = place_paid_order(sandbox, number)
    made = refunds.refund(order.pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True))
    handle_events(sandbox)
    made.refresh_from_db()
    assert made.state == "done"
    sandbox.advance(180)
    handle_events(sandbox)
    made.refresh_from_db()
    given = order.total - refunds.remaining_amount(order)
    assert (made.state, given, Email.objects.filter(kind="alert").count()) == (state, Money(left), alerts)
    assert (sandbox.refunded(order.pk), audit()) == (left, [])


def test_a_refund_that_comes_back_is_told_and_can_be_made_again(sandbox: Sandbox) -> None:
    order, staff = place_paid_order(sandbox), make_user(is_staff=True)
    made = refunds.refund(order.pk, NewRefund(amount=Money(500)), by=staff)
    sandbox.doubt("refunds/fail", refund=str(made.provider_id))
    handle_events(sandbox)
    made.refresh_from_db()
    assert (made.state, refunds.remaining_amount(order), Email.objects.filter(kind="alert").count()) == (
        "failed",
        order.total,
        1,
    )
    refunds.refund(order.pk, NewRefund(amount=order.total), by=staff)
    assert (only_order().status, sandbox.refunded(order.pk), audit()) == ("refunded", order.total.minor, [])
