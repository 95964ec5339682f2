"""Methods other than cards that are kept: at once, or after the shopper was sent to their page."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

import httpx
import pytest
import stripe

from sandbox_pay.payments.setups.microdeposits import CODE
from sandbox_pay.testing import SandboxProcess

if TYPE_CHECKING:
    from stripe.params import PaymentMethodCreateParams, SetupIntentCreateParams

Client = stripe.StripeClient
RETURN_URL = "http://127.0.0.1:8000/my-account/payment-methods/?key=abc"
OWNER = {"name": "Ada", "email": "ada@example.com"}
ADDRESS = {"line1": "1 Road", "city": "Bath", "postal_code": "BA1 1AA", "country": "GB"}
MANDATE = {"customer_acceptance": {"type": "online", "online": {"ip_address": "10.0.0.1", "user_agent": "A"}}}
DATA: Mapping[str, Mapping[str, object]] = {
    "link": {"type": "link", "billing_details": OWNER},
    "sepa_debit": {"type": "sepa_debit", "sepa_debit": {"iban": "AT611904300234573201"}, "billing_details": OWNER},
    "bacs_debit": {
        "type": "bacs_debit",
        "bacs_debit": {"account_number": "00012345", "sort_code": "108800"},
        "billing_details": {**OWNER, "address": ADDRESS},
    },
    "au_becs_debit": {
        "type": "au_becs_debit",
        "au_becs_debit": {"account_number": "000123456", "bsb_number": "000000"},
        "billing_details": OWNER,
    },
    "us_bank_account": {
        "type": "us_bank_account",
        "us_bank_account": {
            "account_number": "000123456789", "routing_number": "110000000", "account_holder_type": "individual",
        },
        "billing_details": OWNER,
    },
    "acss_debit": {
        "type": "acss_debit",
        "acss_debit": {"account_number": "000123456789", "institution_number": "000", "transit_number": "11000"},
        "billing_details": OWNER,
    },
    "cashapp": {"type": "cashapp"},
    "amazon_pay": {"type": "amazon_pay"},
    "ideal": {"type": "ideal"},
    "bancontact": {"type": "bancontact", "billing_details": OWNER},
    "sofort": {"type": "sofort", "sofort": {"country": "AT"}},
}  # fmt: skip
HOMES = {"bacs_debit": "GB", "au_becs_debit": "AU", "acss_debit": "CA"}
AT_ONCE = ("link", "sepa_debit", "bacs_debit", "au_becs_debit")
ACTIONS = {
    "us_bank_account": "verify_with_microdeposits",
    "acss_debit": "verify_with_microdeposits",
    "cashapp": "cashapp_handle_redirect_or_display_qr_code",
    "amazon_pay": "redirect_to_url",
    "ideal": "redirect_to_url",
    "bancontact": "redirect_to_url",
    "sofort": "redirect_to_url",
}


def begin(sandbox: SandboxProcess, client: Client, kind: str, **more: object) -> stripe.SetupIntent:
    sandbox.move_account(HOMES.get(kind, "US"))
    asked = {
        "customer": client.v1.customers.create().id,
        "confirm": True,
        "allowed_payment_method_types": ["card", kind],
        "payment_method_data": DATA[kind],
        "return_url": RETURN_URL,
        "mandate_data": MANDATE,
        **more,
    }
    return client.v1.setup_intents.create(cast("SetupIntentCreateParams", asked))


def list_saved(client: Client, intent: stripe.SetupIntent) -> list[stripe.PaymentMethod]:
    return client.v1.payment_methods.list({"customer": str(intent.customer)}).data


@pytest.mark.parametrize("kind", AT_ONCE)
def test_some_types_are_kept_at_once(sandbox: SandboxProcess, client: Client, kind: str) -> None:
    intent = begin(sandbox, client, kind)
    assert intent.status == "succeeded"
    assert [(method.id, method.type) for method in list_saved(client, intent)] == [(intent.payment_method, kind)]


@pytest.mark.parametrize(("kind", "action"), ACTIONS.items())
def test_others_send_the_shopper_somewhere_first(
    sandbox: SandboxProcess, client: Client, kind: str, action: str
) -> None:
    intent = begin(sandbox, client, kind)
    assert intent.status == "requires_action"
    assert intent.next_action is not None
    assert intent.next_action.type == action
    assert list_saved(client, intent) == []
    assert sandbox.end_payment(intent.id, "succeed") == "succeeded"
    saved = list_saved(client, intent)
    assert [method.type for method in saved] == ["sepa_debit" if kind in {"ideal", "bancontact", "sofort"} else kind]
    told = [event.type for event in client.v1.events.list({"limit": 2}).data]
    assert told == ["setup_intent.succeeded", "payment_method.attached"]


def test_a_banks_page_leaves_a_debit_behind(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "ideal")
    sandbox.end_payment(intent.id, "succeed")
    over = client.v1.setup_intents.retrieve(intent.id, {"expand": ["latest_attempt"]})
    assert isinstance(over.latest_attempt, stripe.SetupAttempt)
    assert (
        over.latest_attempt.payment_method_details["ideal"]["generated_sepa_debit"] == list_saved(client, intent)[0].id
    )


@pytest.mark.parametrize(
    ("kind", "ending", "code"),
    [
        ("cashapp", "decline", "payment_method_provider_decline"),
        ("cashapp", "cancel", "payment_method_customer_decline"),
        ("cashapp", "expire", "setup_intent_setup_attempt_expired"),
        ("ideal", "decline", "setup_intent_authentication_failure"),
        ("ideal", "cancel", "payment_method_customer_decline"),
        ("us_bank_account", "decline", "payment_method_microdeposit_verification_attempts_exceeded"),
        ("us_bank_account", "expire", "payment_method_microdeposit_verification_timeout"),
    ],
)
def test_what_ends_badly_keeps_nothing(
    sandbox: SandboxProcess, client: Client, kind: str, ending: str, code: str
) -> None:
    intent = begin(sandbox, client, kind)
    assert sandbox.end_payment(intent.id, ending) == "requires_payment_method"
    failed = client.v1.setup_intents.retrieve(intent.id)
    assert failed.last_setup_error is not None
    assert (failed.last_setup_error.code, failed.payment_method, failed.next_action) == (code, None, None)
    assert list_saved(client, intent) == []
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.end_payment(intent.id, "succeed")


def test_keeping_another_way_voids_what_the_shopper_was_asked(sandbox: SandboxProcess, client: Client) -> None:
    confirm = client.v1.setup_intents.confirm
    intent = begin(sandbox, client, "cashapp")
    wallet = str(intent.payment_method)
    asked = confirm(intent.id, {"payment_method": "pm_card_authenticationRequired", "use_stripe_sdk": True})
    assert asked.next_action is not None
    assert asked.next_action.type == "use_stripe_sdk"
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.end_payment(intent.id, "succeed")
    assert confirm(intent.id, {"payment_method": wallet}).status == "requires_action"
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.answer_challenge(intent.id)
    assert sandbox.end_payment(intent.id, "succeed") == "succeeded"


def test_a_shopper_who_is_sent_away_has_to_find_back(sandbox: SandboxProcess, client: Client) -> None:
    asked = {"allowed_payment_method_types": ["ideal"], "payment_method_data": DATA["ideal"], "confirm": True}
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.setup_intents.create(cast("SetupIntentCreateParams", asked))
    assert refused.value.param == "return_url"


def test_an_unanswered_setup_expires_by_itself(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "cashapp")
    sandbox.advance(540)
    assert client.v1.setup_intents.retrieve(intent.id).status == "requires_action"
    sandbox.advance(60)
    assert client.v1.setup_intents.retrieve(intent.id).status == "requires_payment_method"


def test_the_dashboard_lists_what_waits_to_be_kept(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "cashapp")
    page = httpx.get(sandbox.base_url, headers={"Accept": "text/html"}, trust_env=False).text
    assert intent.id in page
    assert "to be kept" in page


def test_a_setup_that_was_canceled_does_not_expire(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "cashapp")
    assert client.v1.setup_intents.cancel(intent.id).next_action is None
    sandbox.advance(600)
    assert client.v1.setup_intents.retrieve(intent.id).status == "canceled"


def test_a_kept_wallet_pays_without_asking(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "cashapp")
    sandbox.end_payment(intent.id, "succeed")
    paid = client.v1.payment_intents.create(
        {
            "amount": 900,
            "currency": "usd",
            "customer": str(intent.customer),
            "payment_method": str(intent.payment_method),
            "allowed_payment_method_types": ["cashapp"],
            "confirm": True,
            "off_session": True,
        }
    )
    assert paid.status == "succeeded"


def test_the_shopper_is_sent_to_a_page_and_back(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "ideal")
    assert intent.next_action is not None
    assert intent.next_action.redirect_to_url is not None
    url = str(intent.next_action.redirect_to_url.url)
    assert "Nothing is paid now" in httpx.get(url, trust_env=False).text
    back = httpx.post(url, data={"result": "succeed"}, trust_env=False)
    assert dict(httpx.URL(back.headers["location"]).params) == {
        "key": "abc",
        "setup_intent": intent.id,
        "setup_intent_client_secret": intent.client_secret,
        "redirect_status": "succeeded",
    }


def test_the_code_is_scanned_and_the_phone_asks(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "cashapp")
    assert intent.next_action is not None
    shown = intent.next_action.cashapp_handle_redirect_or_display_qr_code
    assert shown is not None
    page = httpx.get(shown.hosted_instructions_url, trust_env=False).text
    assert "Nothing is paid now" in page
    waiting = httpx.get(f"{sandbox.base_url}/sandbox/phone", trust_env=False).text
    assert "keep it for later payments?" in waiting
    phone = shown.hosted_instructions_url.replace("/scan/", "/phone/")
    assert "Nothing is paid now" in httpx.get(phone, trust_env=False).text
    assert httpx.post(phone, data={"result": "succeed"}, trust_env=False).status_code == 200
    assert client.v1.setup_intents.retrieve(intent.id).status == "succeeded"


def test_a_bank_account_is_proved_by_a_small_deposit(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "us_bank_account")
    assert intent.next_action is not None
    assert intent.next_action.verify_with_microdeposits is not None
    page = httpx.get(intent.next_action.verify_with_microdeposits.hosted_verification_url, trust_env=False)
    assert "keep this account" in page.text
    verify = client.v1.setup_intents.verify_microdeposits
    with pytest.raises(stripe.InvalidRequestError) as wrong:
        verify(intent.id, {"descriptor_code": "SM99ZZ"})
    assert wrong.value.param == "descriptor_code"
    assert verify(intent.id, {"descriptor_code": CODE}).status == "succeeded"
    with pytest.raises(stripe.InvalidRequestError) as closed:
        verify(intent.id, {"descriptor_code": CODE})
    assert closed.value.code == "setup_intent_unexpected_state"


def test_what_a_type_needs_of_its_owner_is_asked_for(sandbox: SandboxProcess, client: Client) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        begin(sandbox, client, "sepa_debit", payment_method_data={**DATA["sepa_debit"], "billing_details": {}})
    assert (refused.value.code, refused.value.param) == ("parameter_missing", "billing_details[name]")


def test_a_proved_or_instant_bank_account_needs_no_deposit(sandbox: SandboxProcess, client: Client) -> None:
    instant = {"us_bank_account": {"verification_method": "instant"}}
    assert begin(sandbox, client, "us_bank_account", payment_method_options=instant).status == "succeeded"
    asked = begin(sandbox, client, "us_bank_account")
    sandbox.end_payment(asked.id, "succeed")
    again = client.v1.setup_intents.create(
        {
            "customer": str(asked.customer),
            "payment_method": str(asked.payment_method),
            "allowed_payment_method_types": ["us_bank_account"],
            "confirm": True,
        }
    )
    assert again.status == "succeeded"


def test_who_leaves_the_page_must_find_back(sandbox: SandboxProcess, client: Client) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        begin(sandbox, client, "ideal", return_url="")
    assert refused.value.param == "return_url"


@pytest.mark.parametrize(("kind", "has_one"), [("sepa_debit", True), ("link", False)])
def test_a_debit_that_is_kept_has_a_mandate(sandbox: SandboxProcess, client: Client, kind: str, has_one: bool) -> None:
    intent = client.v1.setup_intents.retrieve(begin(sandbox, client, kind).id)
    assert bool(intent.mandate) is has_one


def test_who_scanned_the_code_is_known_afterwards(sandbox: SandboxProcess, client: Client) -> None:
    intent = begin(sandbox, client, "cashapp")
    sandbox.end_payment(intent.id, "succeed")
    [method] = list_saved(client, intent)
    assert method.cashapp is not None
    assert method.cashapp.cashtag == "$sandbox"


@pytest.mark.parametrize(("key", "status"), [("pk_test_sandbox_vintner", 200), ("", 400)])
def test_a_browser_alone_may_leave_its_consent_to_be_inferred(
    sandbox: SandboxProcess, client: Client, key: str, status: int
) -> None:
    method = client.v1.payment_methods.create(cast("PaymentMethodCreateParams", DATA["sepa_debit"]))
    intent = client.v1.setup_intents.create({"allowed_payment_method_types": ["sepa_debit"]})
    form = {
        "payment_method": method.id,
        "mandate_data[customer_acceptance][type]": "online",
        "mandate_data[customer_acceptance][online][infer_from_client]": "true",
        **({"key": key, "client_secret": str(intent.client_secret)} if key else {}),
    }
    as_store = None if key else ("sk_test_sandbox_vintner", "")
    url = f"{sandbox.base_url}/v1/setup_intents/{intent.id}/confirm"
    assert httpx.post(url, data=form, auth=as_store, trust_env=False).status_code == status
