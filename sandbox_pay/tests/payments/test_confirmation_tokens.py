"""Confirmation tokens: collected in the browser, used once by the store's server."""

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess

Client = stripe.StripeClient
VISA = "4242424242424242"
RETURN_URL = "http://127.0.0.1:8000/checkout/order-received/5/"
SHIPPING = {
    "shipping[name]": "Ada",
    "shipping[address][line1]": "1 Rue",
    "shipping[address][country]": "FR",
}


def pay(client: Client, token: str, **more: object) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": 1200,
            "currency": "usd",
            "confirm": True,
            "confirmation_token": token,
            "allowed_payment_method_types": ["card"],
            "metadata": {"order_id": "5"},
            **more,  # type: ignore[typeddict-item]
        }
    )


def test_a_token_carries_what_the_shopper_gave(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    token = sandbox.new_token(VISA, return_url=RETURN_URL, setup_future_usage="off_session", **SHIPPING)
    seen = client.v1.confirmation_tokens.retrieve(token)
    assert seen.payment_method_preview is not None
    assert seen.payment_method_preview.card is not None
    assert (seen.payment_method_preview.type, seen.payment_method_preview.card.last4) == ("card", "4242")
    assert seen.expires_at == seen.created + 12 * 3600
    assert (seen.return_url, seen.use_stripe_sdk, seen.payment_intent) == (RETURN_URL, True, None)
    assert client.v1.payment_methods.list().data == []
    paid = pay(client, token, customer=customer)
    assert (paid.status, paid.setup_future_usage) == ("succeeded", "off_session")
    assert paid.shipping is not None
    assert paid.shipping.name == "Ada"
    assert [card.id for card in client.v1.payment_methods.list({"customer": customer}).data] == [paid.payment_method]
    used = client.v1.confirmation_tokens.retrieve(token)
    assert (used.payment_intent, used.setup_intent, used.expires_at) == (paid.id, None, None)
    assert sandbox.ledger(5).captured == 1200


def test_what_the_call_gives_goes_before_the_token(sandbox: SandboxProcess, client: Client) -> None:
    token = sandbox.new_token(VISA, setup_future_usage="off_session", **SHIPPING)
    paid = pay(
        client,
        token,
        setup_future_usage="on_session",
        shipping={"name": "Bob", "address": {"line1": "2 Rue"}},
        payment_method="pm_card_mastercard",
        expand=["payment_method"],
    )
    assert paid.shipping is not None
    assert (paid.setup_future_usage, paid.shipping.name) == ("on_session", "Bob")
    assert isinstance(paid.payment_method, stripe.PaymentMethod)
    assert paid.payment_method.card is not None
    assert paid.payment_method.card.brand == "mastercard"


def test_a_token_confirms_once(sandbox: SandboxProcess, client: Client) -> None:
    token = sandbox.new_token(VISA)
    pay(client, token)
    with pytest.raises(stripe.InvalidRequestError, match="earlier confirmation") as refused:
        pay(client, token)
    assert refused.value.param == "confirmation_token"
    assert sandbox.ledger(5).captured_count == 1


def test_a_decline_uses_the_token_up(sandbox: SandboxProcess, client: Client) -> None:
    token = sandbox.new_token("4000000000009995")
    with pytest.raises(stripe.CardError) as declined:
        pay(client, token)
    assert declined.value.error is not None
    intent = declined.value.error.payment_intent
    assert intent is not None
    with pytest.raises(stripe.InvalidRequestError, match="earlier confirmation"):
        client.v1.payment_intents.confirm(intent.id, {"confirmation_token": token})
    again = client.v1.payment_intents.confirm(intent.id, {"confirmation_token": sandbox.new_token(VISA)})
    assert again.status == "succeeded"


def test_a_refused_call_leaves_the_token_usable(sandbox: SandboxProcess, client: Client) -> None:
    token = sandbox.new_token(VISA)
    with pytest.raises(stripe.InvalidRequestError):
        pay(client, token, amount=1)
    with pytest.raises(stripe.InvalidRequestError, match="expand"):
        pay(client, token, expand=["nothing"])
    assert pay(client, token).status == "succeeded"


def test_a_token_expires_after_twelve_hours(sandbox: SandboxProcess, client: Client) -> None:
    early, late = sandbox.new_token(VISA), sandbox.new_token(VISA)
    sandbox.advance(12 * 3600 - 60)
    assert pay(client, early).status == "succeeded"
    sandbox.advance(60)
    with pytest.raises(stripe.InvalidRequestError, match="expired"):
        pay(client, late)


def test_a_token_lets_the_bank_ask_over_the_page(sandbox: SandboxProcess, client: Client) -> None:
    asked = pay(client, sandbox.new_token("4000000000003220", return_url=RETURN_URL))
    assert asked.status == "requires_action"
    assert asked.next_action is not None
    assert asked.next_action.type == "use_stripe_sdk"
    assert sandbox.answer_challenge(asked.id) == "succeeded"


def test_a_token_sets_a_card_up(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    token = sandbox.new_token("4000002500003155", return_url=RETURN_URL)
    asked = client.v1.setup_intents.create({"customer": customer, "confirm": True, "confirmation_token": token})
    assert asked.status == "requires_action"
    assert client.v1.confirmation_tokens.retrieve(token).setup_intent == asked.id
    assert sandbox.answer_challenge(asked.id) == "succeeded"
    assert len(client.v1.payment_methods.list({"customer": customer}).data) == 1
    other = client.v1.setup_intents.create({"customer": customer})
    with pytest.raises(stripe.InvalidRequestError, match="earlier confirmation"):
        client.v1.setup_intents.confirm(other.id, {"confirmation_token": token})
    kept = client.v1.setup_intents.confirm(
        other.id, {"confirmation_token": sandbox.new_token(VISA, return_url=RETURN_URL)}
    )
    assert kept.status == "succeeded"


def test_servers_have_the_test_helper(client: Client) -> None:
    made = client.v1.test_helpers.confirmation_tokens.create(
        {"payment_method": "pm_card_visa", "return_url": RETURN_URL, "setup_future_usage": "on_session"}
    )
    assert made.payment_method_preview is not None
    assert pay(client, made.id).setup_future_usage == "on_session"
    with pytest.raises(stripe.InvalidRequestError, match="payment_method_data"):
        client.v1.test_helpers.confirmation_tokens.create()


def test_a_saved_card_in_a_token_is_its_owners_only(client: Client) -> None:
    ada, bob = client.v1.customers.create().id, client.v1.customers.create().id
    saved = client.v1.payment_methods.attach("pm_card_visa", {"customer": ada}).id
    helper = client.v1.test_helpers.confirmation_tokens
    with pytest.raises(stripe.InvalidRequestError, match="does not belong to the Customer"):
        pay(client, helper.create({"payment_method": saved}).id, customer=bob)
    assert pay(client, helper.create({"payment_method": saved}).id, customer=ada).payment_method == saved


def test_what_is_wrong_is_named(sandbox: SandboxProcess, client: Client) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="No such confirmationtoken: 'ctoken_x'") as missing:
        pay(client, "ctoken_x")
    assert (missing.value.http_status, missing.value.param) == (404, "confirmation_token")
    with pytest.raises(stripe.InvalidRequestError, match="confirm=true"):
        pay(client, sandbox.new_token(VISA), confirm=False)
    with pytest.raises(stripe.PermissionError):
        client.raw_request("post", "/v1/confirmation_tokens", payment_method="pm_card_visa")


@pytest.mark.parametrize(
    ("form", "code", "param"),
    [
        ({"surprise": "x"}, "parameter_unknown", "surprise"),
        ({"payment_method_data[surprise]": "x"}, "parameter_unknown", "payment_method_data[surprise]"),
        ({"payment_method_data[card][surprise]": "x"}, "parameter_unknown", "payment_method_data[card][surprise]"),
        ({"payment_method_data": "x"}, None, "payment_method_data"),
        ({}, "parameter_missing", "payment_method_data"),
    ],
)
def test_the_browsers_parameters_are_checked_too(
    sandbox: SandboxProcess, form: dict[str, str], code: str | None, param: str
) -> None:
    answer = httpx.post(
        f"{sandbox.base_url}/v1/confirmation_tokens",
        data=form,
        headers={"Authorization": f"Bearer {sandbox.publishable_key}"},
        trust_env=False,
    )
    error = answer.json()["error"]
    assert (answer.status_code, error.get("code"), error["param"]) == (400, code, param)


def test_no_page_but_the_providers_own_may_send_a_card(sandbox: SandboxProcess) -> None:
    answer = httpx.post(
        f"{sandbox.base_url}/v1/confirmation_tokens",
        data={"payment_method_data[type]": "card", "payment_method_data[card][number]": VISA},
        headers={"Authorization": f"Bearer {sandbox.publishable_key}", "Origin": "http://127.0.0.1:8000"},
        trust_env=False,
    )
    assert answer.status_code == 402
