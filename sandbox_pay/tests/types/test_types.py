"""Every type of payment method with every ending it knows, through the real SDK; `-s` prints the matrix."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
import stripe
from stripe.params import (
    PaymentIntentConfirmParams,
    PaymentIntentConfirmParamsMandateData,
    PaymentIntentCreateParams,
    PaymentMethodCreateParams,
)

from sandbox_pay.payments.account import currency_of
from sandbox_pay.payments.types.table import BY_NAME, TABLE, Ending, Family, PaymentType
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
LOSING: dict[str, str] = {
    "us_bank_account": "000000000009",
    "acss_debit": "900222222227",
    "bacs_debit": "92222227",
    "au_becs_debit": "922222227",
    "sepa_debit": "DE78370400440532013004",
}
"""Accounts that take their time (or for ever): a test ends the payment before they do."""


def buyer(sale: SampleSale, email: str = "ada@example.com") -> Json:
    address: Json = {
        "line1": "Rua 1",
        "city": "Town",
        "state": "SP",
        "postal_code": "01000-000",
        "country": sale.buyer,
    }
    return {"name": "Ada Byron", "email": email, "address": address}


def method_of(client: stripe.StripeClient, kind: str, email: str = "ada@example.com", **fields: str) -> str:
    if kind == "card":
        return "pm_card_authenticationRequired"
    sale = SALES[kind]
    params: Json = {"type": kind, "billing_details": buyer(sale, email)}
    if given := {**sale.fields, **fields}:
        params[kind] = given
    return client.v1.payment_methods.create(PaymentMethodCreateParams(**params)).id  # type: ignore[typeddict-item]


def begin(
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
        params["payment_method"] = method or method_of(client, kind)
    if sale.options:
        params["payment_method_options"] = {kind: sale.options}
    if BY_NAME[kind].family is Family.DEBIT:
        params["mandate_data"] = AGREED
    return client.v1.payment_intents.create(PaymentIntentCreateParams(**params | more))  # type: ignore[typeddict-item]


def kinds(client: stripe.StripeClient) -> list[str]:
    return [event.type for event in reversed(client.v1.events.list({"limit": 100}).data)]


MATRIX: dict[str, dict[str, str]] = {}
COLUMNS = ("action needed", *(ending.value for ending in Ending))


@pytest.fixture(scope="module", autouse=True)
def matrix() -> Iterator[None]:
    """Print what was seen, one row a type, when the tests of this file are over."""
    MATRIX.clear()
    yield
    lines = [("type", {column: column for column in COLUMNS}), *MATRIX.items()]
    for name, row in lines:
        sys.stdout.write(f"\n{name:<18}" + "".join(f"{row.get(column, '–'):<26}" for column in COLUMNS))


def record_outcome(kind: str, column: str, what: str) -> None:
    MATRIX.setdefault(kind, {})[column] = what


@pytest.mark.parametrize("kind", TABLE, ids=lambda kind: kind.name)
def test_a_payment_begins_as_its_type_does(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: PaymentType
) -> None:
    intent = begin(client, sandbox, kind.name)
    assert kinds(client) == ["payment_intent.created", *BEGINNINGS[intent.status]]
    if kind.name == "card":
        assert intent.next_action is not None
        assert intent.next_action.type == "use_stripe_sdk"
        record_outcome("card", "action needed", "use_stripe_sdk")
    elif kind.family is Family.INSTANT:
        assert intent.status == "succeeded"
    elif kind.action is None:
        assert (intent.status, intent.next_action) == ("processing", None)
    else:
        assert intent.status == "requires_action"
        assert intent.next_action is not None
        assert intent.next_action.type == kind.action.value
        assert kind.action.value in intent.next_action
        record_outcome(kind.name, "action needed", kind.action.value.removesuffix("_or_display_qr_code")[:25])
    assert intent.payment_method_types == [kind.name]


BEGINNINGS = {
    "requires_action": ["payment_intent.requires_action"],
    "processing": ["charge.pending", "payment_intent.processing"],
    "succeeded": ["charge.succeeded", "payment_intent.succeeded"],
}
"""The news that a payment has begun, in Stripe's order, by the status it got."""
CASES = [(kind, ending) for kind in TABLE for ending in kind.endings if kind.name not in {"card", "link"}]


@pytest.mark.parametrize(("kind", "ending"), CASES, ids=[f"{kind.name}-{ending.value}" for kind, ending in CASES])
def test_a_payment_ends_as_it_is_told(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: PaymentType, ending: Ending
) -> None:
    losing = kind.family is Family.DEBIT and ending is Ending.DECLINE
    fields = {"iban" if kind.name == "sepa_debit" else "account_number": LOSING[kind.name]} if losing else {}
    intent = begin(client, sandbox, kind.name, method_of(client, kind.name, **fields))
    if kind.family is Family.DEBIT and intent.status == "requires_action" and ending is not Ending.EXPIRE:
        assert sandbox.end_payment(intent.id, "succeed") == "processing"
    sandbox.end_payment(intent.id, ending.value)
    ended = client.v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    ledger = sandbox.ledger(ORDER)
    assert ended.next_action is None
    if ending is Ending.SUCCEED:
        assert (ended.status, ended.amount_received, ended.last_payment_error) == ("succeeded", 12_000, None)
        assert isinstance(ended.latest_charge, stripe.Charge)
        assert ended.latest_charge.payment_method_details is not None
        assert ended.latest_charge.payment_method_details.type == kind.name
        assert (ledger.captured_count, ledger.captured) == (1, 12_000)
        assert kinds(client)[-2:] == ["charge.succeeded", "payment_intent.succeeded"]
        record_outcome(kind.name, ending.value, "succeeded")
        return
    assert (ended.status, ended.payment_method, ledger.captured) == ("requires_payment_method", None, 0)
    assert ended.last_payment_error is not None
    assert kinds(client)[-1] == "payment_intent.payment_failed"
    assert ended.last_payment_error.payment_method is not None
    assert ended.last_payment_error.payment_method.type == kind.name
    record_outcome(kind.name, ending.value, (ended.last_payment_error.code or "").removeprefix("payment_")[:25])
    again = client.v1.payment_intents.confirm(
        intent.id, {"payment_method": method_of(client, kind.name), **again_with(kind)}
    )
    assert again.status in {"requires_action", "processing"}


def again_with(kind: PaymentType) -> PaymentIntentConfirmParams:
    """Return what another confirmation needs besides the method: a voucher or a login is for one try."""
    if kind.name == "blik":
        return {"payment_method_options": {"blik": {"code": "654321"}}}
    return {"mandate_data": AGREED} if kind.family is Family.DEBIT else {}


def test_cards_end_by_number_and_by_the_banks_question(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    paid = begin(client, sandbox, "card")
    assert sandbox.answer_challenge(paid.id) == "succeeded"
    given_up = begin(client, sandbox, "card")
    assert sandbox.answer_challenge(given_up.id, complete=False) == "requires_payment_method"
    with pytest.raises(stripe.CardError) as declined:
        begin(client, sandbox, "card", "pm_card_chargeDeclined")
    record_outcome("card", "succeed", "succeeded")
    record_outcome("card", "cancel", "intent_authentication_failure"[:25])
    record_outcome("card", "decline", str(declined.value.code))
    assert begin(client, sandbox, "link").status == "succeeded"
    record_outcome("link", "succeed", "succeeded")


def test_every_type_has_a_sale() -> None:
    assert len(TABLE) == 24
    assert {kind.name for kind in TABLE} == set(SALES)
    assert all(currency_of(sale.home) == sale.currency for sale in SALES.values())
