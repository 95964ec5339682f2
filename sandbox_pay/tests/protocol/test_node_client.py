"""A shop's life by Stripe's SDK for JavaScript: what the sandbox answers is no private matter with the Python one."""

import json
from collections.abc import Iterator

import pytest
import stripe

from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.node_client import NodeClient, Refusal, Refused, node_client
from sandbox_pay.tests.receiver import receiving

PAY: Json = {
    "amount": 1999,
    "currency": "usd",
    "confirm": True,
    "payment_method": "pm_card_visa",
    "allowed_payment_method_types": ["card"],
    "metadata": {"order_id": "70"},
}


@pytest.fixture(scope="module")
def running_node(running_sandbox: SandboxProcess) -> Iterator[NodeClient]:
    with node_client(running_sandbox) as client:
        yield client


@pytest.fixture
def node(running_node: NodeClient, sandbox: SandboxProcess) -> NodeClient:
    """Return the client, its provider emptied."""
    return running_node


def create(node: NodeClient, *options: Json, **other: str | int | bool) -> Json:
    return node.call("paymentIntents.create", {**PAY, **other}, *options)


def refusal(node: NodeClient, name: str, *given: str | Json) -> Refusal:
    with pytest.raises(Refused) as refused:
        node.call(name, *given)
    return refused.value.refusal


def test_both_clients_speak_the_same_version(node: NodeClient) -> None:
    assert node.call("accounts.retrieveCurrent")["object"] == "account"
    assert node.tries[0]["stripe-version"] == stripe.api_version


def test_a_payment_in_one_call_and_in_two(sandbox: SandboxProcess, node: NodeClient) -> None:
    at_once = create(node)
    assert (at_once["status"], at_once["amount_received"]) == ("succeeded", 1999)
    begun = create(node, confirm=False)
    assert begun["status"] == "requires_confirmation"
    paid = node.call("paymentIntents.confirm", str(begun["id"]), {"expand": ["latest_charge"]})
    assert (paid["status"], as_json(paid["latest_charge"])["paid"]) == ("succeeded", True)
    assert sandbox.ledger(70).captured_count == 2


@pytest.mark.parametrize(
    ("card", "code", "decline_code"),
    [
        ("pm_card_visa_chargeDeclined", "card_declined", "generic_decline"),
        ("pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
        ("pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"),
    ],
)
def test_a_decline_is_a_card_error(node: NodeClient, card: str, code: str, decline_code: str) -> None:
    declined = refusal(node, "paymentIntents.create", {**PAY, "payment_method": card})
    assert (declined.type, declined.status) == ("StripeCardError", 402)
    assert (declined.code, declined.decline_code) == (code, decline_code)
    intent = node.call("paymentIntents.retrieve", str(declined.payment_intent))
    assert intent["status"] == "requires_payment_method"
    assert as_json(intent["last_payment_error"])["decline_code"] == decline_code


@pytest.mark.parametrize(("complete", "status"), [(True, "succeeded"), (False, "requires_payment_method")])
def test_the_bank_asks_first(sandbox: SandboxProcess, node: NodeClient, complete: bool, status: str) -> None:
    asked = create(node, payment_method="pm_card_threeDSecure2Required", use_stripe_sdk=True)
    assert (asked["status"], as_json(asked["next_action"])["type"]) == ("requires_action", "use_stripe_sdk")
    sandbox.answer_challenge(str(asked["id"]), complete=complete)
    assert node.call("paymentIntents.retrieve", str(asked["id"]))["status"] == status


def test_what_was_set_aside_is_taken_or_let_go(node: NodeClient) -> None:
    taken, let_go = (str(create(node, capture_method="manual")["id"]) for _ in range(2))
    part = node.call("paymentIntents.capture", taken, {"amount_to_capture": 1500})
    assert (part["status"], part["amount_received"], part["amount_capturable"]) == ("succeeded", 1500, 0)
    ended = node.call("paymentIntents.cancel", let_go, {"cancellation_reason": "abandoned"})
    assert (ended["status"], ended["cancellation_reason"]) == ("canceled", "abandoned")
    late = refusal(node, "paymentIntents.capture", let_go)
    assert (late.type, late.code) == ("StripeInvalidRequestError", "payment_intent_unexpected_state")


def test_money_goes_back_once(node: NodeClient) -> None:
    intent = str(create(node)["id"])
    assert node.call("refunds.create", {"payment_intent": intent, "amount": 500})["status"] == "succeeded"
    over = refusal(node, "refunds.create", {"payment_intent": intent, "amount": 1500})
    assert (over.type, over.param) == ("StripeInvalidRequestError", "amount")
    assert node.call("refunds.create", {"payment_intent": intent})["amount"] == 1499
    again = refusal(node, "refunds.create", {"payment_intent": intent})
    assert again.code == "charge_already_refunded"
    assert [each["amount"] for each in node.all_of("refunds.list", {"payment_intent": intent}, up_to=9)] == [1499, 500]


def test_a_card_is_kept_pays_later_and_is_let_go(node: NodeClient) -> None:
    customer = str(node.call("customers.create", {"email": "ada@example.com"})["id"])
    kept = node.call(
        "setupIntents.create",
        {"customer": customer, "payment_method": "pm_card_visa", "confirm": True,
         "allowed_payment_method_types": ["card"]},
    )  # fmt: skip
    assert kept["status"] == "succeeded"
    method = str(kept["payment_method"])
    second = str(node.call("paymentMethods.attach", "pm_card_mastercard", {"customer": customer})["id"])
    listed = node.all_of("customers.listPaymentMethods", customer, {"type": "card"}, up_to=9)
    assert [each["id"] for each in listed] == [second, method]
    assert create(node, customer=customer, payment_method=method, off_session=True)["status"] == "succeeded"
    assert node.call("paymentMethods.detach", method)["customer"] is None
    gone = refusal(node, "paymentIntents.create", {**PAY, "customer": customer, "payment_method": method})
    assert (gone.type, gone.status) == ("StripeInvalidRequestError", 400)


def test_the_pages_of_lists_and_of_searches_are_turned(node: NodeClient) -> None:
    made = [str(node.call("customers.create", {"metadata": {"vip": "1"}})["id"]) for _ in range(7)]
    listed = node.all_of("customers.list", {"limit": 3}, up_to=100)
    assert ([each["id"] for each in listed], len(node.tries)) == (made[::-1], 3)
    found = node.all_of("customers.search", {"query": "metadata['vip']:'1'", "limit": 2}, up_to=100)
    assert ([each["id"] for each in found], len(node.tries)) == (made[::-1], 4)


def test_a_key_stands_for_one_payment(sandbox: SandboxProcess, node: NodeClient) -> None:
    key: Json = {"idempotencyKey": "order:70:1"}
    assert create(node, key) == create(node, key)
    assert sandbox.ledger(70).captured_count == 1
    other = refusal(node, "paymentIntents.create", {**PAY, "amount": 5}, key)
    assert (other.type, other.status) == ("StripeIdempotencyError", 400)


def test_what_is_not_known_is_refused_by_name(node: NodeClient) -> None:
    unknown = refusal(node, "paymentIntents.create", {**PAY, "payment_method_types": ["card"]})
    assert (unknown.type, unknown.code) == ("StripeInvalidRequestError", "parameter_unknown")
    assert unknown.param == "payment_method_types"
    missing = refusal(node, "customers.retrieve", "cus_nobody")
    assert (missing.type, missing.code, missing.status) == ("StripeInvalidRequestError", "resource_missing", 404)


def test_a_wrong_key_opens_nothing(node: NodeClient) -> None:
    stranger = refusal(node, "customers.list", {}, {"apiKey": "sk_test_of_somebody_else"})
    assert (stranger.type, stranger.status) == ("StripeAuthenticationError", 401)


def test_a_delivery_has_a_signature_that_the_sdk_believes(node: NodeClient) -> None:
    with receiving() as receiver:
        endpoint = node.call("webhookEndpoints.create", {"url": receiver.url, "enabled_events": ["customer.created"]})
        try:
            customer = node.call("customers.create", {"name": "Ada"})
            sent = receiver.next()
        finally:
            node.call("webhookEndpoints.del", str(endpoint["id"]))
    body, secret = sent.body.decode(), str(endpoint["secret"])
    event = node.call("webhooks.constructEvent", body, sent.signature, secret)
    assert (event["type"], as_json(as_json(event["data"])["object"])["id"]) == ("customer.created", customer["id"])
    for other_body, other_secret in ((body.replace("Ada", "Eve"), secret), (body, "whsec_other")):
        forged = refusal(node, "webhooks.constructEvent", other_body, sent.signature, other_secret)
        assert forged.type == "StripeSignatureVerificationError"


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("500_before", "StripeAPIError"),
        ("timeout_before", "StripeConnectionError"),
        ("timeout_after_charge", "StripeConnectionError"),
    ],
)
def test_the_sdks_own_retry_pays_once(sandbox: SandboxProcess, node: NodeClient, fault: str, error: str) -> None:
    sandbox.plan_fault("payment_intents.create", fault, times=2)
    key: Json = {"idempotencyKey": "order:70:1"}
    assert refusal(node, "paymentIntents.create", PAY, {**key, "timeout": 300}).type == error
    # The second try has to be answered in time, on a busy machine too.
    assert create(node, {**key, "timeout": 2000, "maxNetworkRetries": 1})["status"] == "succeeded"
    assert len({sent["idempotency-key"] for sent in node.tries}) == 1
    assert len(node.tries) == 2
    assert sandbox.ledger(70).captured_count == 1


def test_too_many_requests(sandbox: SandboxProcess, node: NodeClient) -> None:
    sandbox.plan_fault("customers.list", "429")
    assert refusal(node, "customers.list").type == "StripeRateLimitError"


def test_what_the_sdk_tells_of_itself_is_taken(sandbox: SandboxProcess) -> None:
    with node_client(sandbox) as fresh:
        fresh.call("customers.create")
        assert "x-stripe-client-telemetry" not in fresh.tries[0]
        fresh.call("customers.create")
        told = json.loads(fresh.tries[0]["x-stripe-client-telemetry"])
    assert told["last_request_metrics"]["request_id"].startswith("req_")
