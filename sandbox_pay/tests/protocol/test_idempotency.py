"""Idempotency keys: one execution, one answer."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.checked_client import CheckedTransport, client_of
from sandbox_pay.tests.protocol.keyed_payments import pay


def test_the_same_key_gives_the_same_answer_and_charges_once(
    sandbox: SandboxProcess, client: stripe.StripeClient
) -> None:
    first, again = pay(client, "order:70:1"), pay(client, "order:70:1")
    assert first.to_dict() == again.to_dict()
    transport = client._requestor._client
    assert isinstance(transport, CheckedTransport)
    assert transport.headers["Idempotent-Replayed"] == "true"
    assert sandbox.ledger(70).captured_count == 1


def test_another_key_charges_again_and_the_ledger_shows_it(
    sandbox: SandboxProcess, client: stripe.StripeClient
) -> None:
    pay(client, "one")
    pay(client, "two")
    assert (sandbox.ledger(70).captured_count, sandbox.ledger(70).captured) == (2, 1400)


def test_a_decline_is_kept_as_well(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    bodies = []
    for _ in range(2):
        with pytest.raises(stripe.CardError) as declined:
            pay(client, "declined", "pm_card_chargeDeclined")
        bodies.append(declined.value.http_body)
    assert bodies[0] == bodies[1]
    assert sandbox.ledger(70).failed_count == 1


def test_other_parameters_under_the_same_key_are_refused(client: stripe.StripeClient) -> None:
    pay(client, "mixed")
    with pytest.raises(stripe.IdempotencyError) as refused:
        pay(client, "mixed", amount=800)
    assert refused.value.http_status == 400
    assert "Keys for idempotent requests can only be used with the same parameters" in str(refused.value)


def test_a_refusal_of_the_parameters_is_not_kept(client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.InvalidRequestError):
        client.raw_request("post", "/v1/customers", nonsense="1", idempotency_key="again")
    assert client.v1.customers.create({"name": "Ada"}, {"idempotency_key": "again"}).name == "Ada"


def test_fifty_at_once_make_one_charge(sandbox: SandboxProcess) -> None:
    start = threading.Barrier(50)

    def one() -> str:
        client = client_of(sandbox)
        start.wait()
        try:
            return pay(client, "race").id
        except stripe.StripeError as refused:
            return str(refused.http_status)

    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(lambda _: one(), range(50)))
    assert len(set(answers) - {"409"}) == 1
    assert sandbox.ledger(70).captured_count == 1


def test_keys_are_kept_over_a_power_cut(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    first = pay(client, "kept")
    sandbox.kill()
    sandbox.start()
    assert pay(client, "kept").id == first.id
    assert sandbox.ledger(70).captured_count == 1
