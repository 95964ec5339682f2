"""Disputes, reviews and refunds that come back, through the real SDK."""

import pytest
import stripe

from sandbox_pay.testing import Sandbox


def paid(client: stripe.StripeClient, card: str = "pm_card_visa") -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": 5000,
            "currency": "usd",
            "confirm": True,
            "payment_method": card,
            "allowed_payment_method_types": ["card"],
            "metadata": {"order_id": "7"},
            "expand": ["latest_charge"],
        }
    )


def kinds(client: stripe.StripeClient) -> list[str]:
    return [event.type for event in reversed(client.v1.events.list({"limit": 100}).data)]


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
    intent = paid(client, card)
    assert intent.status == "succeeded"
    [dispute] = client.v1.disputes.list({"payment_intent": intent.id}).data
    assert (dispute.reason, dispute.status, dispute.amount) == (reason, status, 5000)
    assert [moved.amount for moved in dispute.balance_transactions] == ([-5000] if len(told) == 2 else [])
    assert kinds(client)[-len(told) :] == [f"charge.dispute.{kind}" for kind in told]
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
    paid(client, "pm_card_createDispute")
    [dispute] = client.v1.disputes.list().data
    ended = client.v1.disputes.update(dispute.id, {"evidence": {"uncategorized_text": text}, "submit": True})
    assert (ended.status, [each.amount for each in ended.balance_transactions]) == (status, moved)
    assert kinds(client)[-len(told) :] == [f"charge.dispute.{kind}" for kind in told]


def test_who_gives_in_has_lost(client: stripe.StripeClient) -> None:
    paid(client, "pm_card_createDispute")
    [dispute] = client.v1.disputes.list().data
    assert client.v1.disputes.close(dispute.id).status == "lost"
    with pytest.raises(stripe.InvalidRequestError, match="already closed"):
        client.v1.disputes.close(dispute.id)


def test_what_was_charged_back_is_not_refunded_as_well(client: stripe.StripeClient) -> None:
    intent = paid(client, "pm_card_createDispute")
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.refunds.create({"payment_intent": intent.id})
    assert refused.value.code == "charge_disputed"
    asked_about = paid(client, "pm_card_createDisputeInquiry")
    assert client.v1.refunds.create({"payment_intent": asked_about.id}).status == "succeeded"


def test_a_rule_wants_a_payment_to_be_looked_at(client: stripe.StripeClient) -> None:
    intent = paid(client, "pm_card_riskLevelElevated")
    assert (intent.status, kinds(client)[-1]) == ("succeeded", "review.opened")
    [review] = client.v1.reviews.list().data
    assert (review.open, review.reason, review.payment_intent) == (True, "rule", intent.id)
    assert client.v1.payment_intents.retrieve(intent.id).review == review.id
    assert client.v1.reviews.approve(review.id).reason == "approved"
    assert (client.v1.reviews.list().data, kinds(client)[-1]) == ([], "review.closed")


def test_a_refund_that_comes_back_is_the_store_s_again(client: stripe.StripeClient, sandbox: Sandbox) -> None:
    intent = paid(client)
    refund = client.v1.refunds.create({"payment_intent": intent.id, "amount": 2000})
    sandbox.doubt("refunds/fail", refund=refund.id)
    failed = client.v1.refunds.retrieve(refund.id)
    assert (failed.status, failed.failure_reason) == ("failed", "expired_or_canceled_card")
    assert kinds(client)[-3:] == ["refund.updated", "refund.failed", "charge.refund.updated"]
    assert sandbox.ledger(7).refunded == 0
    assert client.v1.refunds.create({"payment_intent": intent.id}).amount == 5000


def test_a_switch_opens_and_closes_what_is_in_doubt(client: stripe.StripeClient, sandbox: Sandbox) -> None:
    intent = paid(client)
    opened = sandbox.doubt("disputes/open", payment_intent=intent.id, reason="duplicate")["dispute"]
    assert client.v1.disputes.retrieve(str(opened)).reason == "duplicate"
    assert sandbox.doubt("disputes/close", dispute=str(opened), result="won") == {"status": "won"}
    review = sandbox.doubt("reviews/open", payment_intent=intent.id)["review"]
    assert sandbox.doubt("reviews/close", review=str(review), reason="refunded_as_fraud") == {
        "reason": "refunded_as_fraud"
    }
