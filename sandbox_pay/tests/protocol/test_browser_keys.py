"""What a publishable key may do: little, and only with the intent's secret."""

import base64

import httpx
import pytest
import stripe

from sandbox_pay.protocol.json import Json
from sandbox_pay.testing import SandboxProcess


def ask(sandbox: SandboxProcess, method: str, path: str, key: str | None = None, **params: str) -> httpx.Response:
    bearer = sandbox.publishable_key if key is None else key
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    sent = {"params": params} if method == "GET" else {"data": params}
    return httpx.request(method, f"{sandbox.base_url}{path}", headers=headers, trust_env=False, **sent)  # type: ignore[arg-type]


def error(answer: httpx.Response) -> Json:
    body: Json = answer.json()["error"]
    return body


def test_an_intent_is_read_with_its_secret_and_without_its_private_parts(
    sandbox: SandboxProcess, client: stripe.StripeClient
) -> None:
    customer = client.v1.customers.create()
    intent = client.v1.payment_intents.create(
        {"amount": 100, "currency": "usd", "customer": customer.id, "metadata": {"order_id": "1"}}
    )
    path = f"/v1/payment_intents/{intent.id}"
    seen = ask(sandbox, "GET", path, client_secret=intent.client_secret or "").json()
    assert (seen["id"], seen["amount"], seen["status"]) == (intent.id, 100, "requires_payment_method")
    assert not {"customer", "metadata", "latest_charge", "amount_received"} & set(seen)
    assert error(ask(sandbox, "GET", path))["code"] == "parameter_missing"
    for secret in ("pi_x_secret_y", f"{intent.id}_secret_", "é"):
        assert ask(sandbox, "GET", path, client_secret=secret).status_code == 404
    assert error(ask(sandbox, "GET", path, client_secret=str(intent.client_secret), **{"expand[]": "customer"}))


def test_a_browser_looks_at_the_method_and_no_further(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    customer = client.v1.customers.create({"email": "ada@example.com"})
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": customer.id})
    intent = client.v1.payment_intents.create(
        {"amount": 100, "currency": "usd", "customer": customer.id, "payment_method": method.id}
    )
    path, secret = f"/v1/payment_intents/{intent.id}", str(intent.client_secret)
    seen = ask(sandbox, "GET", path, client_secret=secret, **{"expand[]": "payment_method"}).json()
    assert seen["payment_method"]["id"] == method.id
    refused = ask(sandbox, "GET", path, client_secret=secret, **{"expand[]": "payment_method.customer"})
    assert refused.status_code == 400
    assert "ada@example.com" not in refused.text


def test_a_browser_confirms_with_a_card_of_the_frame(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create({"amount": 100, "currency": "usd"})
    path = f"/v1/payment_intents/{intent.id}/confirm"
    secret = intent.client_secret or ""
    alias = ask(sandbox, "POST", path, client_secret=secret, payment_method="pm_card_visa")
    assert alias.status_code == 404
    confirmed = ask(
        sandbox, "POST", path, client_secret=secret, payment_method=sandbox.new_card("4242424242424242")
    ).json()
    assert confirmed["status"] == "succeeded"
    assert "metadata" not in confirmed


def test_a_declined_browser_sees_the_reduced_intent(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create({"amount": 100, "currency": "usd", "metadata": {"order_id": "1"}})
    declined = ask(
        sandbox,
        "POST",
        f"/v1/payment_intents/{intent.id}/confirm",
        client_secret=intent.client_secret or "",
        payment_method=sandbox.new_card("4000000000000002"),
    )
    assert declined.status_code == 402
    shown = error(declined)["payment_intent"]
    assert isinstance(shown, dict)
    assert "metadata" not in shown


@pytest.mark.parametrize("status", ["requires_payment_method", "succeeded"])
def test_a_refused_browser_sees_the_reduced_intent(
    sandbox: SandboxProcess, client: stripe.StripeClient, status: str
) -> None:
    intent = client.v1.payment_intents.create(
        {"amount": 100, "currency": "usd", "metadata": {"order_id": "1"}, "allowed_payment_method_types": ["card"]}
    )
    if status == "succeeded":
        client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    path = f"/v1/payment_intents/{intent.id}/confirm"
    shown = error(ask(sandbox, "POST", path, client_secret=str(intent.client_secret)))["payment_intent"]
    assert isinstance(shown, dict)
    assert shown["status"] == status
    assert "metadata" not in shown


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/payment_intents"),
        ("POST", "/v1/payment_intents"),
        ("GET", "/v1/customers"),
        ("POST", "/v1/refunds"),
        ("GET", "/v1/events"),
        ("GET", "/v1/payment_methods/pm_x"),
        ("GET", "/v1/charges"),
    ],
)
def test_the_rest_needs_the_secret_key(sandbox: SandboxProcess, method: str, path: str) -> None:
    assert ask(sandbox, method, path).status_code == 403


@pytest.mark.parametrize("key", ["", "sk_test_other_0123456789", "sk_live_x", "pk_live_x", "rk_live_x"])
def test_other_keys_are_refused_and_not_repeated(sandbox: SandboxProcess, key: str) -> None:
    answer = ask(sandbox, "GET", "/v1/account", key=key)
    assert answer.status_code == 401
    assert not key or key not in answer.text
    assert ("no live keys" in answer.text) is ("_live_" in key)


def test_basic_authorization_works_as_with_curl(sandbox: SandboxProcess) -> None:
    user = base64.b64encode(f"{sandbox.secret_key}:".encode()).decode()
    url = f"{sandbox.base_url}/v1/account"
    assert httpx.get(url, headers={"Authorization": f"Basic {user}"}, trust_env=False).status_code == 200
    assert httpx.get(url, headers={"Authorization": "Basic !"}, trust_env=False).status_code == 401


def test_only_the_pinned_version_is_spoken(sandbox: SandboxProcess) -> None:
    headers = {"Authorization": f"Bearer {sandbox.secret_key}", "Stripe-Version": "2020-08-27"}
    answer = httpx.get(f"{sandbox.base_url}/v1/account", headers=headers, trust_env=False)
    assert answer.status_code == 400


def test_unknown_addresses_and_huge_bodies_are_refused_in_shape(sandbox: SandboxProcess) -> None:
    assert "Unrecognized request URL (GET: /v1/nothing)" in str(error(ask(sandbox, "GET", "/v1/nothing"))["message"])
    huge = ask(sandbox, "POST", "/v1/payment_methods", type="c" * 300_000)
    assert huge.status_code == 413
