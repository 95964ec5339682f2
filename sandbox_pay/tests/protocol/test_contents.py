"""E-mail addresses, countries and ways back are looked at wherever they are given."""

import pytest
import stripe

from sandbox_pay.protocol.contents import check
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json
from sandbox_pay.testing import SandboxProcess


@pytest.mark.parametrize(
    ("given", "param", "code"),
    [
        ({"receipt_email": "ada"}, "receipt_email", "email_invalid"),
        ({"email": "@host"}, "email", "email_invalid"),
        ({"email": "ada@a@b"}, "email", "email_invalid"),
        ({"billing_details": {"email": "a da@b"}}, "billing_details[email]", "email_invalid"),
        (
            {"payment_method_data": {"billing_details": {"address": {"country": "USA"}}}},
            "payment_method_data[billing_details][address][country]",
            "country_code_invalid",
        ),
        ({"shipping": {"address": {"country": "XX"}}}, "shipping[address][country]", "country_code_invalid"),
        ({"return_url": "/back"}, "return_url", "url_invalid"),
        ({"return_url": "http://[store/"}, "return_url", "url_invalid"),
        ({"return_url": "javascript:alert(1)"}, "return_url", "url_invalid"),
    ],
)
def test_what_can_not_be_is_refused_by_its_name(given: Json, param: str, code: str) -> None:
    with pytest.raises(ProviderError) as refused:
        check(given)
    assert (refused.value.status, refused.value.param, refused.value.code) == (400, param, code)


@pytest.mark.parametrize(
    "given",
    [
        {"email": "", "address": {"country": ""}},
        {"email": "ada@example.com", "address": {"country": "us"}},
        {"return_url": "http://127.0.0.1:8000/back?a=%20b#c"},
        {"metadata": {"email": "none", "country": "Atlantis"}},
    ],
)
def test_what_may_be_passes(given: Json) -> None:
    check(given)


def test_a_way_back_that_leads_nowhere_is_refused_before_anybody_is_sent_away(client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="Not a valid URL"):
        client.v1.payment_intents.create(
            {
                "amount": 500,
                "currency": "usd",
                "confirm": True,
                "return_url": "http://[x",
                "payment_method": "pm_card_visa",
            }
        )


def test_a_card_has_no_descriptor_but_a_suffix(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    sale: stripe.params.PaymentIntentCreateParams = {
        "amount": 500,
        "currency": "usd",
        "payment_method": "pm_card_visa",
        "allowed_payment_method_types": ["card"],
        "confirm": True,
    }
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.create({**sale, "statement_descriptor": "WINE"})
    assert refused.value.param == "statement_descriptor"
    assert client.v1.payment_intents.create({**sale, "statement_descriptor_suffix": "WINE"}).status == "succeeded"
