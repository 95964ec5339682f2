"""The calls by which pages open intents, report failures and store the look of the fields."""

from dataclasses import replace
from datetime import timedelta
from typing import Literal

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.checkout.tests.shopper import Shopper, only_order
from vintner.orders.ownership import pay_link
from vintner.payments import jobs
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.messages import NO_ANSWER
from vintner.payments.models import OpenIntent, Payment, ProviderEvent
from vintner.payments.provider import gateway
from vintner.payments.tests.double import THREE_D_SECURE, ProviderDouble
from vintner.payments.tests.recovery.test_recovery import some_time_later
from vintner.payments.tests.sales import Market, open_market
from vintner.payments.tests.sandbox import DECLINED, Sandbox
from vintner.payments.tests.sandbox import THREE_D_SECURE as THREE_D_SECURE_CARD
from vintner.payments.tests.types.test_every_type import only_payment
from vintner.testing.builders import make_product

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}


def opens(shopper: Shopper, order_id: str = "", kind: str = "card", **fields: str) -> dict[str, object]:
    token = {"_ajax_nonce": csrf(shopper), **fields}
    return shopper.call("wc_stripe_create_payment_intent", stripe_order_id=order_id, payment_method_type=kind, **token)


def binds(shopper: Shopper, order_id: int, intent_id: str, kind: str, **fields: str) -> dict[str, object]:
    named = {"stripe_order_id": str(order_id), "wc_payment_intent_id": intent_id, "selected_upe_payment_type": kind}
    token = {"_ajax_nonce": csrf(shopper), "save_payment_method": "no", **fields}
    return shopper.call("wc_stripe_update_payment_intent", **named, **token)


def csrf(shopper: Shopper) -> str:
    return str(shopper.client.get("/cart/", headers=JSON).json()["csrf_token"])


def problem(answer: dict[str, object]) -> str:
    assert (set(answer), answer["success"]) == ({"success", "data"}, False), answer
    data = answer["data"]
    assert isinstance(data, dict)
    assert set(data) == {"error"}
    return str(data["error"]["message"])


def data(answer: dict[str, object]) -> dict[str, str]:
    assert (set(answer), answer["success"]) == ({"success", "data"}, True), answer
    found = answer["data"]
    assert isinstance(found, dict)
    return found


def unpaid_order(market: Market) -> Shopper:
    """A shopper whose card was declined, with the order that this left."""
    shopper = market.shopper()
    shopper.pays(market.sandbox.card(DECLINED), **market.bill())
    return shopper


def test_it_is_over_the_cart_s_total_and_unconfirmed(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product(price="16.99"), 2)
    opened = data(opens(shopper))
    assert set(opened) == {"id", "client_secret"}
    assert opened["client_secret"].startswith(f"{opened['id']}_secret_")
    assert (OpenIntent.objects.get().amount.text, Payment.objects.count()) == ("$47.17", 0)


def test_money_that_came_for_no_order_goes_back(provider: ProviderDouble) -> None:
    opened = data(opens(Shopper().puts(make_product()), kind="card"))["id"]
    intent = provider.intents[opened]
    provider.intents[opened] = replace(intent, status=IntentStatus.PROCESSING)
    provider.cancel = provider.find  # type: ignore[assignment,method-assign]  # the bank is at work: nothing stops it
    OpenIntent.objects.update(created_at=timezone.now() - timedelta(hours=2))
    jobs.give_up_open_intents(0)
    assert OpenIntent.objects.get().ended_at is None
    provider.intents[opened] = replace(intent, status=IntentStatus.SUCCEEDED, received=intent.amount)
    jobs.give_up_open_intents(0)
    assert [each.amount for each in provider.refunds] == [intent.amount]
    assert OpenIntent.objects.get().ended_at is not None


def test_asked_for_again_it_is_the_same_until_the_total_changes(sandbox: Sandbox) -> None:
    wine = make_product(price="16.99")
    shopper = Shopper().puts(wine)
    first, second = data(opens(shopper)), data(opens(shopper))
    assert first == second
    shopper.puts(wine)
    assert data(opens(shopper))["id"] != first["id"]


def test_without_a_token_nothing_is_opened(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    assert "open for too long" in problem(opens(shopper, _ajax_nonce="bad"))
    assert not OpenIntent.objects.exists()


@pytest.mark.parametrize("kind", ["ideal", "konbini", "amazon_pay"])
def test_only_types_that_are_offered(provider: ProviderDouble, kind: str) -> None:
    assert "not offered" in problem(opens(Shopper().puts(make_product()), kind=kind))


def test_there_must_be_something_to_pay(provider: ProviderDouble) -> None:
    assert "nothing to pay" in problem(opens(Shopper()))


@pytest.mark.parametrize("number", ["{}", "0", "x", "99999999999999999999"])
def test_nobody_opens_one_for_another_s_order(provider: ProviderDouble, number: str) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    assert "could not match" in problem(opens(Shopper(), number.format(only_order().pk)))
    assert not OpenIntent.objects.exists()


def test_how_many_are_opened_is_limited(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "intents_opened": (2, 3600)}
    shopper = Shopper().puts(make_product())
    assert [opens(shopper)["success"] for _ in range(3)] == [True, True, False]


def test_too_many_declines_stop_it_too(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (1, 3600)}
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(DECLINED))
    assert "Too many payments" in problem(opens(shopper))


def fails(sandbox: Sandbox, intent: dict[str, str], *, times: int = 1) -> None:
    """Try cards that are declined with the browser's key alone; the provider's webhooks come after the last one."""
    for _ in range(times):
        with pytest.raises(AssertionError, match="card_declined"):
            sandbox.confirm(intent["client_secret"], sandbox.card(DECLINED))
    for number in range(times):
        handle_event(intent["id"], f"evt_{intent['id']}_{number}")


def handle_event(intent_id: str, event_id: str) -> None:
    event = ProviderEvent.objects.create(event_id=event_id, type="payment_intent.payment_failed", object_id=intent_id)
    for _ in range(2):  # a job that is repeated
        jobs.handle_event(event.pk)


def test_every_card_that_is_tried_on_one_counts_for_its_cart(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (3, 3600)}
    shopper, other = Shopper().puts(make_product()), Shopper().puts(make_product())
    fails(sandbox, data(opens(shopper)), times=2)
    again = data(opens(shopper))
    fails(sandbox, again)
    assert "Too many payments" in problem(opens(shopper))
    assert "Too many payments" in shopper.pays(sandbox.card()).messages
    assert other.pays(sandbox.card()).result == "success"


def test_they_count_for_the_address_whatever_the_cart(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments_from": (2, 3600)}
    fails(sandbox, data(opens(Shopper().puts(make_product()))), times=2)
    assert "Too many payments" in problem(opens(Shopper().puts(make_product())))
    elsewhere = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.7")
    assert opens(Shopper(elsewhere).puts(make_product()))["success"] is True


def test_they_count_for_an_order_on_its_page(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (2, 3600)}
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(DECLINED))
    order = only_order()
    fails(sandbox, data(opens(shopper, str(order.pk))))
    assert "Too many payments" in problem(opens(shopper, str(order.pk)))


def test_a_card_that_only_a_webhook_says_was_declined_counts_for_the_address(
    sandbox: Sandbox, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments_from": (1, 3600)}
    Shopper().puts(make_product()).pays(sandbox.card(THREE_D_SECURE_CARD))
    intent_id = str(only_payment().intent_id)
    sandbox.answer(intent_id, "fail")
    handle_event(intent_id, "evt_1")
    assert only_payment().status == "declined"
    assert "Too many payments" in Shopper().puts(make_product()).pays(sandbox.card()).messages


def test_a_cart_has_one_at_a_time(sandbox: Sandbox) -> None:
    wine = make_product()
    shopper = Shopper().puts(wine)
    first = data(opens(shopper))
    shopper.puts(wine)
    data(opens(shopper))
    with pytest.raises(AssertionError, match="status of canceled"):
        sandbox.confirm(first["client_secret"], sandbox.card())


def test_one_that_failed_is_given_to_no_page_again(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    first = data(opens(shopper))
    with pytest.raises(AssertionError, match="card_declined"):  # and the webhook is late
        sandbox.confirm(first["client_secret"], sandbox.card(DECLINED))
    assert data(opens(shopper))["id"] != first["id"]
    with pytest.raises(AssertionError, match="status of canceled"):
        sandbox.confirm(first["client_secret"], sandbox.card())


def test_one_that_failed_takes_no_second_card(sandbox: Sandbox) -> None:
    opened = data(opens(Shopper().puts(make_product())))
    fails(sandbox, opened)
    assert OpenIntent.objects.get().ended_at is not None
    with pytest.raises(AssertionError, match="status of canceled"):
        sandbox.confirm(opened["client_secret"], sandbox.card())


def test_one_that_a_page_left_is_ended(sandbox: Sandbox) -> None:
    opened = data(opens(Shopper().puts(make_product())))
    jobs.give_up_open_intents(0)
    assert OpenIntent.objects.get().ended_at is None
    OpenIntent.objects.update(created_at=timezone.now() - timedelta(hours=2))
    jobs.give_up_open_intents(0)
    assert OpenIntent.objects.get().ended_at is not None
    with pytest.raises(AssertionError, match="status of canceled"):
        sandbox.confirm(opened["client_secret"], sandbox.card())


def test_an_order_s_page_makes_an_attempt_of_it(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = unpaid_order(market)
    order = only_order()
    opened = data(opens(shopper, str(order.pk), "acss_debit"))
    for _ in range(2):
        assert binds(shopper, order.pk, opened["id"], "acss_debit") == {"success": True, "data": {"success": True}}
    payment = Payment.objects.get(intent_id=opened["id"])
    assert (payment.type, payment.status, payment.page) == ("acss_debit", "action_required", "order")
    assert (only_order().status, only_order().payment_method) == ("pending", "stripe_acss_debit")
    assert sandbox.confirm(opened["client_secret"], market.method()) == "requires_action"
    assert shopper.confirms(order.pk, opened["id"], token=csrf(shopper))["success"] is True
    assert only_order().status == "on-hold"


@pytest.mark.parametrize("fault", ["500_before", "500_after"])
def test_after_a_lost_answer_the_same_call_finds_it_bound(
    sandbox: Sandbox, settings: Settings, fault: Literal["500_before", "500_after"]
) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = unpaid_order(market)
    order = only_order()
    opened = data(opens(shopper, str(order.pk), "acss_debit"))
    sandbox.fault(fault, "payment_intents.update", times=3)
    assert problem(binds(shopper, order.pk, opened["id"], "acss_debit")) == NO_ANSWER
    assert binds(shopper, order.pk, opened["id"], "acss_debit")["success"] is True
    assert sandbox.confirm(opened["client_secret"], market.method()) == "requires_action"


def test_whoever_is_shown_the_order_s_page_may_open_one(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    unpaid_order(market)
    order, another = only_order(), Shopper()
    assert another.client.get(pay_link(order), headers=JSON).status_code == 200
    assert opens(another, str(order.pk), "acss_debit")["success"] is True


def test_another_s_intent_is_refused_everywhere(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    theirs = data(opens(market.shopper(), kind="acss_debit"))["id"]
    shopper = unpaid_order(market)
    order = only_order()
    assert "could not match" in problem(binds(shopper, order.pk, theirs, "acss_debit"))
    answer = shopper.pays("", **market.chooses(wc_payment_intent_id=theirs))
    assert "could not match" in answer.messages
    assert (Payment.objects.count(), OpenIntent.objects.get().ended_at) == (1, None)
    assert only_order().status == "failed"


def test_one_of_another_type_is_refused(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    cards = data(opens(shopper))["id"]
    answer = shopper.pays("", **market.chooses(wc_payment_intent_id=cards))
    assert "could not match" in answer.messages


def test_one_is_good_for_one_attempt(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    mine = data(opens(shopper, kind="acss_debit"))["id"]
    assert shopper.pays("", **market.chooses(wc_payment_intent_id=mine)).result == "success"
    assert "could not match" in shopper.pays("", **market.chooses(wc_payment_intent_id=mine)).messages
    assert (only_order().status, Payment.objects.count()) == ("pending", 1)


def test_it_is_charged_what_the_order_costs_not_what_it_was_opened_over(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    opened = data(opens(shopper, kind="acss_debit"))
    shopper.puts(make_product(price="5.00"))
    answer = shopper.pays("", **market.chooses(wc_payment_intent_id=opened["id"]))
    assert answer.result == "success", answer.messages
    sandbox.confirm(opened["client_secret"], market.method())
    for _ in range(2):
        sandbox.end(opened["id"], "succeed")
    some_time_later()
    jobs.reconcile(0)
    assert (only_order().status, only_payment().captured) == ("processing", only_order().total)


def test_a_program_that_died_before_it_was_told_tells_it_later(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    opened = data(opens(shopper, kind="acss_debit"))
    sandbox.fault("500_before", "payment_intents.update", times=3)
    assert shopper.pays("", **market.chooses(wc_payment_intent_id=opened["id"])).result == "failure"
    assert only_payment().status == "created"
    some_time_later()
    jobs.reconcile(0)
    assert (only_payment().status, only_order().status) == ("action_required", "pending")


def test_one_that_was_ended_at_the_provider_meanwhile_is_given_up(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    opened = data(opens(shopper, kind="acss_debit"))
    sandbox.fault("500_before", "payment_intents.update", times=3)
    shopper.pays("", **market.chooses(wc_payment_intent_id=opened["id"]))
    gateway().cancel(opened["id"])
    some_time_later()
    jobs.reconcile(0)
    assert (only_payment().status, only_order().status) == ("declined", "failed")


def test_nobody_makes_an_attempt_at_another_s_order(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    unpaid_order(market)
    stranger = market.shopper()
    mine = data(opens(stranger, kind="acss_debit"))["id"]
    assert "could not match" in problem(binds(stranger, only_order().pk, mine, "acss_debit"))
    assert Payment.objects.count() == 1
