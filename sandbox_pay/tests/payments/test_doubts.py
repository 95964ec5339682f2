"""Disputes, reviews and refunds that come back, through the real SDK."""

from contextlib import suppress

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.payments.card_payments import pay_by_card
from sandbox_pay.tests.sent_events import list_event_types

TAKEN_BACK = ["created", "funds_withdrawn"]


@pytest.mark.parametrize(
    ("card", "reason", "status", "told"),
    [
        ("pm_card_createDispute", "fraudulent", "needs_response", TAKEN_BACK),
        ("pm_card_createDisputeProductNotReceived", "product_not_received", "needs_response", TAKEN_BACK),
        ("pm_card_createDisputeInquiry", "fraudulent", "warning_needs_response", ["created"]),
    ],
)
def test_some_cards_pay_and_are_disputed(
    client: stripe.StripeClient, card: str, reason: str, status: str, told: list[str]
) -> None:
    intent = pay_by_card(client, card)
    assert intent.status == "succeeded"
    [dispute] = client.v1.disputes.list({"payment_intent": intent.id}).data
    assert (dispute.reason, dispute.status, dispute.amount) == (reason, status, 5000)
    assert [moved.amount for moved in dispute.balance_transactions] == ([-5000] if len(told) == 2 else [])
    assert list_event_types(client)[-len(told) :] == [f"charge.dispute.{kind}" for kind in told]
    assert client.v1.charges.retrieve(dispute.charge).disputed  # type: ignore[arg-type]
    assert dispute.is_charge_refundable is (len(told) == 1)


@pytest.mark.parametrize(
    ("text", "status", "told", "moved"),
    [
        ("winning_evidence", "won", ["updated", "funds_reinstated", "closed"], [-5000, 5000]),
        ("losing_evidence", "lost", ["updated", "closed"], [-5000]),
        ("It was delivered.", "under_review", ["updated"], [-5000]),
    ],
)
def test_evidence_decides(
    client: stripe.StripeClient, text: str, status: str, told: list[str], moved: list[int]
) -> None:
    pay_by_card(client, "pm_card_createDispute")
    [dispute] = client.v1.disputes.list().data
    ended = client.v1.disputes.update(dispute.id, {"evidence": {"uncategorized_text": text}, "submit": True})
    assert (ended.status, [each.amount for each in ended.balance_transactions]) == (status, moved)
    assert list_event_types(client)[-len(told) :] == [f"charge.dispute.{kind}" for kind in told]


def test_evidence_that_was_kept_ready_is_submitted_later(client: stripe.StripeClient) -> None:
    pay_by_card(client, "pm_card_createDispute")
    [dispute] = client.v1.disputes.list().data
    ready = client.v1.disputes.update(
        dispute.id, {"evidence": {"uncategorized_text": "winning_evidence"}, "submit": False}
    )
    assert (ready.status, ready.evidence_details.submission_count) == ("needs_response", 0)
    told = client.v1.events.list({"type": "charge.dispute.updated"}).data[0].data
    assert told.to_dict()["previous_attributes"]["evidence"] == {"uncategorized_text": None}
    assert client.v1.disputes.update(dispute.id, {"submit": True}).status == "won"


def test_nothing_at_all_cannot_be_submitted(client: stripe.StripeClient) -> None:
    pay_by_card(client, "pm_card_createDispute")
    [dispute] = client.v1.disputes.list().data
    assert client.v1.disputes.update(dispute.id, {"submit": True}).status == "needs_response"


def test_money_that_went_back_leaves_the_bank_nothing_to_ask(client: stripe.StripeClient) -> None:
    intent = pay_by_card(client, "pm_card_createDisputeInquiry")
    client.v1.refunds.create({"payment_intent": intent.id})
    [dispute] = client.v1.disputes.list().data
    assert (dispute.status, dispute.balance_transactions) == ("warning_closed", [])
    assert list_event_types(client)[-1] == "charge.dispute.closed"


def test_an_inquiry_takes_no_more_than_is_left(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client, "pm_card_createDisputeInquiry")
    client.v1.refunds.create({"payment_intent": intent.id, "amount": 1500})
    [dispute] = client.v1.disputes.list().data
    sandbox.doubt("disputes/close", dispute=dispute.id, result="lost")
    lost = client.v1.disputes.retrieve(dispute.id)
    assert (lost.status, lost.amount) == ("lost", 3500)
    assert [moved.amount for moved in lost.balance_transactions] == [-3500]


def test_what_went_back_whole_cannot_be_disputed(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client)
    client.v1.refunds.create({"payment_intent": intent.id})
    with pytest.raises(httpx.HTTPStatusError, match="400"):
        sandbox.doubt("disputes/open", payment_intent=intent.id)


@pytest.mark.parametrize(("reason", "closed"), [(None, "refunded"), ("fraudulent", "refunded_as_fraud")])
def test_a_refund_closes_the_review(client: stripe.StripeClient, reason: str | None, closed: str) -> None:
    intent = pay_by_card(client, "pm_card_riskLevelElevated")
    assert intent.review is not None
    client.v1.refunds.create({"payment_intent": intent.id, "amount": 1000})
    assert client.v1.reviews.retrieve(str(intent.review)).open
    asked = {"payment_intent": intent.id} | ({"reason": reason} if reason else {})
    client.v1.refunds.create(asked)  # type: ignore[arg-type]
    assert client.v1.reviews.retrieve(str(intent.review)).closed_reason == closed


def test_a_dispute_closes_the_review(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client, "pm_card_riskLevelElevated")
    sandbox.doubt("disputes/open", payment_intent=intent.id)
    assert client.v1.reviews.retrieve(str(intent.review)).closed_reason == "disputed"


def test_a_cancellation_closes_the_review(client: stripe.StripeClient) -> None:
    intent = pay_by_card(client, "pm_card_riskLevelElevated", capture_method="manual")
    assert (intent.status, client.v1.reviews.retrieve(str(intent.review)).open) == ("requires_capture", True)
    client.v1.payment_intents.cancel(intent.id)
    assert client.v1.reviews.retrieve(str(intent.review)).closed_reason == "canceled"


def test_a_network_warns_of_fraud(client: stripe.StripeClient) -> None:
    intent = pay_by_card(client, "pm_card_createIssuerFraudRecord")
    assert list_event_types(client)[-1] == "radar.early_fraud_warning.created"
    [warning] = client.v1.radar.early_fraud_warnings.list({"payment_intent": intent.id}).data
    assert (warning.actionable, warning.charge) == (True, intent.latest_charge.id)  # type: ignore[union-attr]
    client.v1.refunds.create({"payment_intent": intent.id})
    assert not client.v1.radar.early_fraud_warnings.retrieve(warning.id).actionable


@pytest.mark.parametrize(
    ("card", "outcome"),
    [
        ("pm_card_visa", ("authorized", "approved_by_network", None, "normal", None)),
        (
            "pm_card_riskLevelElevated",
            ("manual_review", "approved_by_network", "elevated_risk_level", "elevated", None),
        ),
        ("pm_card_radarBlock", ("blocked", "not_sent_to_network", "highest_risk_level", "highest", "do_not_try_again")),
        (
            "pm_card_chargeDeclinedLostCard",
            ("issuer_declined", "declined_by_network", "lost_card", "normal", "do_not_try_again"),
        ),
    ],
)
def test_a_charge_says_who_decided_about_it(
    client: stripe.StripeClient, card: str, outcome: tuple[str | None, ...]
) -> None:
    with suppress(stripe.CardError):
        pay_by_card(client, card)
    error = client.v1.payment_intents.list().data[0].last_payment_error
    assert (error.advice_code if error else None) == outcome[-1]
    [charge] = client.v1.charges.list().data
    said = charge.outcome
    assert said is not None
    assert (said.type, said.network_status, said.reason, said.risk_level, said.advice_code) == outcome
    assert ("bank" in str(said.seller_message)) is (said.type == "issuer_declined")


def test_who_gives_in_has_lost(client: stripe.StripeClient) -> None:
    pay_by_card(client, "pm_card_createDispute")
    [dispute] = client.v1.disputes.list().data
    assert client.v1.disputes.close(dispute.id).status == "lost"
    with pytest.raises(stripe.InvalidRequestError, match="already closed"):
        client.v1.disputes.close(dispute.id)


def test_what_was_charged_back_is_not_refunded_as_well(client: stripe.StripeClient) -> None:
    intent = pay_by_card(client, "pm_card_createDispute")
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.refunds.create({"payment_intent": intent.id})
    assert refused.value.code == "charge_disputed"
    asked_about = pay_by_card(client, "pm_card_createDisputeInquiry")
    assert client.v1.refunds.create({"payment_intent": asked_about.id}).status == "succeeded"


def test_a_rule_wants_a_payment_to_be_looked_at(client: stripe.StripeClient) -> None:
    intent = pay_by_card(client, "pm_card_riskLevelElevated")
    assert (intent.status, list_event_types(client)[-1]) == ("succeeded", "review.opened")
    [review] = client.v1.reviews.list().data
    assert (review.open, review.reason, review.payment_intent) == (True, "rule", intent.id)
    assert client.v1.payment_intents.retrieve(intent.id).review == review.id
    assert client.v1.reviews.approve(review.id).reason == "approved"
    assert (client.v1.reviews.list().data, list_event_types(client)[-1]) == ([], "review.closed")


def test_a_refund_that_comes_back_is_the_store_s_again(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client)
    refund = client.v1.refunds.create({"payment_intent": intent.id, "amount": 2000})
    sandbox.doubt("refunds/fail", refund=refund.id)
    failed = client.v1.refunds.retrieve(refund.id)
    assert (failed.status, failed.failure_reason) == ("failed", "expired_or_canceled_card")
    assert list_event_types(client)[-3:] == ["refund.updated", "refund.failed", "charge.refund.updated"]
    assert sandbox.ledger(7).refunded == 0
    assert client.v1.refunds.create({"payment_intent": intent.id}).amount == 5000


def test_a_switch_opens_and_closes_what_is_in_doubt(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client)
    opened = sandbox.doubt("disputes/open", payment_intent=intent.id, reason="duplicate")["dispute"]
    assert client.v1.disputes.retrieve(str(opened)).reason == "duplicate"
    assert sandbox.doubt("disputes/close", dispute=str(opened), result="won") == {"status": "won"}
    review = sandbox.doubt("reviews/open", payment_intent=intent.id)["review"]
    assert sandbox.doubt("reviews/close", review=str(review), reason="refunded_as_fraud") == {
        "reason": "refunded_as_fraud"
    }
