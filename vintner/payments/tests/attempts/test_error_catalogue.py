"""Every row of the error catalogue: what brings it, and that shoppers read it as given.

Here are the rows that the provider or the store brings, by real calls up to the answer that a page gets, on each way to
pay. Those of the pages, and where they show what they were told, are in frontend/pages/checkout/catalogue.test.tsx.
"""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings as settings_of_django
from pytest_django import Settings

from sandbox_pay.payments.behaviours import TABLE
from tests.reference import reference
from tests.sweeps import swept
from vintner.order_pages.tests.pay_form import send_form
from vintner.orders.ownership import pay_link
from vintner.payments.attempts.start_payment import PAYMENT_ERROR_PREFIX
from vintner.payments.messages import GENERIC, NO_ANSWER, PAGE_MESSAGES, find_message
from vintner.payments.models import Payment
from vintner.payments.tests import catalogue
from vintner.payments.tests.cardholder import JSON, Cardholder
from vintner.payments.tests.catalogue import CARDS, ENTERED, LIKE_INVALID_REQUEST, NUMBERS, OTHERS, OURS, REFUSALS
from vintner.payments.tests.sales import open_market
from vintner.payments.tests.stories import SAVE
from vintner.payments.tests.types.steps import begin_payment, build_checkout, follow_return, get_payment
from vintner.shipping.models import Method
from vintner.store_api.tests.buying import buys, puts
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_user
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
FIXTURE = Path(settings_of_django.BASE_DIR) / "frontend" / "fixtures" / "catalogue.json"
ALL = {**CARDS, **OURS}
KEPT_ALL_THE_SAME = ("4000000000000341", "4100000000000019")
"""Cards that are declined only when they pay."""
OF_LISTS = re.compile(r'<ul class="woocommerce-error" role="alert">(?:<li[^>]*>(.*?)</li>)</ul>')


def said_in(messages: object) -> str:
    """Return the one text of the contract's list of errors."""
    found = OF_LISTS.fullmatch(str(messages))
    assert found, messages
    return html.unescape(found[1])


# How the specification's rows come into the table


def specified() -> str:
    return reference("spec/store.md").read_text()


def part(heading: str) -> str:
    found = re.search(rf"^### {heading}\n(.*?)(?=^##)", specified(), re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def test_no_row_of_the_cards_is_forgotten() -> None:
    rows = re.findall(r"^\| ([^|]+?) \| ([^|]+?) \| [^|]+ \|$", part("Card and payment messages"), re.MULTILINE)
    given = dict(rows[1:])  # the first is the heading
    assert given.pop("generic") == catalogue.GENERIC
    assert given.pop("validation error") == "empty message"
    assert given.pop(", ".join(OURS)) == "text not shown"
    assert given == CARDS


def test_no_type_of_errors_is_forgotten() -> None:
    [types] = re.findall(r"^- Error types: (.*)\.$", part("Card and payment messages"), re.MULTILINE)
    assert set(types.split(", ")) == {*LIKE_INVALID_REQUEST, "card_error", catalogue.EMPTY}


def test_no_other_row_is_forgotten() -> None:
    rows = re.findall(
        r"^- ([^:]+): '(.+?)'\.?(?: It shows .*)?$", part("Network and other payment messages"), re.MULTILINE
    )
    given = [(label, re.sub(r"\{[a-z ]+\}", "%s", text)) for label, text in rows]
    assert given == [(row.label, row.text) for row in OTHERS]


# What the pages are given


def test_the_store_s_words_are_the_catalogue_s() -> None:
    same = dict.fromkeys(LIKE_INVALID_REQUEST, CARDS["invalid_request_error"])
    others = {row.key: row.text for row in OTHERS}
    given = {**ALL, **same, **others, catalogue.EMPTY: ""}
    assert {code: PAGE_MESSAGES.get(code) for code in given} == given
    assert catalogue.GENERIC == GENERIC


def test_the_words_are_those_of_the_recorded_page() -> None:
    recorded = json.loads(reference("spec/wire/_wc_stripe_upe_params.json").read_text())
    given = {code: text for code, text in PAGE_MESSAGES.items() if code in recorded}
    assert set(OURS) <= set(given)
    assert given == {code: recorded[code] for code in given}
    assert recorded["genericErrorMessage"] == GENERIC


def test_the_pages_own_tests_have_the_same_words() -> None:
    assert json.loads(FIXTURE.read_text()) == {"genericErrorMessage": GENERIC, "messages": PAGE_MESSAGES}


@pytest.mark.parametrize("place", ["/checkout/", "/checkout/block/", "an order's page"])
def test_every_page_on_which_money_is_paid_brings_the_catalogue_along(sandbox: Sandbox, place: str) -> None:
    shopper = Shopper().puts(make_product(stock=5))
    if not place.startswith("/"):
        shopper.pays(sandbox.card(DECLINED))
        place = pay_link(only_order())
    given = shopper.client.get(place, headers=JSON).json()["provider"]
    assert (given["messages"], given["genericErrorMessage"]) == (PAGE_MESSAGES, GENERIC)


# What the provider says no to, on each way to pay


def on_the_classic_page(sandbox: Sandbox, card: str) -> str:
    answer = Shopper().puts(make_product(stock=5)).pays(card)
    assert answer.result == "failure"
    return said_in(answer.messages)


def on_the_block_page(sandbox: Sandbox, card: str) -> str:
    client = ApiClient()
    puts(client)
    answer = buys(client, card)
    assert answer.status == 400, answer.json
    return str(answer.json["message"])


def on_an_order_s_page(sandbox: Sandbox, card: str) -> str:
    shopper = Shopper().puts(make_product(stock=5))
    settled = shopper.pays(sandbox.card(THREE_D_SECURE))
    assert settled.result == "success"
    answer = send_form(shopper.client, only_order(), card)
    assert answer["result"] == "failure"
    return said_in(answer["messages"])


WAYS: dict[str, Callable[[Sandbox, str], str]] = {
    "classic": on_the_classic_page,
    "block": on_the_block_page,
    "order": on_an_order_s_page,
}


@pytest.mark.parametrize("way", swept(WAYS, guards={"classic"}))
@pytest.mark.parametrize("number", NUMBERS)
def test_a_declined_card_is_told_by_its_row(sandbox: Sandbox, number: str, way: str) -> None:
    assert WAYS[way](sandbox, sandbox.card(number)) == f"{PAYMENT_ERROR_PREFIX} {CARDS[NUMBERS[number]]}"
    assert Payment.objects.latest("attempt").error_message == CARDS[NUMBERS[number]]


def test_every_test_card_that_declines_is_here() -> None:
    declining = {each.number for each in TABLE if each.decline and each.authentication.name == "NEVER"}
    assert declining == set(NUMBERS)


@pytest.mark.sweep
@pytest.mark.parametrize("number", [each for each in NUMBERS if each not in KEPT_ALL_THE_SAME])
def test_a_card_that_is_not_kept_is_told_by_the_same_row(sandbox: Sandbox, number: str) -> None:
    assert Cardholder().adds(sandbox.card(number)).problem == CARDS[NUMBERS[number]]


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["card_error", "invalid_request_error"])
@pytest.mark.parametrize("code", REFUSALS)
def test_what_the_provider_refuses_is_told_by_its_row(sandbox: Sandbox, code: str, kind: str) -> None:
    sandbox.refuse("payment_intents.create", code, kind=kind, status=402 if kind == "card_error" else 400)
    assert on_the_classic_page(sandbox, sandbox.card()) == f"{PAYMENT_ERROR_PREFIX} {ALL[code]}"
    assert (only_order().status, sandbox.charges(only_order().pk)) == ("failed", 0)


@pytest.mark.parametrize("way", ["classic", "block"])
def test_a_request_that_makes_no_sense_is_told_by_its_type(sandbox: Sandbox, way: str) -> None:
    sandbox.refuse("payment_intents.create", "parameter_unknown", kind="invalid_request_error", status=400)
    assert WAYS[way](sandbox, sandbox.card()) == f"{PAYMENT_ERROR_PREFIX} {CARDS['invalid_request_error']}"


@pytest.mark.parametrize("way", ["with an order", "in the account"])
def test_an_e_mail_address_that_the_provider_refuses_is_told_by_its_row(sandbox: Sandbox, way: str) -> None:
    sandbox.refuse("customers.create", "email_invalid", kind="invalid_request_error", status=400, param="email")
    if way == "in the account":
        assert Cardholder().adds(sandbox.card()).problem == CARDS["email_invalid"]
        return
    shopper = Shopper()
    shopper.client.force_login(make_user("ana@example.com"))
    answer = shopper.puts(make_product(stock=5)).pays(sandbox.card(), **SAVE)
    assert said_in(answer.messages) == f"{PAYMENT_ERROR_PREFIX} {CARDS['email_invalid']}"
    assert (only_order().status, sandbox.payments()) == ("failed", [])


@pytest.mark.parametrize("status", [401, 403, 429, 500])
def test_what_leaves_open_whether_money_was_taken_is_told_in_the_store_s_own_words(
    sandbox: Sandbox, status: int
) -> None:
    """Its row would ask for another way to pay, and so for a second charge: a try before may have been the first."""
    kind = "api_error" if status == 500 else "invalid_request_error"
    for _ in range(3):
        sandbox.refuse("payment_intents.create", "", kind=kind, status=status)
    assert on_the_classic_page(sandbox, sandbox.card()).endswith(NO_ANSWER)
    assert "You will not be charged twice" in NO_ANSWER


@pytest.mark.parametrize("code", ["", "lock_timeout", "a_code_of_next_year"])
def test_a_code_without_a_row_is_never_shown(code: str) -> None:
    assert find_message(code, code) == CARDS["invalid_request_error"]


# What banks and lenders say no to, later


def test_a_bank_s_no_in_the_page_is_told_by_its_row(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product(stock=5))
    shopper.pays(sandbox.card(THREE_D_SECURE))
    intent_id = str(get_payment().intent_id)
    sandbox.answer(intent_id, "fail")
    answer = shopper.confirms(only_order().pk, intent_id)
    told = {"error": {"message": CARDS["payment_intent_authentication_failure"]}}
    assert answer == {"success": False, "data": told}


@pytest.mark.parametrize(
    ("number", "code"), [("4000008260003178", "insufficient_funds"), ("4000008400001629", "card_declined")]
)
def test_a_decline_after_the_bank_s_yes_is_told_by_its_row(sandbox: Sandbox, number: str, code: str) -> None:
    shopper = Shopper().puts(make_product(stock=5))
    shopper.pays(sandbox.card(number))
    intent_id = str(get_payment().intent_id)
    sandbox.answer(intent_id)
    answer = shopper.confirms(only_order().pk, intent_id)
    assert answer == {"success": False, "data": {"error": {"message": CARDS[code]}}}


def test_a_bank_s_no_on_its_own_page_is_told_by_its_row(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "ideal")
    shopper = market.shopper()
    begin_payment(market, shopper)
    sandbox.end(str(get_payment().intent_id), "decline")
    assert follow_return(shopper) == ("/checkout/", [CARDS["payment_intent_authentication_failure"]])


# What the store itself says no to


def small_total(shopper: Shopper) -> dict[str, str]:
    pickup = Method.objects.get(kind="local_pickup")
    shopper.puts(make_product(price="0.30"))
    return {"shipping_method[0]": f"local_pickup:{pickup.pk}"}


def test_a_total_below_what_the_provider_charges_is_told_by_its_row(sandbox: Sandbox) -> None:
    shopper = Shopper()
    answer = shopper.pays(sandbox.card(), **small_total(shopper))
    assert (said_in(answer.messages), sandbox.payments()) == (CARDS["amount_too_small"], [])


@pytest.mark.parametrize("way", ["classic", "block"])
@pytest.mark.parametrize(("price", "code"), [("20.00", "amount_too_small"), ("40000.00", "amount_too_large")])
def test_a_total_that_a_lender_does_not_lend_is_told_by_its_row(
    sandbox: Sandbox, settings: Settings, price: str, code: str, way: str
) -> None:
    market = open_market(sandbox, settings, "affirm")
    if way == "classic":
        told = said_in(market.pays(Shopper().puts(make_product(price=price)), market.method()).messages)
    else:
        client = ApiClient()
        puts(client, 1, price=price)
        answer = client.post(
            "/checkout", **build_checkout("stripe_affirm", **{"wc-stripe-payment-method": market.method()})
        )
        assert answer.status == 400
        told = answer.json["message"]
    assert (told, sandbox.payments()) == (CARDS[code], [])


def test_without_a_way_to_pay_details_are_asked_for(sandbox: Sandbox) -> None:
    assert on_the_classic_page(sandbox, "") == PAGE_MESSAGES["missing_details"]


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a"])
def test_a_bank_code_of_other_than_six_digits_is_told_by_its_row(
    sandbox: Sandbox, settings: Settings, code: str
) -> None:
    market = open_market(sandbox, settings, "blik")
    answer = market.shopper().pays(market.method(), **{**market.chooses(), "wc-stripe-blik-code": code})
    assert said_in(answer.messages) == "BLIK Code is invalid"


def test_a_currency_that_a_type_does_not_take_is_never_offered(sandbox: Sandbox, settings: Settings) -> None:
    """`unsupported_currency` has no text: it is a fault of the settings, and the type is not on the page."""
    open_market(sandbox, settings, "ideal")
    settings.STORE_CURRENCY = "USD"  # iDEAL moves euros only
    shopper = Shopper().puts(make_product())
    methods = shopper.client.get("/checkout/", headers=JSON).json()["payment"]["methods"]
    assert [each["type"] for each in methods] == ["card"]


# What the provider's fields say no to


@pytest.mark.parametrize("code", ENTERED)
def test_a_card_that_cannot_be_is_refused_by_the_code_of_its_row(sandbox: Sandbox, code: str) -> None:
    error = sandbox.refused_card(**ENTERED[code])
    assert (error["type"], error["code"]) == ("card_error", code)
    assert code in CARDS


def test_a_tax_number_that_cannot_be_is_refused_by_the_code_of_its_row(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "boleto")
    assert sandbox.refused_method("boleto", market.billing(), tax_id="529.982.247-26")["code"] == "tax_id_invalid"


def test_every_row_of_the_cards_is_brought_by_something() -> None:
    by_pages = {*catalogue.SCRIPT, "invalid_request_error", "invalid_wallet_type"}
    assert {*NUMBERS.values(), *REFUSALS, *ENTERED, *by_pages} == set(ALL)
