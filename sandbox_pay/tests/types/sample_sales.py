"""Stores and shoppers between whom each type of payment works."""

from dataclasses import dataclass, field

import stripe
from stripe.params import (
    PaymentIntentConfirmParamsMandateData,
    PaymentIntentCreateParams,
    PaymentMethodCreateParams,
)

from sandbox_pay.payments.types.table import BY_NAME, Family
from sandbox_pay.protocol.json import Json
from sandbox_pay.testing import SandboxProcess

RETURN_URL = "http://127.0.0.1:8000/checkout/order-received/7/"
ORDER = 4711
AGREED: PaymentIntentConfirmParamsMandateData = {
    "customer_acceptance": {
        "type": "online",
        "online": {"ip_address": "203.0.113.7", "user_agent": "Tests"},
    }
}


@dataclass(frozen=True)
class SampleSale:
    """A store and a shopper between whom a type works."""

    home: str
    currency: str
    buyer: str
    fields: Json = field(default_factory=dict)
    options: Json = field(default_factory=dict)


US, DE, GB = SampleSale("US", "usd", "US"), SampleSale("DE", "eur", "DE"), SampleSale("GB", "gbp", "GB")
SALES: dict[str, SampleSale] = {
    "card": US,
    "link": US,
    "us_bank_account": SampleSale("US", "usd", "US", {"routing_number": "110000000", "account_number": "000000000009"}),
    "acss_debit": SampleSale(
        "CA",
        "cad",
        "CA",
        {"institution_number": "000", "transit_number": "11000", "account_number": "900123456789"},
    ),
    "bacs_debit": SampleSale("GB", "gbp", "GB", {"sort_code": "108800", "account_number": "90012345"}),
    "au_becs_debit": SampleSale("AU", "aud", "AU", {"bsb_number": "000000", "account_number": "900123456"}),
    "sepa_debit": SampleSale("DE", "eur", "DE", {"iban": "DE08370400440532013003"}),
    "cashapp": US,
    "amazon_pay": US,
    "klarna": DE,
    "affirm": US,
    "afterpay_clearpay": GB,
    "alipay": US,
    "wechat_pay": US,
    "bancontact": DE,
    "ideal": DE,
    "sofort": SampleSale("DE", "eur", "DE", {"country": "DE"}),
    "eps": DE,
    "giropay": DE,
    "p24": SampleSale("PL", "pln", "PL"),
    "blik": SampleSale("PL", "pln", "PL", options={"code": "123456"}),
    "multibanco": SampleSale("PT", "eur", "PT"),
    "boleto": SampleSale("BR", "brl", "BR", {"tax_id": "000.000.000-00"}),
    "oxxo": SampleSale("MX", "mxn", "MX"),
}


def describe_buyer(sale: SampleSale, email: str = "ada@example.com") -> Json:
    address: Json = {
        "line1": "Rua 1",
        "city": "Town",
        "state": "SP",
        "postal_code": "01000-000",
        "country": sale.buyer,
    }
    return {"name": "Ada Byron", "email": email, "address": address}


def create_method(client: stripe.StripeClient, kind: str, email: str = "ada@example.com", **fields: str) -> str:
    if kind == "card":
        return "pm_card_authenticationRequired"
    sale = SALES[kind]
    params: Json = {"type": kind, "billing_details": describe_buyer(sale, email)}
    if given := {**sale.fields, **fields}:
        params[kind] = given
    return client.v1.payment_methods.create(PaymentMethodCreateParams(**params)).id  # type: ignore[typeddict-item]


def begin_payment(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, method: str | None = None, **more: object
) -> stripe.PaymentIntent:
    """Create and confirm a payment as the store does."""
    sale = SALES[kind]
    sandbox.move_account(sale.home)
    params: dict[str, object] = {
        "amount": 12_000,
        "currency": sale.currency,
        "confirm": True,
        "allowed_payment_method_types": [kind],
        "return_url": RETURN_URL,
        "use_stripe_sdk": True,
        "metadata": {"order_id": str(ORDER)},
    }
    if "confirmation_token" not in more:
        params["payment_method"] = method or create_method(client, kind)
    if sale.options:
        params["payment_method_options"] = {kind: sale.options}
    if BY_NAME[kind].family is Family.DEBIT:
        params["mandate_data"] = AGREED
    return client.v1.payment_intents.create(PaymentIntentCreateParams(**params | more))  # type: ignore[typeddict-item]
