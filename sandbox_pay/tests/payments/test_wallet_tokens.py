"""Confirmation tokens of wallets: they pay the amount and the currency that the sheet showed, and nothing else."""

from typing import TYPE_CHECKING, cast

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess

if TYPE_CHECKING:
    from stripe.params import PaymentIntentCreateParams

Client = stripe.StripeClient
VISA = "4242424242424242"


def wallet_token(sandbox: SandboxProcess, **more: str) -> str:
    shown = {"express_wallet": "apple_pay", "express_amount": "2499", "express_currency": "usd"}
    return sandbox.new_token(VISA, **shown | more)


def pay(client: Client, token: str, amount: int = 2499, currency: str = "usd") -> stripe.PaymentIntent:
    asked = {
        "amount": amount,
        "currency": currency,
        "confirm": True,
        "confirmation_token": token,
        "allowed_payment_method_types": ["card"],
        "use_stripe_sdk": True,
        "expand": ["latest_charge"],
        "metadata": {"order_id": "5"},
    }
    return client.v1.payment_intents.create(cast("PaymentIntentCreateParams", asked))


@pytest.mark.parametrize("wallet", ["apple_pay", "google_pay"])
def test_a_card_of_a_wallet_says_which_wallet(sandbox: SandboxProcess, client: Client, wallet: str) -> None:
    token = wallet_token(sandbox, express_wallet=wallet)
    preview = client.v1.confirmation_tokens.retrieve(token).payment_method_preview
    assert preview is not None
    assert preview.card is not None
    assert preview.card.wallet is not None
    assert (preview.card.wallet.type, preview.card.wallet.dynamic_last4) == (wallet, "4242")
    charge = pay(client, token).latest_charge
    assert isinstance(charge, stripe.Charge)
    assert charge.payment_method_details is not None
    assert charge.payment_method_details.card is not None
    assert charge.payment_method_details.card.wallet is not None
    assert charge.payment_method_details.card.wallet.type == wallet
    assert sandbox.ledger(5).captured == 2499


@pytest.mark.parametrize(("amount", "currency"), [(2500, "usd"), (2498, "usd"), (2499, "cad")])
def test_another_sum_than_the_shown_one_is_refused(
    sandbox: SandboxProcess, client: Client, amount: int, currency: str
) -> None:
    token = wallet_token(sandbox)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        pay(client, token, amount, currency)
    assert refused.value.http_status == 400
    assert refused.value.param == "confirmation_token"
    assert "The wallet showed $24.99, but this PaymentIntent is for" in str(refused.value)
    assert pay(client, token).status == "succeeded"
    assert sandbox.ledger(5).captured == 2499


def test_an_intent_that_is_there_is_compared_too(sandbox: SandboxProcess, client: Client) -> None:
    token = wallet_token(sandbox)
    intent = client.v1.payment_intents.create(
        {"amount": 2500, "currency": "usd", "allowed_payment_method_types": ["card"]}
    )
    with pytest.raises(stripe.InvalidRequestError, match="The wallet showed"):
        client.v1.payment_intents.confirm(intent.id, {"confirmation_token": token, "use_stripe_sdk": True})
    client.v1.payment_intents.update(intent.id, {"amount": 2499})
    paid = client.v1.payment_intents.confirm(intent.id, {"confirmation_token": token, "use_stripe_sdk": True})
    assert paid.status == "succeeded"


def test_a_token_of_the_payment_element_knows_no_sum(sandbox: SandboxProcess, client: Client) -> None:
    assert pay(client, sandbox.new_token(VISA), 7700).status == "succeeded"


@pytest.mark.parametrize(
    "wrong", [{"express_amount": "24.99"}, {"express_currency": ""}, {"express_wallet": "samsung_pay"}]
)
def test_a_wallet_that_does_not_exist_and_half_a_sum_are_refused(
    sandbox: SandboxProcess, wrong: dict[str, str]
) -> None:
    with pytest.raises(httpx.HTTPStatusError):
        wallet_token(sandbox, **wrong)


def test_servers_can_not_claim_a_wallet(client: Client) -> None:
    given = {"payment_method": "pm_card_visa", "express_wallet": "apple_pay"}
    with pytest.raises(stripe.InvalidRequestError, match="express_wallet"):
        client.raw_request("post", "/v1/test_helpers/confirmation_tokens", **given)
