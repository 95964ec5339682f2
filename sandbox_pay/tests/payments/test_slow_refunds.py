"""Refunds whose bank takes its time: pending ones that arrive, and done ones that come back."""

import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.payments.card_payments import pay_by_card
from sandbox_pay.tests.sent_events import list_event_types


def test_a_refund_may_be_pending_at_first(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client, "pm_card_pendingRefund")
    refund = client.v1.refunds.create({"payment_intent": intent.id, "amount": 1500})
    assert refund.status == "pending"
    sandbox.advance(180)
    assert client.v1.refunds.retrieve(refund.id).status == "succeeded"
    assert list_event_types(client)[-2:] == ["refund.updated", "charge.refund.updated"]
    told = client.v1.events.list({"type": "refund.updated"}).data[0].data
    assert told.to_dict()["previous_attributes"] == {"status": "pending"}
    sandbox.advance(180)
    assert client.v1.refunds.retrieve(refund.id).status == "succeeded"


def test_a_refund_may_come_back_after_it_succeeded(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client, "pm_card_refundFail")
    refund = client.v1.refunds.create({"payment_intent": intent.id})
    assert refund.status == "succeeded"
    sandbox.advance(180)
    failed = client.v1.refunds.retrieve(refund.id)
    assert (failed.status, failed.failure_reason) == ("failed", "expired_or_canceled_card")
    back = client.v1.balance_transactions.retrieve(str(failed.failure_balance_transaction))
    assert (back.amount, back.type, back.source) == (5000, "refund_failure", refund.id)
    charge = client.v1.charges.retrieve(str(refund.charge))
    assert (charge.amount_refunded, charge.refunded) == (0, False)
    assert list_event_types(client)[-3:] == ["refund.updated", "refund.failed", "charge.refund.updated"]
    for kind in ("refund.updated", "charge.refund.updated"):
        told = client.v1.events.list({"type": kind}).data[0].data
        assert told.to_dict()["previous_attributes"]["status"] == "succeeded"


def test_a_switch_says_when_a_pending_refund_fails(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = pay_by_card(client, "pm_card_pendingRefund")
    refund = client.v1.refunds.create({"payment_intent": intent.id})
    sandbox.doubt("refunds/fail", refund=refund.id, reason="declined")
    sandbox.advance(180)
    assert client.v1.refunds.retrieve(refund.id).status == "failed"
