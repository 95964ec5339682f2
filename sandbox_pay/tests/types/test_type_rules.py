"""What a type of payment method refuses, and what is kept of it for later."""

import httpx
import pytest
import stripe
from stripe.params import PaymentMethodCreateParams

from sandbox_pay.payments.types.method_details import tax_number
from sandbox_pay.protocol.json import Json
from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.sent_events import list_event_types
from sandbox_pay.tests.types.sample_sales import (
    ORDER,
    RETURN_URL,
    SALES,
    begin_payment,
    create_method,
    describe_buyer,
)


@pytest.mark.parametrize(
    ("home", "kind", "currency", "amount", "code"),
    [
        ("US", "ideal", "usd", 1000, "payment_intent_invalid_parameter"),
        ("US", "blik", "pln", 1000, "payment_intent_invalid_parameter"),
        ("DE", "cashapp", "usd", 1000, "payment_intent_invalid_parameter"),
        ("DE", "alipay", "usd", 1000, "payment_intent_invalid_parameter"),
        ("US", "affirm", "usd", 4999, "amount_too_small"),
        ("US", "affirm", "usd", 3_000_001, "amount_too_large"),
        ("GB", "afterpay_clearpay", "gbp", 120_001, "amount_too_large"),
        ("US", "afterpay_clearpay", "usd", 99, "amount_too_small"),
    ],
)
def test_a_type_has_its_countries_currencies_and_sums(
    client: stripe.StripeClient, sandbox: SandboxProcess, home: str, kind: str, currency: str, amount: int, code: str
) -> None:
    sandbox.move_account(home)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.create(
            {"amount": amount, "currency": currency, "allowed_payment_method_types": ["card", kind]}
        )
    assert refused.value.code == code
    assert client.v1.payment_intents.list().data == []


def test_the_account_is_where_it_was_moved(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    assert client.v1.accounts.retrieve_current().country == "US"
    sandbox.move_account("PL")
    account = client.v1.accounts.retrieve_current()
    assert (account.country, account.default_currency) == ("PL", "pln")
    sandbox.reset()
    assert client.v1.accounts.retrieve_current().country == "US"


@pytest.mark.parametrize(
    ("kind", "without", "param"),
    [
        ("p24", "email", "billing_details[email]"),
        ("eps", "name", "billing_details[name]"),
        ("sepa_debit", "email", "billing_details[email]"),
        ("bacs_debit", "address", "billing_details[address][line1]"),
        ("boleto", "address", "billing_details[address][line1]"),
        ("klarna", "address", "billing_details[address][country]"),
        ("afterpay_clearpay", "name", "billing_details[name]"),
        ("oxxo", "name", "billing_details[name]"),
        ("multibanco", "email", "billing_details[email]"),
    ],
)
def test_a_type_names_the_details_it_misses(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, without: str, param: str
) -> None:
    details = {name: value for name, value in describe_buyer(SALES[kind]).items() if name != without}
    params: Json = {"type": kind, "billing_details": details}
    if SALES[kind].fields:
        params[kind] = SALES[kind].fields
    method = client.v1.payment_methods.create(PaymentMethodCreateParams(**params))  # type: ignore[typeddict-item]
    with pytest.raises(stripe.InvalidRequestError) as refused:
        begin_payment(client, sandbox, kind, method.id)
    assert (refused.value.code, refused.value.param) == ("parameter_missing", param)


@pytest.mark.parametrize(
    ("kind", "home", "currency", "country"),
    [
        ("klarna", "DE", "eur", "US"),
        ("klarna", "DE", "eur", "SE"),
        ("klarna", "US", "usd", "DE"),
        ("klarna", "US", "eur", "DE"),
        ("klarna", "US", "eur", "US"),
        ("cashapp", "US", "usd", "CA"),
        ("oxxo", "MX", "mxn", "US"),
        ("blik", "PL", "pln", "DE"),
    ],
)
def test_a_type_sells_to_its_own_countries(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, home: str, currency: str, country: str
) -> None:
    details = describe_buyer(SALES[kind])
    details["address"] = {"line1": "1 Road", "city": "Town", "postal_code": "1", "country": country}
    method = client.v1.payment_methods.create(
        PaymentMethodCreateParams(type=kind, billing_details=details)  # type: ignore[typeddict-item]
    )
    sandbox.move_account(home)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.create(
            {
                "amount": 12_000,
                "currency": currency,
                "confirm": True,
                "payment_method": method.id,
                "allowed_payment_method_types": [kind],
                "return_url": RETURN_URL,
                "payment_method_options": {"blik": {"code": "111111"}},
            }
        )
    assert refused.value.code == "country_unsupported"


@pytest.mark.parametrize(
    ("kind", "fields", "code", "param"),
    [
        ("sepa_debit", {"iban": "DE02120300000000202051"}, "account_number_invalid", "sepa_debit[iban]"),
        ("sepa_debit", {}, "parameter_missing", "sepa_debit[iban]"),
        ("bacs_debit", {"sort_code": "200000", "account_number": "00012345"}, None, "bacs_debit[sort_code]"),
        ("sofort", {"country": "FR"}, None, "sofort[country]"),
        ("sofort", {}, "parameter_missing", "sofort[country]"),
        ("boleto", {"tax_id": "123"}, "tax_id_invalid", "boleto[tax_id]"),
        ("boleto", {"tax_id": "529.982.247-26"}, "tax_id_invalid", "boleto[tax_id]"),
        ("boleto", {"tax_id": "x529.982.247-25"}, "tax_id_invalid", "boleto[tax_id]"),
        ("boleto", {}, "parameter_missing", "boleto[tax_id]"),
        ("konbini", {}, None, "type"),
        (
            "us_bank_account",
            {"financial_connections_account": "fca_x"},
            None,
            "us_bank_account[financial_connections_account]",
        ),
    ],
)
def test_fields_of_a_type_are_checked(
    client: stripe.StripeClient, kind: str, fields: dict[str, str], code: str | None, param: str
) -> None:
    params: Json = {"type": kind, **({kind: {**fields}} if fields else {})}
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_methods.create(PaymentMethodCreateParams(**params))  # type: ignore[typeddict-item]
    assert refused.value.param == param
    if code:
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("000.000.000-00", True),
        ("529.982.247-25", True),
        ("529.982.247-35", False),
        ("111.444.777-35", True),
        ("11.222.333/0001-81", True),
        ("11.222.333/0001-80", False),
        ("11.222.333/0001", False),
    ],
)
def test_tax_numbers_end_in_their_check_digits(text: str, valid: bool) -> None:
    assert tax_number(text) is valid


@pytest.mark.parametrize("code", [None, "12345", "1234567", "abcdef", "１２３４５６"])
def test_blik_wants_six_digits(client: stripe.StripeClient, sandbox: SandboxProcess, code: str | None) -> None:
    options = {"blik": {"code": code}} if code else {}
    with pytest.raises(stripe.InvalidRequestError) as refused:
        begin_payment(client, sandbox, "blik", payment_method_options=options)
    assert refused.value.param == "payment_method_options[blik][code]"


def test_a_blik_code_is_never_shown(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    sandbox.move_account("PL")
    intent = client.v1.payment_intents.create(
        {
            "amount": 900,
            "currency": "pln",
            "allowed_payment_method_types": ["blik"],
            "payment_method_options": {"blik": {"code": "654321"}},
        }
    )
    assert "654321" not in str(intent)


@pytest.mark.parametrize(
    ("kind", "more", "param"),
    [
        ("ideal", {"capture_method": "manual"}, "capture_method"),
        ("klarna", {"setup_future_usage": "off_session"}, "setup_future_usage"),
        ("sepa_debit", {"mandate_data": ""}, "mandate_data"),
        ("alipay", {"off_session": True}, "off_session"),
    ],
)
def test_what_a_type_can_not_do_is_refused(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, more: dict[str, object], param: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        begin_payment(client, sandbox, kind, None, **more)
    assert refused.value.param == param
    assert sandbox.ledger(ORDER).captured == 0


@pytest.mark.parametrize("kind", ["ideal", "alipay"])
def test_a_shopper_who_is_sent_away_has_to_find_back(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str
) -> None:
    sandbox.move_account(SALES[kind].home)
    intent = client.v1.payment_intents.create(
        {"amount": 900, "currency": SALES[kind].currency, "allowed_payment_method_types": [kind]}
    )
    method = create_method(client, kind)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.confirm(intent.id, {"payment_method": method})
    assert refused.value.param == "return_url"
    confirmed = client.v1.payment_intents.confirm(intent.id, {"payment_method": method, "return_url": RETURN_URL})
    assert confirmed.status == "requires_action"


def test_an_intent_takes_its_own_types_only(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="not allowed for this PaymentIntent") as refused:
        begin_payment(client, sandbox, "ideal", "pm_card_visa")
    assert refused.value.code == "payment_intent_incompatible_payment_method"


def test_shoppers_are_not_asked_when_the_store_forbids_it(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    with pytest.raises(stripe.CardError) as refused:
        begin_payment(client, sandbox, "ideal", error_on_requires_action=True)
    assert refused.value.code == "payment_intent_action_required"


def test_a_method_can_be_made_with_the_confirmation(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = client.v1.payment_intents.create(
        {"amount": 900, "currency": "usd", "allowed_payment_method_types": ["link"]}
    )
    answer = httpx.post(
        f"{sandbox.base_url}/v1/payment_intents/{intent.id}/confirm",
        data={
            "client_secret": str(intent.client_secret),
            "payment_method_data[type]": "link",
            "payment_method_data[billing_details][email]": "ada@example.com",
        },
        headers={"Authorization": f"Bearer {sandbox.publishable_key}"},
        trust_env=False,
    )
    assert answer.json()["status"] == "succeeded"
    paid = client.v1.payment_intents.retrieve(intent.id, {"expand": ["payment_method"]})
    assert isinstance(paid.payment_method, stripe.PaymentMethod)
    assert paid.payment_method.link is not None
    assert paid.payment_method.link.email == "ada@example.com"


def test_lenders_set_money_aside(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "klarna", capture_method="manual")
    assert sandbox.end_payment(intent.id, "succeed") == "requires_capture"
    assert sandbox.ledger(ORDER).captured == 0
    assert client.v1.payment_intents.capture(intent.id).status == "succeeded"
    assert sandbox.ledger(ORDER).captured == 12_000


@pytest.mark.parametrize("kind", ["oxxo", "boleto"])
def test_cash_can_not_be_given_back(client: stripe.StripeClient, sandbox: SandboxProcess, kind: str) -> None:
    intent = begin_payment(client, sandbox, kind)
    sandbox.end_payment(intent.id, "succeed")
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.refunds.create({"payment_intent": intent.id})
    assert refused.value.code == "charge_not_refundable"


@pytest.mark.parametrize("kind", ["ideal", "sepa_debit", "klarna", "multibanco"])
def test_other_payments_are_given_back(client: stripe.StripeClient, sandbox: SandboxProcess, kind: str) -> None:
    intent = begin_payment(client, sandbox, kind)
    sandbox.end_payment(intent.id, "succeed")
    refund = client.v1.refunds.create({"payment_intent": intent.id})
    assert refund.destination_details is not None
    assert (refund.amount, refund.destination_details.type) == (12_000, kind)


def test_a_store_calls_a_voucher_off(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "oxxo")
    assert client.v1.payment_intents.cancel(intent.id).next_action is None
    sandbox.advance(7 * 86_400)
    assert client.v1.payment_intents.retrieve(intent.id).status == "canceled"
    assert sandbox.ledger(ORDER).captured == 0


def test_a_debit_that_is_called_off_takes_nothing(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "sepa_debit")
    assert client.v1.payment_intents.cancel(intent.id).status == "canceled"
    sandbox.advance(86_400)
    assert sandbox.ledger(ORDER).captured == 0
    assert list_event_types(client)[-2:] == ["charge.failed", "payment_intent.canceled"]


def test_another_sum_voids_what_the_shopper_was_asked(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "ideal")
    changed = client.v1.payment_intents.update(intent.id, {"amount": 13_000})
    assert (changed.status, changed.next_action) == ("requires_confirmation", None)
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.end_payment(intent.id, "succeed")


def test_paying_another_way_voids_what_the_shopper_was_asked(
    client: stripe.StripeClient, sandbox: SandboxProcess
) -> None:
    both = ["card", "alipay"]
    intent = begin_payment(client, sandbox, "alipay", allowed_payment_method_types=both)
    asked = client.v1.payment_intents.confirm(
        intent.id, {"payment_method": "pm_card_authenticationRequired", "use_stripe_sdk": True}
    )
    assert asked.next_action is not None
    assert asked.next_action.type == "use_stripe_sdk"
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.end_payment(intent.id, "succeed")
    assert sandbox.answer_challenge(intent.id) == "succeeded"
    sandbox.advance(86_400)
    assert sandbox.ledger(ORDER).captured_count == 1


def test_deposits_are_verified_by_the_api_too(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    verify = client.v1.payment_intents.verify_microdeposits
    intent = begin_payment(client, sandbox, "acss_debit")
    with pytest.raises(stripe.InvalidRequestError) as refused:
        verify(intent.id, {"amounts": [32, 46]})
    assert refused.value.code == "payment_method_microdeposit_verification_amounts_mismatch"
    with pytest.raises(stripe.InvalidRequestError) as refused:
        verify(intent.id, {"descriptor_code": "SM00XX"})
    assert refused.value.code == "payment_method_microdeposit_verification_descriptor_code_mismatch"
    assert verify(intent.id, {"amounts": [32, 45]}).status == "processing"
    with pytest.raises(stripe.InvalidRequestError) as refused:
        verify(intent.id, {"descriptor_code": "SM11AA"})
    assert refused.value.code == "payment_intent_unexpected_state"


def test_a_connected_account_needs_no_deposit(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    method = client.v1.payment_methods.create(
        {
            "type": "us_bank_account",
            "us_bank_account": {"financial_connections_account": "fca_sandbox", "account_holder_type": "individual"},
            "billing_details": {"name": "Ada", "email": "ada@example.com"},
        }
    )
    assert begin_payment(client, sandbox, "us_bank_account", method.id).status == "processing"


def test_an_ending_that_a_type_does_not_know_is_refused(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "oxxo")
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.end_payment(intent.id, "decline")
    assert client.v1.payment_intents.retrieve(intent.id).status == "requires_action"
