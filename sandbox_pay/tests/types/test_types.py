"""Every type of payment method with every ending it knows, through the real SDK; `-s` prints the matrix."""

import sys
from collections.abc import Iterator

import pytest
import stripe
from stripe.params import (
    PaymentIntentConfirmParams,
)

from sandbox_pay.payments.account import currency_of
from sandbox_pay.payments.types.table import TABLE, Ending, Family, PaymentType
from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.sent_events import list_event_types
from sandbox_pay.tests.types.sample_sales import AGREED, ORDER, SALES, begin_payment, create_method

LOSING: dict[str, str] = {
    "us_bank_account": "000000000009",
    "acss_debit": "900222222227",
    "bacs_debit": "92222227",
    "au_becs_debit": "922222227",
    "sepa_debit": "DE78370400440532013004",
}
"""Accounts that take their time (or for ever): a test ends the payment before they do."""


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
    intent = begin_payment(client, sandbox, kind.name)
    assert list_event_types(client) == ["payment_intent.created", *BEGINNINGS[intent.status]]
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
    intent = begin_payment(client, sandbox, kind.name, create_method(client, kind.name, **fields))
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
        assert list_event_types(client)[-2:] == ["charge.succeeded", "payment_intent.succeeded"]
        record_outcome(kind.name, ending.value, "succeeded")
        return
    assert (ended.status, ended.payment_method, ledger.captured) == ("requires_payment_method", None, 0)
    assert ended.last_payment_error is not None
    assert list_event_types(client)[-1] == "payment_intent.payment_failed"
    assert ended.last_payment_error.payment_method is not None
    assert ended.last_payment_error.payment_method.type == kind.name
    record_outcome(kind.name, ending.value, (ended.last_payment_error.code or "").removeprefix("payment_")[:25])
    again = client.v1.payment_intents.confirm(
        intent.id, {"payment_method": create_method(client, kind.name), **again_with(kind)}
    )
    assert again.status in {"requires_action", "processing"}


def again_with(kind: PaymentType) -> PaymentIntentConfirmParams:
    """Return what another confirmation needs besides the method: a voucher or a login is for one try."""
    if kind.name == "blik":
        return {"payment_method_options": {"blik": {"code": "654321"}}}
    return {"mandate_data": AGREED} if kind.family is Family.DEBIT else {}


def test_cards_end_by_number_and_by_the_banks_question(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    paid = begin_payment(client, sandbox, "card")
    assert sandbox.answer_challenge(paid.id) == "succeeded"
    given_up = begin_payment(client, sandbox, "card")
    assert sandbox.answer_challenge(given_up.id, complete=False) == "requires_payment_method"
    with pytest.raises(stripe.CardError) as declined:
        begin_payment(client, sandbox, "card", "pm_card_chargeDeclined")
    record_outcome("card", "succeed", "succeeded")
    record_outcome("card", "cancel", "intent_authentication_failure"[:25])
    record_outcome("card", "decline", str(declined.value.code))
    assert begin_payment(client, sandbox, "link").status == "succeeded"
    record_outcome("link", "succeed", "succeeded")


def test_every_type_has_a_sale() -> None:
    assert len(TABLE) == 24
    assert {kind.name for kind in TABLE} == set(SALES)
    assert all(currency_of(sale.home) == sale.currency for sale in SALES.values())
