"""SetupIntents through the real SDK: cards that are kept without a payment."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.sent_events import list_event_types

if TYPE_CHECKING:
    from stripe.params import SetupIntentCreateParams

Client = stripe.StripeClient
CARD = ["card"]
RETURN_URL = "http://127.0.0.1:8000/my-account/payment-methods/?key=abc"


def set_up(client: Client, method: str, **more: object) -> stripe.SetupIntent:
    asked = {"payment_method": method, "confirm": True, "allowed_payment_method_types": CARD, "use_stripe_sdk": True}
    return create(client, {**asked, **more})


def create(client: Client, asked: Mapping[str, object]) -> stripe.SetupIntent:
    return client.v1.setup_intents.create(cast("SetupIntentCreateParams", asked))


def test_a_card_goes_from_nothing_to_kept(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    setups = client.v1.setup_intents
    intent = setups.create(
        {"customer": customer, "metadata": {"setup_id": "4"}, "description": "A card", "usage": "on_session"}
    )
    assert (intent.status, intent.usage, intent.latest_attempt) == ("requires_payment_method", "on_session", None)
    assert str(intent.client_secret).startswith(f"{intent.id}_secret_")
    method = sandbox.new_card("4242424242424242")
    assert setups.update(intent.id, {"payment_method": method}).status == "requires_confirmation"
    kept = setups.confirm(intent.id, {"return_url": RETURN_URL, "expand": ["payment_method", "latest_attempt"]})
    assert kept.status == "succeeded"
    assert isinstance(kept.payment_method, stripe.PaymentMethod)
    assert (kept.payment_method.id, kept.payment_method.customer) == (method, customer)
    assert isinstance(kept.latest_attempt, stripe.SetupAttempt)
    assert (kept.latest_attempt.status, kept.latest_attempt.setup_error) == ("succeeded", None)
    assert [item.id for item in setups.list({"customer": customer, "payment_method": method}).data] == [intent.id]
    assert list_event_types(client)[-3:] == [
        "setup_intent.created",
        "payment_method.attached",
        "setup_intent.succeeded",
    ]


def test_one_call_keeps_a_card(client: Client) -> None:
    customer = client.v1.customers.create().id
    mandate = {"customer_acceptance": {"type": "online", "online": {"ip_address": "10.0.0.1", "user_agent": "A"}}}
    kept = set_up(client, "pm_card_visa", customer=customer, mandate_data=mandate)
    assert (kept.status, kept.payment_method_types) == ("succeeded", CARD)
    assert [card.id for card in client.v1.payment_methods.list({"customer": customer}).data] == [kept.payment_method]


def test_the_shopper_is_asked_and_then_the_card_is_kept(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    asked = set_up(client, sandbox.new_card("4000002500003155"), customer=customer)
    assert asked.status == "requires_action"
    assert asked.next_action is not None
    assert asked.next_action.type == "use_stripe_sdk"
    assert client.v1.payment_methods.list({"customer": customer}).data == []
    assert sandbox.answer_challenge(asked.id) == "succeeded"
    kept = client.v1.setup_intents.retrieve(asked.id, {"expand": ["latest_attempt"]})
    assert kept.next_action is None
    attempt = kept.latest_attempt
    assert isinstance(attempt, stripe.SetupAttempt)
    assert attempt.payment_method_details.card is not None
    assert attempt.payment_method_details.card.three_d_secure is not None
    assert attempt.payment_method_details.card.three_d_secure.result == "authenticated"
    assert list_event_types(client)[-4:] == [
        "setup_intent.created",
        "setup_intent.requires_action",
        "payment_method.attached",
        "setup_intent.succeeded",
    ]


def test_a_card_that_was_set_up_pays_without_the_shopper(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    asked = set_up(client, sandbox.new_card("4000002500003155"), customer=customer)
    sandbox.answer_challenge(asked.id)
    later = client.v1.payment_intents.create(
        {"amount": 500, "currency": "usd", "customer": customer, "payment_method": str(asked.payment_method),
         "confirm": True, "off_session": True, "allowed_payment_method_types": CARD}
    )  # fmt: skip
    assert later.status == "succeeded"


def test_a_card_set_up_for_payments_with_the_shopper_still_asks_without_her(
    sandbox: SandboxProcess, client: Client
) -> None:
    customer = client.v1.customers.create().id
    asked = set_up(client, sandbox.new_card("4000002500003155"), customer=customer, usage="on_session")
    sandbox.answer_challenge(asked.id)
    with pytest.raises(stripe.CardError) as declined:
        client.v1.payment_intents.create(
            {"amount": 500, "currency": "usd", "customer": customer, "payment_method": str(asked.payment_method),
             "confirm": True, "off_session": True, "allowed_payment_method_types": CARD}
        )  # fmt: skip
    assert declined.value.code == "authentication_required"


def test_a_failed_question_asks_for_another_card(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    asked = set_up(client, sandbox.new_card("4000002760003184"), customer=customer)
    assert sandbox.answer_challenge(asked.id, complete=False) == "requires_payment_method"
    failed = client.v1.setup_intents.retrieve(asked.id, {"expand": ["latest_attempt"]})
    assert failed.last_setup_error is not None
    assert failed.last_setup_error.code == "setup_intent_authentication_failure"
    assert (failed.payment_method, failed.next_action) == (None, None)
    assert isinstance(failed.latest_attempt, stripe.SetupAttempt)
    assert failed.latest_attempt.status == "failed"
    assert client.v1.payment_methods.list({"customer": customer}).data == []
    assert list_event_types(client)[-1] == "setup_intent.setup_failed"
    again = client.v1.setup_intents.confirm(asked.id, {"payment_method": sandbox.new_card("4242424242424242")})
    assert (again.status, again.last_setup_error) == ("succeeded", None)
    tries = client.v1.setup_attempts.list({"setup_intent": asked.id}).data
    assert [one.status for one in tries] == ["succeeded", "failed"]


@pytest.mark.parametrize(
    ("number", "code", "decline_code"),
    [
        ("4000000000000002", "card_declined", "generic_decline"),
        ("4000000000009995", "card_declined", "insufficient_funds"),
        ("4000000000000069", "expired_card", "expired_card"),
        ("4000000000000127", "incorrect_cvc", "incorrect_cvc"),
    ],
)
def test_a_card_that_declines_is_not_kept(
    sandbox: SandboxProcess, client: Client, number: str, code: str, decline_code: str
) -> None:
    customer = client.v1.customers.create().id
    with pytest.raises(stripe.CardError) as declined:
        set_up(client, sandbox.new_card(number), customer=customer)
    assert declined.value.error is not None
    carried = declined.value.error.setup_intent
    assert carried is not None
    assert (declined.value.code, declined.value.error.decline_code) == (code, decline_code)
    left = client.v1.setup_intents.retrieve(carried.id)
    assert (left.status, left.payment_method) == ("requires_payment_method", None)
    assert left.last_setup_error is not None
    assert left.last_setup_error.code == code
    assert client.v1.payment_methods.list({"customer": customer}).data == []
    assert list_event_types(client)[-2:] == ["setup_intent.created", "setup_intent.setup_failed"]


def test_a_card_may_be_kept_and_decline_only_when_it_pays(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    kept = set_up(client, sandbox.new_card("4000000000000341"), customer=customer)
    assert kept.status == "succeeded"
    with pytest.raises(stripe.CardError):
        client.v1.payment_intents.create(
            {"amount": 500, "currency": "usd", "customer": customer, "payment_method": str(kept.payment_method),
             "confirm": True, "allowed_payment_method_types": CARD}
        )  # fmt: skip


def test_a_new_try_gives_the_open_question_up(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    asked = set_up(client, sandbox.new_card("4000002760003184"), customer=customer)
    replaced = client.v1.setup_intents.confirm(asked.id, {"payment_method": sandbox.new_card("4242424242424242")})
    assert replaced.status == "succeeded"
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.answer_challenge(asked.id)
    tries = client.v1.setup_attempts.list({"setup_intent": asked.id}).data
    assert [one.status for one in tries] == ["succeeded", "abandoned"]


def test_canceling_keeps_the_reason_and_ends_the_question(sandbox: SandboxProcess, client: Client) -> None:
    asked = set_up(client, sandbox.new_card("4000002760003184"))
    canceled = client.v1.setup_intents.cancel(asked.id, {"cancellation_reason": "abandoned"})
    assert (canceled.status, canceled.cancellation_reason, canceled.next_action) == ("canceled", "abandoned", None)
    assert list_event_types(client)[-1] == "setup_intent.canceled"
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.answer_challenge(asked.id)
    with pytest.raises(stripe.InvalidRequestError, match="already canceled"):
        client.v1.setup_intents.cancel(asked.id)


def test_a_setup_that_is_over_is_closed(client: Client) -> None:
    setups = client.v1.setup_intents
    kept = set_up(client, "pm_card_visa")
    steps: list[Callable[[], stripe.SetupIntent]] = [
        lambda: setups.confirm(kept.id),
        lambda: setups.cancel(kept.id),
        lambda: setups.update(kept.id, {"payment_method": "pm_card_visa"}),
    ]
    for step in steps:
        with pytest.raises(stripe.InvalidRequestError) as refused:
            step()
        assert refused.value.code == "setup_intent_unexpected_state"
        assert refused.value.error is not None
        assert refused.value.error.setup_intent is not None
        assert refused.value.error.setup_intent.status == "succeeded"
    changed = setups.update(kept.id, {"metadata": {"note": "kept"}})
    assert changed.metadata is not None
    assert changed.metadata["note"] == "kept"


def test_without_the_sdk_the_shopper_is_sent_to_a_page_and_back(client: Client) -> None:
    asked = set_up(client, "pm_card_authenticationRequired", use_stripe_sdk=False, return_url=RETURN_URL)
    assert asked.next_action is not None
    assert asked.next_action.redirect_to_url is not None
    url = str(asked.next_action.redirect_to_url.url)
    page = httpx.get(url, trust_env=False)
    assert "lets the store keep the card" in page.text
    back = httpx.post(url, data={"result": "complete"}, trust_env=False)
    assert dict(httpx.URL(back.headers["location"]).params) == {
        "key": "abc",
        "setup_intent": asked.id,
        "setup_intent_client_secret": asked.client_secret,
        "redirect_status": "succeeded",
    }
    assert client.v1.setup_intents.retrieve(asked.id).status == "succeeded"


def test_a_card_is_set_up_for_its_owner_only(sandbox: SandboxProcess, client: Client) -> None:
    ada, bob = client.v1.customers.create().id, client.v1.customers.create().id
    method = sandbox.new_card("4242424242424242")
    client.v1.payment_methods.attach(method, {"customer": ada})
    with pytest.raises(stripe.InvalidRequestError, match="does not belong to the Customer"):
        set_up(client, method, customer=bob)
    with pytest.raises(stripe.InvalidRequestError, match="include the Customer"):
        set_up(client, method)
    assert set_up(client, method, customer=ada).status == "succeeded"
    assert client.v1.setup_intents.list({"customer": bob}).data == []
    intent = client.v1.setup_intents.create({"customer": ada})
    with pytest.raises(stripe.InvalidRequestError, match="cannot modify `customer`"):
        client.v1.setup_intents.update(intent.id, {"customer": bob})


def test_a_card_kept_for_nobody_can_be_attached_later(sandbox: SandboxProcess, client: Client) -> None:
    kept = set_up(client, sandbox.new_card("4242424242424242"))
    customer = client.v1.customers.create().id
    assert client.v1.payment_methods.attach(str(kept.payment_method), {"customer": customer}).customer == customer


def test_what_is_wrong_is_named(client: Client) -> None:
    setups = client.v1.setup_intents
    with pytest.raises(stripe.InvalidRequestError, match="No such setupintent: 'seti_x'") as missing:
        setups.retrieve("seti_x")
    assert (missing.value.http_status, missing.value.code, missing.value.param) == (404, "resource_missing", "intent")
    intent = setups.create()
    with pytest.raises(stripe.InvalidRequestError, match="missing a payment method") as refused:
        setups.confirm(intent.id)
    assert refused.value.code == "setup_intent_unexpected_state"
    with pytest.raises(stripe.InvalidRequestError, match="return_url"):
        setups.create({"payment_method": "pm_card_visa", "confirm": True})
    for name in ("return_url", "confirmation_token"):
        with pytest.raises(stripe.InvalidRequestError, match="confirm=true") as early:
            create(client, {name: "http://store.example"})
        assert early.value.param == name
    for wrong in ({"payment_method_types": ["card"]}, {"usage": "sometimes"}, {"allowed_payment_method_types": ["x"]}):
        with pytest.raises(stripe.InvalidRequestError):
            create(client, wrong)
    assert [item.id for item in setups.list().data] == [intent.id]


def test_what_this_sandbox_lacks_is_said_aloud(client: Client) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="does not offer"):
        client.v1.setup_intents.create({"attach_to_self": True})


def test_the_same_key_sets_up_once(client: Client) -> None:
    customer = client.v1.customers.create().id
    made = [
        client.v1.setup_intents.create(
            {"customer": customer, "payment_method": "pm_card_visa", "confirm": True, "use_stripe_sdk": True},
            {"idempotency_key": "setup:1:attempt:1"},
        ).id
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert len(client.v1.payment_methods.list({"customer": customer}).data) == 1


def from_browser(sandbox: SandboxProcess, method: str, path: str, **params: str) -> httpx.Response:
    sent = {"params": params} if method == "GET" else {"data": params}
    headers = {"Authorization": f"Bearer {sandbox.publishable_key}"}
    return httpx.request(method, f"{sandbox.base_url}{path}", headers=headers, trust_env=False, **sent)  # type: ignore[arg-type]


def test_a_browser_needs_the_secret_and_sees_no_private_parts(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    intent = client.v1.setup_intents.create({"customer": customer, "metadata": {"setup_id": "1"}})
    path, secret = f"/v1/setup_intents/{intent.id}", str(intent.client_secret)
    seen = from_browser(sandbox, "GET", path, client_secret=secret).json()
    assert (seen["id"], seen["status"]) == (intent.id, "requires_payment_method")
    assert not {"customer", "metadata", "latest_attempt"} & set(seen)
    assert from_browser(sandbox, "GET", path).json()["error"]["code"] == "parameter_missing"
    for wrong in ("seti_x_secret_y", f"{intent.id}_secret_", "é"):
        assert from_browser(sandbox, "GET", path, client_secret=wrong).status_code == 404
    declined = from_browser(
        sandbox, "POST", f"{path}/confirm", client_secret=secret, payment_method=sandbox.new_card("4000000000000002")
    )
    assert declined.status_code == 402
    assert "customer" not in declined.json()["error"]["setup_intent"]
    kept = from_browser(
        sandbox, "POST", f"{path}/confirm", client_secret=secret, payment_method=sandbox.new_card("4242424242424242")
    ).json()
    assert kept["status"] == "succeeded"
    for call, place in (("POST", "/v1/setup_intents"), ("GET", "/v1/setup_intents"), ("POST", f"{path}/cancel")):
        assert from_browser(sandbox, call, place).status_code == 403


def test_a_browser_is_not_told_whose_a_card_is(sandbox: SandboxProcess, client: Client) -> None:
    ada, bob = client.v1.customers.create().id, client.v1.customers.create().id
    method = sandbox.new_card("4242424242424242")
    client.v1.payment_methods.attach(method, {"customer": ada})
    for intent in (client.v1.setup_intents.create({"customer": bob}), client.v1.setup_intents.create()):
        refused = from_browser(
            sandbox,
            "POST",
            f"/v1/setup_intents/{intent.id}/confirm",
            client_secret=str(intent.client_secret),
            payment_method=method,
        )
        assert refused.status_code == 400
        assert ada not in refused.text
        assert client.v1.setup_intents.retrieve(intent.id).status == "requires_payment_method"


MANDATE = {"customer_acceptance": {"type": "online", "online": {"ip_address": "10.0.0.1", "user_agent": "A"}}}
DEBIT = {
    "type": "sepa_debit",
    "sepa_debit": {"iban": "AT611904300234573201"},
    "billing_details": {"name": "Ada", "email": "ada@example.com"},
}


def test_a_bank_account_is_kept_with_the_shoppers_word(client: Client) -> None:
    customer = client.v1.customers.create().id
    asked = {
        "customer": customer,
        "confirm": True,
        "allowed_payment_method_types": ["card", "sepa_debit", "link", "us_bank_account"],
        "payment_method_data": DEBIT,
    }
    with pytest.raises(stripe.InvalidRequestError) as refused:
        create(client, asked)
    assert (refused.value.code, refused.value.param) == ("setup_intent_mandate_invalid", "mandate_data")
    kept = create(client, {**asked, "mandate_data": MANDATE})
    assert kept.status == "succeeded"
    saved = client.v1.payment_methods.list({"customer": customer, "type": "sepa_debit"}).data
    assert [method.id for method in saved] == [kept.payment_method]


def test_only_types_that_can_be_used_again_are_set_up(client: Client) -> None:
    for types in (["klarna"], ["card", "boleto"], ["bacs_debit"]):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            create(client, {"allowed_payment_method_types": types})
        assert refused.value.code == "setup_intent_invalid_parameter"
    with pytest.raises(stripe.InvalidRequestError, match="not allowed for this SetupIntent"):
        create(client, {"allowed_payment_method_types": ["link"], "payment_method": "pm_card_visa", "confirm": True})
