"""Faults on demand, as a store meets them through the SDK."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.checked_client import client_of
from sandbox_pay.tests.protocol.keyed_payments import pay

CREATE = "payment_intents.create"


def test_each_call_takes_its_time(tmp_path: Path) -> None:
    with SandboxProcess(tmp_path, answer_ms="300-400") as slow:
        begun = time.monotonic()
        assert pay(client_of(slow), "slow").status == "succeeded"
        assert time.monotonic() - begun >= 0.3


def test_a_lost_answer_is_found_again_under_its_key(sandbox: SandboxProcess) -> None:
    sandbox.plan_fault(CREATE, "timeout_after_charge")
    with pytest.raises(stripe.APIConnectionError):
        pay(client_of(sandbox, timeout=0.5), "lost")
    assert sandbox.ledger(70).captured_count == 1
    assert pay(client_of(sandbox), "lost").status == "succeeded"
    assert sandbox.ledger(70).captured_count == 1


def test_the_sdks_own_retry_survives_a_lost_answer(sandbox: SandboxProcess) -> None:
    sandbox.plan_fault(CREATE, "timeout_after_charge")
    assert pay(client_of(sandbox, retries=2, timeout=0.5), "retried").status == "succeeded"
    assert sandbox.ledger(70).captured_count == 1


def test_a_lost_request_did_nothing(sandbox: SandboxProcess) -> None:
    sandbox.plan_fault(CREATE, "timeout_before")
    with pytest.raises(stripe.APIConnectionError):
        pay(client_of(sandbox, timeout=0.5), "unheard")
    assert sandbox.ledger(70).charges == []
    assert pay(client_of(sandbox), "unheard").status == "succeeded"


def test_a_failure_before_the_work_may_be_tried_again(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    sandbox.plan_fault(CREATE, "500_before")
    with pytest.raises(stripe.APIError):
        pay(client, "early")
    assert pay(client, "early").status == "succeeded"
    assert sandbox.ledger(70).captured_count == 1


def test_a_failure_after_the_work_is_kept_while_the_money_is_taken(
    sandbox: SandboxProcess, client: stripe.StripeClient
) -> None:
    sandbox.plan_fault(CREATE, "500_after")
    for _ in range(2):
        with pytest.raises(stripe.APIError) as failed:
            pay(client, "late")
        assert failed.value.http_status == 500
    assert sandbox.ledger(70).captured_count == 1
    assert client.v1.payment_intents.list().data[0].status == "succeeded"


def test_too_many_requests_and_the_count_of_a_plan(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    sandbox.plan_fault("*", "429", times=2)
    for _ in range(2):
        with pytest.raises(stripe.RateLimitError):
            client.v1.customers.list()
    assert client.v1.customers.list().data == []


def test_a_refusal_with_any_code_comes_once_and_leaves_nothing(
    sandbox: SandboxProcess, client: stripe.StripeClient
) -> None:
    sandbox.plan_refusal(CREATE, code="incorrect_zip", decline_code="incorrect_zip", param="address_zip")
    with pytest.raises(stripe.CardError) as refused:
        pay(client, "refused")
    error = refused.value
    assert (error.code, error.param, error.http_status) == ("incorrect_zip", "address_zip", 402)
    assert (sandbox.ledger(70).charges, sandbox.faults_left()) == ([], 0)
    assert pay(client, "refused").status == "succeeded"


@pytest.mark.parametrize(
    ("status", "kind", "raised"),
    [
        (400, "invalid_request_error", stripe.InvalidRequestError),
        (401, "invalid_request_error", stripe.AuthenticationError),
        (429, "invalid_request_error", stripe.RateLimitError),
        (500, "api_error", stripe.APIError),
    ],
)
def test_a_refusal_is_what_the_sdk_makes_of_its_status(
    sandbox: SandboxProcess, client: stripe.StripeClient, status: int, kind: str, raised: type[stripe.StripeError]
) -> None:
    sandbox.plan_refusal("customers.list", status=status, type=kind)
    with pytest.raises(raised):
        client.v1.customers.list()
    assert client.v1.customers.list().data == []


@pytest.mark.parametrize(
    ("number", "raised"), [("4000990090000500", stripe.APIError), ("4000990080000429", stripe.RateLimitError)]
)
def test_some_cards_fail_once_and_leave_nothing(
    sandbox: SandboxProcess, client: stripe.StripeClient, number: str, raised: type[stripe.StripeError]
) -> None:
    card = sandbox.new_card(number)
    with pytest.raises(raised):
        pay(client, "once", card)
    assert sandbox.ledger(70).charges == []
    assert pay(client, "once", card).status == "succeeded"


def test_a_card_within_a_token_fails_once_too(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create(
        {"amount": 700, "currency": "usd", "allowed_payment_method_types": ["card"]}
    )
    token = sandbox.new_token("4000990090000500")
    with pytest.raises(stripe.APIError):
        client.v1.payment_intents.confirm(intent.id, {"confirmation_token": token})
    assert client.v1.payment_intents.confirm(intent.id, {"confirmation_token": token}).status == "succeeded"


def test_a_card_whose_first_answer_is_lost_is_charged_once(sandbox: SandboxProcess) -> None:
    card = sandbox.new_card("4000990070000504")
    with pytest.raises(stripe.APIConnectionError):
        pay(client_of(sandbox, timeout=0.5), "lost", card)
    assert pay(client_of(sandbox), "lost", card).status == "succeeded"
    assert sandbox.ledger(70).captured_count == 1


def test_a_header_asks_for_a_fault_too(sandbox: SandboxProcess) -> None:
    headers = {"Authorization": f"Bearer {sandbox.secret_key}", "Sandbox-Fault": "500_before"}
    assert httpx.get(f"{sandbox.base_url}/v1/account", headers=headers, trust_env=False).status_code == 500
    headers["Sandbox-Fault"] = "earthquake"
    assert httpx.get(f"{sandbox.base_url}/v1/account", headers=headers, trust_env=False).status_code == 400


def test_a_held_request_does_not_hold_up_the_end(tmp_path: Path) -> None:
    own = SandboxProcess(tmp_path, hang_seconds=600).start()
    own.plan_fault("*", "timeout_before")
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(pay, client_of(own), "held")
        while own.faults_left():
            assert not held.done()
        assert own.stop() == 0
        with pytest.raises(stripe.StripeError):
            held.result()
    own.close()
