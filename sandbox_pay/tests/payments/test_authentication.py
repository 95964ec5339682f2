"""3-D Secure: the question, its answers, and who sees what."""

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess

RETURN_URL = "http://127.0.0.1:8000/checkout/order-received/9/?key=abc"


def ask(
    client: stripe.StripeClient, method: str = "pm_card_threeDSecure2Required", **more: object
) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": 1999,
            "currency": "usd",
            "confirm": True,
            "payment_method": method,
            "allowed_payment_method_types": ["card"],
            "metadata": {"order_id": "9"},
            **(more or {"use_stripe_sdk": True}),  # type: ignore[typeddict-item]
        }
    )


def test_with_the_sdk_the_question_opens_over_the_page(client: stripe.StripeClient) -> None:
    action = ask(client).next_action
    assert action is not None
    assert action.type == "use_stripe_sdk"
    assert action.use_stripe_sdk is not None


def test_completing_pays(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    asked = ask(client)
    assert sandbox.ledger(9).charges == []
    assert sandbox.answer_challenge(asked.id) == "succeeded"
    paid = client.v1.payment_intents.retrieve(asked.id, {"expand": ["latest_charge"]})
    assert isinstance(paid.latest_charge, stripe.Charge)
    details = paid.latest_charge.payment_method_details
    assert details is not None
    assert details.card is not None
    assert details.card.three_d_secure is not None
    assert details.card.three_d_secure.result == "authenticated"
    kinds = [event.type for event in reversed(client.v1.events.list().data)]
    assert kinds[1:] == ["payment_intent.requires_action", "charge.succeeded", "payment_intent.succeeded"]


def test_failing_asks_for_another_method(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    asked = ask(client)
    assert sandbox.answer_challenge(asked.id, complete=False) == "requires_payment_method"
    failed = client.v1.payment_intents.retrieve(asked.id)
    assert failed.last_payment_error is not None
    assert failed.last_payment_error.code == "payment_intent_authentication_failure"
    assert (failed.payment_method, failed.latest_charge, failed.next_action) == (None, None, None)
    assert client.v1.payment_intents.confirm(asked.id, {"payment_method": "pm_card_visa"}).status == "succeeded"


def test_the_bank_may_decline_after_a_completed_question(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    asked = ask(client, "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds")
    assert sandbox.answer_challenge(asked.id) == "requires_payment_method"
    declined = client.v1.payment_intents.retrieve(asked.id)
    assert declined.last_payment_error is not None
    assert declined.last_payment_error.decline_code == "insufficient_funds"


def test_without_the_sdk_the_shopper_is_sent_to_a_page_and_back(client: stripe.StripeClient) -> None:
    asked = ask(client, return_url=RETURN_URL)
    assert asked.next_action is not None
    assert asked.next_action.redirect_to_url is not None
    url = asked.next_action.redirect_to_url.url or ""
    page = httpx.get(url, trust_env=False)
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "$19.99" in page.text
    back = httpx.post(url, data={"result": "complete"}, trust_env=False)
    assert back.status_code == 303
    place = httpx.URL(back.headers["location"])
    assert place.copy_with(query=None) == "http://127.0.0.1:8000/checkout/order-received/9/"
    assert dict(place.params) == {
        "key": "abc",
        "payment_intent": asked.id,
        "payment_intent_client_secret": asked.client_secret,
        "redirect_status": "succeeded",
    }
    assert httpx.post(url, data={"result": "fail"}, trust_env=False).status_code == 404
    assert client.v1.payment_intents.retrieve(asked.id).status == "succeeded"


def test_only_a_known_store_may_frame_the_question(client: stripe.StripeClient) -> None:
    action = ask(client).next_action
    assert action is not None
    url = str(action.use_stripe_sdk["stripe_js"])  # type: ignore[index]
    known = httpx.get(url, params={"origin": "http://127.0.0.1:8000"}, trust_env=False)
    assert "frame-ancestors http://127.0.0.1:8000" in known.headers["content-security-policy"]
    foreign = httpx.get(url, params={"origin": "https://evil.example"}, trust_env=False)
    assert "frame-ancestors 'none'" in foreign.headers["content-security-policy"]
    assert "evil.example" not in foreign.text.replace("origin=https%3A%2F%2Fevil.example", "")


def test_a_replaced_question_is_void(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    asked = ask(client)
    assert client.v1.payment_intents.confirm(asked.id, {"payment_method": "pm_card_visa"}).status == "succeeded"
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.answer_challenge(asked.id)
    assert sandbox.ledger(9).captured_count == 1


def test_without_the_shopper_a_question_is_a_decline(client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.CardError) as declined:
        ask(client, "pm_card_authenticationRequired", off_session=True)
    assert declined.value.code == "authentication_required"
    with pytest.raises(stripe.CardError) as refused:
        ask(client, error_on_requires_action=True)
    assert refused.value.code == "authentication_required"


def test_a_card_set_up_once_pays_without_the_shopper_later(
    sandbox: SandboxProcess, client: stripe.StripeClient
) -> None:
    customer = client.v1.customers.create()
    method = sandbox.new_card("4000002500003155")
    first = ask(client, method, customer=customer.id, setup_future_usage="off_session", use_stripe_sdk=True)
    assert sandbox.answer_challenge(first.id) == "succeeded"
    assert client.v1.payment_methods.retrieve(method).customer == customer.id
    assert ask(client, method, customer=customer.id, off_session=True).status == "succeeded"
