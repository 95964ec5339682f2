"""Manual capture through the real SDK: money is set aside, then taken once, whole or in part, or let go."""

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.sent_events import list_event_types


def set_aside(client: stripe.StripeClient, card: str = "pm_card_visa") -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": 5000,
            "currency": "usd",
            "confirm": True,
            "capture_method": "manual",
            "payment_method": card,
            "allowed_payment_method_types": ["card"],
            "metadata": {"order_id": "7"},
            "expand": ["latest_charge"],
        }
    )


def test_a_card_sets_money_aside_and_nothing_is_taken(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = set_aside(client)
    assert (intent.status, intent.amount_capturable, intent.amount_received) == ("requires_capture", 5000, 0)
    charge = intent.latest_charge
    assert isinstance(charge, stripe.Charge)
    assert (charge.paid, charge.captured, charge.amount_captured, charge.balance_transaction) == (True, False, 0, None)
    assert (sandbox.ledger(7).captured_count, sandbox.ledger(7).captured) == (0, 0)
    assert list_event_types(client)[-2:] == ["charge.succeeded", "payment_intent.amount_capturable_updated"]


@pytest.mark.parametrize(("asked", "taken"), [(None, 5000), (1999, 1999)], ids=["all", "a part"])
def test_it_is_taken_once(client: stripe.StripeClient, sandbox: SandboxProcess, asked: int | None, taken: int) -> None:
    intent_id = set_aside(client).id
    params: stripe.params.PaymentIntentCaptureParams = {} if asked is None else {"amount_to_capture": asked}
    intent = client.v1.payment_intents.capture(intent_id, params)
    assert (intent.status, intent.amount, intent.amount_received, intent.amount_capturable) == (
        "succeeded",
        5000,
        taken,
        0,
    )
    assert (sandbox.ledger(7).captured_count, sandbox.ledger(7).captured) == (1, taken)
    assert list_event_types(client)[-2:] == ["charge.captured", "payment_intent.succeeded"]
    with pytest.raises(stripe.InvalidRequestError) as again:
        client.v1.payment_intents.capture(intent_id)
    assert again.value.code == "payment_intent_unexpected_state"
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.refunds.create({"payment_intent": intent_id, "amount": taken + 1})
    assert client.v1.refunds.create({"payment_intent": intent_id}).amount == taken


@pytest.mark.parametrize("amount", [0, 5001])
def test_no_other_amount_is_taken(client: stripe.StripeClient, sandbox: SandboxProcess, amount: int) -> None:
    intent_id = set_aside(client).id
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.payment_intents.capture(intent_id, {"amount_to_capture": amount})
    assert sandbox.ledger(7).captured == 0


def test_letting_it_go_takes_nothing(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent_id = set_aside(client).id
    assert client.v1.payment_intents.cancel(intent_id).status == "canceled"
    assert sandbox.ledger(7).captured == 0
    assert list_event_types(client)[-2:] == ["charge.refunded", "payment_intent.canceled"]
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.refunds.create({"payment_intent": intent_id})


def test_a_payment_at_once_has_nothing_to_capture(client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create(
        {
            "amount": 100,
            "currency": "usd",
            "confirm": True,
            "payment_method": "pm_card_visa",
            "allowed_payment_method_types": ["card"],
        }
    )
    with pytest.raises(stripe.InvalidRequestError, match="requires_capture"):
        client.v1.payment_intents.capture(intent.id)


def test_money_that_nobody_takes_goes_back_after_a_week(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent_id = set_aside(client).id
    sandbox.advance(7 * 86_400 - 60)
    assert client.v1.payment_intents.retrieve(intent_id).status == "requires_capture"
    sandbox.advance(60)
    lapsed = client.v1.payment_intents.retrieve(intent_id)
    assert (lapsed.status, lapsed.cancellation_reason, lapsed.amount_capturable) == ("canceled", "automatic", 0)
    assert list_event_types(client)[-2:] == ["charge.expired", "payment_intent.canceled"]
    with pytest.raises(stripe.InvalidRequestError) as late:
        client.v1.payment_intents.capture(intent_id)
    assert late.value.code == "charge_expired_for_capture"


def test_a_switch_lets_it_lapse_now(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent_id = set_aside(client).id
    with pytest.raises(httpx.HTTPStatusError, match="400"):
        sandbox.end_payment(intent_id, "succeed")
    assert sandbox.end_payment(intent_id, "expire") == "canceled"


def test_what_was_taken_in_time_stays(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent_id = set_aside(client).id
    client.v1.payment_intents.capture(intent_id)
    sandbox.advance(7 * 86_400)
    assert client.v1.payment_intents.retrieve(intent_id).status == "succeeded"
