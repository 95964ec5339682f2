"""Which types of methods can be kept, and what then pays without the shopper."""

import pytest
import stripe
from stripe.params.test_helpers import ConfirmationTokenCreateParams

from sandbox_pay.protocol.json import Json
from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.types.sample_sales import RETURN_URL, SALES, begin_payment, create_method, describe_buyer


@pytest.mark.parametrize(
    ("kind", "kept"), [("sepa_debit", "sepa_debit"), ("ideal", "sepa_debit"), ("cashapp", "cashapp")]
)
def test_what_can_be_saved_pays_again_without_the_shopper(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, kept: str
) -> None:
    customer = client.v1.customers.create({"email": "ada@example.com"})
    first = begin_payment(client, sandbox, kind, customer=customer.id, setup_future_usage="off_session")
    sandbox.end_payment(first.id, "succeed")
    saved = client.v1.customers.payment_methods.list(customer.id).data
    assert [method.type for method in saved] == [kept]
    charge = client.v1.charges.list({"payment_intent": first.id}).data[0]
    assert charge.payment_method_details is not None
    if kind == "ideal":
        assert charge.payment_method_details["ideal"]["generated_sepa_debit"] == saved[0].id
    again = client.v1.payment_intents.create(
        {
            "amount": 500,
            "currency": SALES[kind].currency,
            "customer": customer.id,
            "payment_method": saved[0].id,
            "off_session": True,
            "confirm": True,
            "allowed_payment_method_types": [kept],
        }
    )
    assert again.status == ("processing" if kept == "sepa_debit" else "succeeded")
    assert client.v1.payment_methods.list({"customer": customer.id, "type": "card"}).data == []


@pytest.mark.parametrize(("kind", "kept"), [("sepa_debit", True), ("link", True), ("klarna", False), ("ideal", False)])
def test_only_what_can_pay_again_is_attached(client: stripe.StripeClient, kind: str, kept: bool) -> None:
    customer = client.v1.customers.create({"email": "ada@example.com"})
    method = create_method(client, kind)
    if kept:
        assert client.v1.payment_methods.attach(method, {"customer": customer.id}).customer == customer.id
        return
    with pytest.raises(stripe.InvalidRequestError, match="cannot be saved"):
        client.v1.payment_methods.attach(method, {"customer": customer.id})


@pytest.mark.parametrize("kind", ["ideal", "boleto", "sepa_debit", "wechat_pay"])
def test_a_confirmation_token_carries_any_type(client: stripe.StripeClient, sandbox: SandboxProcess, kind: str) -> None:
    data: Json = {"type": kind, "billing_details": describe_buyer(SALES[kind])}
    if SALES[kind].fields:
        data[kind] = SALES[kind].fields
    token = client.v1.test_helpers.confirmation_tokens.create(
        ConfirmationTokenCreateParams(payment_method_data=data, return_url=RETURN_URL)  # type: ignore[typeddict-item]
    )
    assert token.payment_method_preview is not None
    assert token.payment_method_preview.type == kind
    intent = begin_payment(client, sandbox, kind, confirmation_token=token.id)
    assert intent.status in {"requires_action", "processing"}


def test_what_can_not_be_saved_pays_once(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    method = create_method(client, "eps")
    sandbox.end_payment(begin_payment(client, sandbox, "eps", method).id, "succeed")
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        begin_payment(client, sandbox, "eps", method)


def test_a_type_may_be_left_out_of_what_is_kept(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    options = {"eps": {"setup_future_usage": "none"}}
    intent = begin_payment(client, sandbox, "eps", setup_future_usage="off_session", payment_method_options=options)
    assert intent.status == "requires_action"
    with pytest.raises(stripe.InvalidRequestError, match="setup_future_usage"):
        begin_payment(client, sandbox, "eps", setup_future_usage="off_session")
