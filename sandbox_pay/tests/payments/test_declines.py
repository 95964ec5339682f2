"""Every card of the table does what it says, charged by the real SDK."""

import httpx
import pytest
import stripe

from sandbox_pay.payments.behaviours import TABLE, Authentication, Behaviour
from sandbox_pay.testing import SandboxProcess

ASKED_OF_A_SHOPPER = {Authentication.ALWAYS, Authentication.UNTIL_SET_UP, Authentication.WITH_THE_SHOPPER}


def pay(client: stripe.StripeClient, method: str) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": 1999,
            "currency": "usd",
            "confirm": True,
            "payment_method": method,
            "allowed_payment_method_types": ["card"],
            "use_stripe_sdk": True,
            "metadata": {"order_id": "31"},
            "expand": ["latest_charge"],
        }
    )


@pytest.mark.parametrize("card", [card for card in TABLE if not card.fault], ids=lambda card: card.alias)
def test_each_card_keeps_its_word(sandbox: SandboxProcess, client: stripe.StripeClient, card: Behaviour) -> None:
    method = sandbox.new_card(card.number)
    if card.authentication in ASKED_OF_A_SHOPPER:
        assert pay(client, method).status == "requires_action"
    elif card.decline or card.authentication is Authentication.LOOKUP_FAILS:
        with pytest.raises(stripe.CardError) as declined:
            pay(client, method)
        assert declined.value.http_status == 402
    else:
        paid = pay(client, method)
        assert paid.status == "succeeded"
        assert isinstance(paid.latest_charge, stripe.Charge)
        details = paid.latest_charge.payment_method_details
        assert details is not None
        assert details.card is not None
        assert (details.card.brand, details.card.last4) == (card.brand, card.number[-4:])


@pytest.mark.parametrize(
    ("number", "code", "decline_code"),
    [
        ("4000000000000002", "card_declined", "generic_decline"),
        ("4000000000009995", "card_declined", "insufficient_funds"),
        ("4000000000009987", "card_declined", "lost_card"),
        ("4000000000009979", "card_declined", "stolen_card"),
        ("4000000000000069", "expired_card", "expired_card"),
        ("4000000000000127", "incorrect_cvc", "incorrect_cvc"),
        ("4000000000000119", "processing_error", "processing_error"),
        ("4000000000006975", "card_declined", "card_velocity_exceeded"),
        ("4100000000000019", "card_declined", "fraudulent"),
    ],
)
def test_a_decline_carries_intent_and_charge_and_both_survive(
    sandbox: SandboxProcess, client: stripe.StripeClient, number: str, code: str, decline_code: str
) -> None:
    with pytest.raises(stripe.CardError) as declined:
        pay(client, sandbox.new_card(number))
    error = declined.value.error
    assert error is not None
    assert error.payment_intent is not None
    assert (declined.value.code, error.decline_code) == (code, decline_code)
    intent = client.v1.payment_intents.retrieve(error.payment_intent.id)
    assert (intent.status, intent.payment_method, intent.latest_charge) == (
        "requires_payment_method",
        None,
        error.charge,
    )
    assert intent.last_payment_error is not None
    assert intent.last_payment_error.decline_code == decline_code
    charge = client.v1.charges.retrieve(error.charge or "")
    assert (charge.status, charge.paid, charge.failure_code) == ("failed", False, code)
    kinds = [event.type for event in reversed(client.v1.events.list().data)]
    assert kinds == ["payment_intent.created", "charge.failed", "payment_intent.payment_failed"]
    assert (sandbox.ledger(31).captured, sandbox.ledger(31).failed_count) == (0, 1)


@pytest.mark.parametrize(
    ("name", "decline_code"),
    [
        ("pm_card_visa_chargeDeclined", "generic_decline"),
        ("pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds"),
        ("pm_card_visa_chargeDeclinedLostCard", "lost_card"),
        ("pm_card_visa_chargeDeclinedStolenCard", "stolen_card"),
        ("pm_card_visa_chargeDeclinedVelocityLimitExceeded", "card_velocity_exceeded"),
    ],
)
def test_declines_have_a_name_with_the_brand_too(client: stripe.StripeClient, name: str, decline_code: str) -> None:
    with pytest.raises(stripe.CardError) as declined:
        pay(client, name)
    assert declined.value.error is not None
    assert declined.value.error.decline_code == decline_code


def test_another_card_pays_the_declined_intent(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.CardError) as declined:
        pay(client, "pm_card_chargeDeclined")
    assert declined.value.error is not None
    assert declined.value.error.payment_intent is not None
    again = client.v1.payment_intents.confirm(
        declined.value.error.payment_intent.id, {"payment_method": "pm_card_visa"}
    )
    assert (again.status, again.last_payment_error) == ("succeeded", None)
    assert (sandbox.ledger(31).captured_count, sandbox.ledger(31).captured) == (1, 1999)


def send_card(
    sandbox: SandboxProcess, card: dict[str, str] | None = None, headers: dict[str, str] | None = None
) -> httpx.Response:
    fields = {"number": "4242424242424242", "exp_month": "12", "exp_year": "2040", "cvc": "123"} | (card or {})
    return httpx.post(
        f"{sandbox.base_url}/v1/payment_methods",
        data={"type": "card"} | {f"card[{name}]": value for name, value in fields.items()},
        headers={"Authorization": f"Bearer {sandbox.publishable_key}"} | (headers or {}),
        trust_env=False,
    )


@pytest.mark.parametrize(
    ("card", "code", "param"),
    [
        ({"number": "4242424242424241"}, "incorrect_number", "number"),
        ({"number": "42"}, "invalid_number", "number"),
        ({"exp_month": "13"}, "invalid_expiry_month", "exp_month"),
        ({"exp_year": "95"}, "invalid_expiry_year", "exp_year"),
        ({"exp_year": "2020"}, "invalid_expiry_year", "exp_year"),
        ({"cvc": "99"}, "invalid_cvc", "cvc"),
        ({"number": "378282246310005", "cvc": "12345"}, "invalid_cvc", "cvc"),
        ({"number": "4111111111111111"}, "card_declined", "number"),
    ],
    ids=["check digit", "too short", "month 13", "year 95", "past", "short code", "long code", "no test card"],
)
def test_cards_that_can_not_be_are_refused(
    sandbox: SandboxProcess, card: dict[str, str], code: str, param: str
) -> None:
    answer = send_card(sandbox, card)
    error = answer.json()["error"]
    assert (answer.status_code, error["type"], error["code"], error["param"]) == (402, "card_error", code, param)


def test_numbers_come_from_the_providers_own_frame_only(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    assert send_card(sandbox, headers={"Origin": "http://127.0.0.1:8000"}).status_code == 402
    assert send_card(sandbox, headers={"Origin": sandbox.base_url}).status_code == 200
    with pytest.raises(stripe.CardError, match="unsafe"):
        client.v1.payment_methods.create(
            {"type": "card", "card": {"number": "4242424242424242", "exp_month": 1, "exp_year": 2040, "cvc": "123"}}
        )


def test_no_number_is_written_to_the_providers_disk(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    pay(client, sandbox.new_card("5555555555554444"))
    written = b"".join(path.read_bytes() for path in sandbox.folder.iterdir())
    assert b"pm_card_mastercard" in written
    assert b"5555555555554444" not in written
