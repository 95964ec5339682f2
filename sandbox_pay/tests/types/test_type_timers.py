"""Payments that end by themselves: by e-mail, by code, by bank account, and when the time is over."""

import re

import httpx
import pytest
import stripe

from sandbox_pay.payments.types.accounts import ACCOUNTS, LATER, SampleAccount
from sandbox_pay.payments.types.table import TABLE, PaymentType
from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.sent_events import list_event_types
from sandbox_pay.tests.types.sample_sales import ORDER, SALES, begin_payment, create_method

OPEN, PAID, FAILED, UNDER_WAY = "requires_action", "succeeded", "requires_payment_method", "processing"
EXPIRED = "payment_intent_payment_attempt_expired"


def status(client: stripe.StripeClient, intent_id: str) -> str:
    return client.v1.payment_intents.retrieve(intent_id).status


@pytest.mark.parametrize("kind", ["oxxo", "boleto", "multibanco"])
@pytest.mark.parametrize(
    ("name", "seconds", "before", "after"),
    [
        ("anybody", LATER, OPEN, PAID),
        ("x_succeed_immediately", 0, None, PAID),
        ("expire_immediately_x", 0, None, FAILED),
        ("expire_with_delay", LATER, OPEN, FAILED),
    ],
)
def test_vouchers_obey_the_billing_email(
    client: stripe.StripeClient,
    sandbox: SandboxProcess,
    kind: str,
    name: str,
    seconds: int,
    before: str | None,
    after: str,
) -> None:
    intent = begin_payment(client, sandbox, kind, create_method(client, kind, f"{name}@example.com"))
    assert intent.status == OPEN
    if before:
        sandbox.advance(seconds - 60)
        assert status(client, intent.id) == before
        sandbox.advance(60)
    sandbox.advance(0)
    assert status(client, intent.id) == after


@pytest.mark.parametrize(("kind", "days"), [("oxxo", 3), ("boleto", 3), ("multibanco", 7)])
def test_a_voucher_that_nobody_pays_ends_on_its_date(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, days: int
) -> None:
    intent = begin_payment(client, sandbox, kind, create_method(client, kind, "fill_never@example.com"))
    sandbox.advance(days * 86_400 - 60)
    assert status(client, intent.id) == OPEN
    sandbox.advance(60)
    ended = client.v1.payment_intents.retrieve(intent.id)
    assert ended.status == FAILED
    assert ended.last_payment_error is not None
    assert ended.last_payment_error.code == EXPIRED


def test_a_store_chooses_the_days_of_a_voucher(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    method = create_method(client, "boleto", "fill_never@example.com")
    options = {"boleto": {"expires_after_days": 1}}
    intent = begin_payment(client, sandbox, "boleto", method, payment_method_options=options)
    sandbox.advance(86_400)
    assert status(client, intent.id) == FAILED


@pytest.mark.parametrize(
    ("code", "seconds", "after", "error"),
    [
        ("111111", 3, PAID, None),
        ("222222", 3, FAILED, "payment_method_provider_decline"),
        ("333333", 60, FAILED, EXPIRED),
        ("654321", 60, FAILED, EXPIRED),
    ],
)
def test_blik_obeys_its_code(
    client: stripe.StripeClient, sandbox: SandboxProcess, code: str, seconds: int, after: str, error: str | None
) -> None:
    intent = begin_payment(client, sandbox, "blik", payment_method_options={"blik": {"code": code}})
    assert intent.status == OPEN
    assert code not in str(client.v1.payment_intents.retrieve(intent.id))
    sandbox.advance(seconds)
    ended = client.v1.payment_intents.retrieve(intent.id)
    assert ended.status == after
    assert (ended.last_payment_error.code if ended.last_payment_error else None) == error


DEBITS = [(kind, account) for kind, accounts in ACCOUNTS.items() for account in accounts]


@pytest.mark.parametrize(("kind", "account"), DEBITS, ids=[f"{kind}-{account.number}" for kind, account in DEBITS])
def test_bank_accounts_keep_their_word(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, account: SampleAccount
) -> None:
    field = "iban" if kind == "sepa_debit" else "account_number"
    options = {kind: {"verification_method": "instant"}} if kind in {"us_bank_account", "acss_debit"} else {}
    intent = begin_payment(
        client, sandbox, kind, create_method(client, kind, **{field: account.number}), payment_method_options=options
    )
    assert intent.status == UNDER_WAY
    charge = client.v1.charges.retrieve(str(intent.latest_charge))
    if account.seconds or account.never:
        assert (charge.status, charge.paid, sandbox.ledger(ORDER).captured) == ("pending", False, 0)
    if account.seconds:
        sandbox.advance(account.seconds - 60)
        assert status(client, intent.id) == UNDER_WAY
    sandbox.advance(60 if account.seconds else 0)
    charge = client.v1.charges.retrieve(charge.id)
    if account.never:
        assert status(client, intent.id) == UNDER_WAY
    elif account.failure:
        assert (status(client, intent.id), charge.status, charge.failure_code) == (FAILED, "failed", account.failure)
    else:
        assert (status(client, intent.id), charge.status, sandbox.ledger(ORDER).captured_count) == (PAID, PAID, 1)


def test_a_debit_tells_of_itself_in_stripes_order(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    begin_payment(client, sandbox, "sepa_debit")
    sandbox.advance(LATER)
    assert list_event_types(client) == [
        "payment_intent.created",
        "charge.pending",
        "payment_intent.processing",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]


WAITING = [kind for kind in TABLE if kind.action is not None]


@pytest.mark.parametrize("kind", WAITING, ids=lambda kind: kind.name)
def test_what_nobody_answers_expires(client: stripe.StripeClient, sandbox: SandboxProcess, kind: PaymentType) -> None:
    intent = begin_payment(client, sandbox, kind.name, create_method(client, kind.name, "fill_never@example.com"))
    sandbox.advance(kind.patience - 30)
    assert status(client, intent.id) == OPEN
    sandbox.advance(30)
    assert status(client, intent.id) == FAILED


def test_a_timer_of_an_earlier_try_does_nothing(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "ideal")
    sandbox.end_payment(intent.id, "cancel")
    client.v1.payment_intents.confirm(intent.id, {"payment_method": create_method(client, "ideal")})
    sandbox.advance(1800)
    sandbox.end_payment(intent.id, "cancel")
    client.v1.payment_intents.confirm(intent.id, {"payment_method": create_method(client, "ideal")})
    sandbox.advance(1860)
    assert status(client, intent.id) == OPEN
    sandbox.end_payment(intent.id, "succeed")
    sandbox.advance(86_400)
    assert status(client, intent.id) == PAID


def test_timers_are_listed_and_run_without_a_control(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "oxxo")
    listed = httpx.get(f"{sandbox.base_url}/_sandbox/timers", trust_env=False).json()["data"]
    assert [(timer["payment_intent"], timer["ending"]) for timer in listed] == [
        (intent.id, "succeed"),
        (intent.id, "expire"),
    ]


def test_the_dashboard_lets_a_timer_run_out(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "oxxo")
    shown = httpx.get(sandbox.base_url, headers={"Accept": "text/html"}, trust_env=False).text
    buttons = re.findall(r'name="subject" value="(\w+)"><button class="quiet" aria-label="(\w+) now: (\w+)"', shown)
    assert [(payment, ending) for _, ending, payment in buttons] == [(intent.id, "succeed"), (intent.id, "expire")]
    assert f'href="{sandbox.base_url}/sandbox/voucher/' in shown
    url, timer = f"{sandbox.base_url}/sandbox/do/fire", {"subject": buttons[0][0]}
    foreign = httpx.post(url, data=timer, headers={"Origin": "http://127.0.0.1:8000"}, trust_env=False)
    assert (foreign.status_code, status(client, intent.id)) == (404, OPEN)
    assert httpx.post(url, data=timer, trust_env=False).status_code == 303
    assert status(client, intent.id) == PAID
    assert "No payment waits." in httpx.get(sandbox.base_url, headers={"Accept": "text/html"}, trust_env=False).text


def test_every_type_that_waits_has_a_sale() -> None:
    assert {kind.name for kind in WAITING} <= set(SALES)


@pytest.mark.parametrize(
    ("kind", "reason"), [("klarna", "payment_method_provider_decline"), ("sepa_debit", "insufficient_funds")]
)
def test_where_no_card_is_declined_no_network_did_it(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, reason: str
) -> None:
    intent = begin_payment(client, sandbox, kind)
    sandbox.end_payment(intent.id, "decline")
    outcome = client.v1.charges.list({"payment_intent": intent.id}).data[0].outcome
    assert outcome is not None
    assert (outcome.network_status, outcome.type, outcome.reason) == (None, "issuer_declined", reason)


@pytest.mark.parametrize(
    ("kind", "days", "allowed"), [("boleto", 61, "0 to 60"), ("oxxo", 0, "1 to 7"), ("oxxo", 8, "1 to 7")]
)
def test_a_voucher_has_so_many_days_at_most(
    client: stripe.StripeClient, sandbox: SandboxProcess, kind: str, days: int, allowed: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError, match=allowed):
        begin_payment(client, sandbox, kind, payment_method_options={kind: {"expires_after_days": days}})


def test_a_deposit_arrives_on_the_next_day(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = begin_payment(client, sandbox, "us_bank_account")
    deposit = intent.to_dict()["next_action"]["verify_with_microdeposits"]
    assert deposit["arrival_date"] == intent.created + 86_400


def test_only_what_is_still_waited_for_is_listed(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    ended, waiting = begin_payment(client, sandbox, "ideal"), begin_payment(client, sandbox, "ideal")
    sandbox.end_payment(ended.id, "succeed")
    listed = httpx.get(f"{sandbox.base_url}/_sandbox/timers", trust_env=False).json()["data"]
    assert [timer["payment_intent"] for timer in listed] == [waiting.id]
