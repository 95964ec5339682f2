"""What the browser reports: failures, answered questions, the appearance of the fields."""

import json

import pytest
from pytest_django import Settings

from vintner.payments.appearance import APPEARANCES
from vintner.payments.tests.attempts.intent_calls import read_data, read_problem, read_token, send_appearance
from vintner.payments.tests.cardholder import Cardholder
from vintner.payments.tests.types.steps import get_payment
from vintner.testing.builders import make_product
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.sandbox import THREE_D_SECURE as ASKS
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}


def report_status(shopper: Shopper, order_id: int, intent_id: str, **fields: str) -> dict[str, object]:
    token = {"_ajax_nonce": read_token(shopper), **fields}
    return shopper.call("wc_stripe_update_failed_order", order_id=str(order_id), intent_id=intent_id, **token)


def test_a_failure_is_looked_up(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(ASKS))
    payment = get_payment()
    sandbox.answer(str(payment.intent_id), "fail")
    assert report_status(shopper, payment.order_id, str(payment.intent_id)) == {"success": True}
    assert only_order().status == "failed"


def test_what_has_not_failed_stays_as_it_is(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(ASKS))
    payment = get_payment()
    assert report_status(shopper, payment.order_id, str(payment.intent_id)) == {"success": True}
    assert (only_order().status, get_payment().status) == ("pending", "action_required")


def test_names_that_do_not_fit_are_told_as_text(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    provider.confirm("pi_1", is_shopper=False)
    order_id, stranger = only_order().pk, Shopper()
    for answer in (
        report_status(shopper, order_id, "pi_x"),
        report_status(stranger, order_id, "pi_1"),
        report_status(shopper, order_id, "pi_1", _ajax_nonce="bad"),
    ):
        assert (set(answer), answer["success"], type(answer["data"])) == ({"success", "data"}, False, str)
    assert only_order().status == "pending"


def test_it_is_echoed_and_comes_back_with_the_page(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    appearance = {"theme": "stripe", "variables": {"colorText": "#111"}}
    assert read_data(send_appearance(shopper, json.dumps(appearance))) == appearance
    assert read_data(send_appearance(shopper, '{"theme": "night"}', is_block_checkout="true")) == {"theme": "night"}
    known = shopper.client.get("/checkout/", headers=JSON).json()["provider"]
    assert json.loads(known["appearance"]) == appearance
    assert known["blocksAppearance"] == '{"theme":"night"}'


def test_it_leaves_the_session_of_a_log_in_as_it_is(provider: ProviderDouble, settings: Settings) -> None:
    """A page that was opened as a guest sends it, and the answer can arrive after that of a log-in."""
    shopper = Shopper().puts(make_product())
    read_data(send_appearance(shopper, "{}"))
    assert settings.SESSION_COOKIE_NAME not in shopper.client.cookies
    assert shopper.client.cookies[APPEARANCES.cookie]["httponly"]


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", '"a"', '{"a": null}', '{"a": [1]}', json.dumps({"a": "x" * 8200}), '{"a":' * 2000 + "1"],
    ids=["nothing", "no JSON", "list", "text", "null", "list inside", "too long", "too deep"],
)
def test_what_is_no_appearance_is_not_kept(provider: ProviderDouble, text: str) -> None:
    shopper = Shopper().puts(make_product())
    assert "could not be kept" in read_problem(send_appearance(shopper, text))


@pytest.mark.parametrize("fields", [{"_ajax_nonce": "bad"}, {"theme_name": "storefront"}])
def test_nor_without_a_token_or_for_another_theme(provider: ProviderDouble, fields: dict[str, str]) -> None:
    assert "could not be kept" in read_problem(send_appearance(Shopper().puts(make_product()), "{}", **fields))


def test_a_setup_intent_is_looked_up_among_the_customer_s_own(sandbox: Sandbox) -> None:
    holder = Cardholder()
    asked = holder.adds(sandbox.card(ASKS))
    sandbox.answer_setup(asked.intent_id)
    stranger = Shopper()
    assert "could not be saved" in read_problem(stranger.confirms(1, asked.intent_id, token=read_token(stranger)))
    assert not holder.cards()
    own = Shopper(client=holder.client)
    answer = read_data(own.confirms(1, asked.intent_id, token=read_token(own)))
    assert answer == {"return_url": "http://testserver/my-source/payment-methods/"}
    assert len(holder.cards()) == 1


def test_a_card_that_is_declined_after_the_question_counts(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (1, 3600)}
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(ASKS))
    payment = get_payment()
    sandbox.answer(str(payment.intent_id), "fail")
    shopper.confirms(payment.order_id, str(payment.intent_id))
    assert "Too many payments" in shopper.pays(sandbox.card()).messages
