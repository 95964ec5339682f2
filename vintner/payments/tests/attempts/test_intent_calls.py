"""The calls by which pages open intents, report failures and store the look of the fields."""

from dataclasses import replace
from datetime import timedelta
from typing import Literal

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.orders.ownership import pay_link
from vintner.payments import jobs
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.messages import NO_ANSWER
from vintner.payments.models import OpenIntent, Payment, ProviderEvent
from vintner.payments.provider import gateway
from vintner.payments.tests.attempts.intent_calls import (
    JSON,
    bind_intent,
    open_intent,
    read_data,
    read_problem,
    read_token,
)
from vintner.payments.tests.passing_time import age_payments
from vintner.payments.tests.sales import Market, open_market
from vintner.payments.tests.types.steps import get_payment
from vintner.testing.builders import make_product
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.sandbox import THREE_D_SECURE as THREE_D_SECURE_CARD
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")


def unpaid_order(market: Market) -> Shopper:
    """A shopper whose card was declined, with the order that this left."""
    shopper = market.shopper()
    shopper.pays(market.sandbox.card(DECLINED), **market.bill())
    return shopper


def test_it_is_over_the_cart_s_total_and_unconfirmed(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product(price="16.99"), 2)
    opened = read_data(open_intent(shopper))
    assert set(opened) == {"id", "client_secret"}
    assert opened["client_secret"].startswith(f"{opened['id']}_secret_")
    assert (OpenIntent.objects.get().amount.text, Payment.objects.count()) == ("$47.17", 0)


def test_money_that_came_for_no_order_goes_back(provider: ProviderDouble) -> None:
    opened = read_data(open_intent(Shopper().puts(make_product()), kind="card"))["id"]
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
    first, second = read_data(open_intent(shopper)), read_data(open_intent(shopper))
    assert first == second
    shopper.puts(wine)
    assert read_data(open_intent(shopper))["id"] != first["id"]


def test_without_a_token_nothing_is_opened(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    assert "open for too long" in read_problem(open_intent(shopper, _ajax_nonce="bad"))
    assert not OpenIntent.objects.exists()


@pytest.mark.parametrize("kind", ["ideal", "konbini", "amazon_pay"])
def test_only_types_that_are_offered(provider: ProviderDouble, kind: str) -> None:
    assert "not offered" in read_problem(open_intent(Shopper().puts(make_product()), kind=kind))


def test_there_must_be_something_to_pay(provider: ProviderDouble) -> None:
    assert "nothing to pay" in read_problem(open_intent(Shopper()))


@pytest.mark.parametrize("number", ["{}", "0", "x", "99999999999999999999"])
def test_nobody_opens_one_for_another_s_order(provider: ProviderDouble, number: str) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    assert "could not match" in read_problem(open_intent(Shopper(), number.format(only_order().pk)))
    assert not OpenIntent.objects.exists()


def test_how_many_are_opened_is_limited(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "intents_opened": (2, 3600)}
    shopper = Shopper().puts(make_product())
    assert [open_intent(shopper)["success"] for _ in range(3)] == [True, True, False]


def test_too_many_declines_stop_it_too(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (1, 3600)}
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(DECLINED))
    assert "Too many payments" in read_problem(open_intent(shopper))


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
    fails(sandbox, read_data(open_intent(shopper)), times=2)
    again = read_data(open_intent(shopper))
    fails(sandbox, again)
    assert "Too many payments" in read_problem(open_intent(shopper))
    assert "Too many payments" in shopper.pays(sandbox.card()).messages
    assert other.pays(sandbox.card()).result == "success"


def test_they_count_for_the_address_whatever_the_cart(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments_from": (2, 3600)}
    fails(sandbox, read_data(open_intent(Shopper().puts(make_product()))), times=2)
    assert "Too many payments" in read_problem(open_intent(Shopper().puts(make_product())))
    elsewhere = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.7")
    assert open_intent(Shopper(elsewhere).puts(make_product()))["success"] is True


def test_they_count_for_an_order_on_its_page(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (2, 3600)}
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(DECLINED))
    order = only_order()
    fails(sandbox, read_data(open_intent(shopper, str(order.pk))))
    assert "Too many payments" in read_problem(open_intent(shopper, str(order.pk)))


def test_a_card_that_only_a_webhook_says_was_declined_counts_for_the_address(
    sandbox: Sandbox, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments_from": (1, 3600)}
    Shopper().puts(make_product()).pays(sandbox.card(THREE_D_SECURE_CARD))
    intent_id = str(get_payment().intent_id)
    sandbox.answer(intent_id, "fail")
    handle_event(intent_id, "evt_1")
    assert get_payment().status == "declined"
    assert "Too many payments" in Shopper().puts(make_product()).pays(sandbox.card()).messages


def test_a_cart_has_one_at_a_time(sandbox: Sandbox) -> None:
    wine = make_product()
    shopper = Shopper().puts(wine)
    first = read_data(open_intent(shopper))
    shopper.puts(wine)
    read_data(open_intent(shopper))
    with pytest.raises(AssertionError, match="status of canceled"):
        sandbox.confirm(first["client_secret"], sandbox.card())


def test_one_that_failed_is_given_to_no_page_again(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    first = read_data(open_intent(shopper))
    with pytest.raises(AssertionError, match="card_declined"):  # and the webhook is late
        sandbox.confirm(first["client_secret"], sandbox.card(DECLINED))
    assert read_data(open_intent(shopper))["id"] != first["id"]
    with pytest.raises(AssertionError, match="status of canceled"):
        sandbox.confirm(first["client_secret"], sandbox.card())


def test_one_that_failed_takes_no_second_card(sandbox: Sandbox) -> None:
    opened = read_data(open_intent(Shopper().puts(make_product())))
    fails(sandbox, opened)
    assert OpenIntent.objects.get().ended_at is not None
    with pytest.raises(AssertionError, match="status of canceled"):
        sandbox.confirm(opened["client_secret"], sandbox.card())


def test_one_that_a_page_left_is_ended(sandbox: Sandbox) -> None:
    opened = read_data(open_intent(Shopper().puts(make_product())))
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
    opened = read_data(open_intent(shopper, str(order.pk), "acss_debit"))
    for _ in range(2):
        bound = bind_intent(shopper, order.pk, opened["id"], "acss_debit")
        assert bound == {"success": True, "data": {"success": True}}
    payment = Payment.objects.get(intent_id=opened["id"])
    assert (payment.type, payment.status, payment.page) == ("acss_debit", "action_required", "order")
    assert (only_order().status, only_order().payment_method) == ("pending", "stripe_acss_debit")
    assert sandbox.confirm(opened["client_secret"], market.method()) == "requires_action"
    assert shopper.confirms(order.pk, opened["id"], token=read_token(shopper))["success"] is True
    assert only_order().status == "on-hold"


@pytest.mark.parametrize("fault", ["500_before", "500_after"])
def test_after_a_lost_answer_the_same_call_finds_it_bound(
    sandbox: Sandbox, settings: Settings, fault: Literal["500_before", "500_after"]
) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = unpaid_order(market)
    order = only_order()
    opened = read_data(open_intent(shopper, str(order.pk), "acss_debit"))
    sandbox.fault(fault, "payment_intents.update", times=3)
    assert read_problem(bind_intent(shopper, order.pk, opened["id"], "acss_debit")) == NO_ANSWER
    assert bind_intent(shopper, order.pk, opened["id"], "acss_debit")["success"] is True
    assert sandbox.confirm(opened["client_secret"], market.method()) == "requires_action"


def test_whoever_is_shown_the_order_s_page_may_open_one(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    unpaid_order(market)
    order, another = only_order(), Shopper()
    assert another.client.get(pay_link(order), headers=JSON).status_code == 200
    assert open_intent(another, str(order.pk), "acss_debit")["success"] is True


def test_another_s_intent_is_refused_everywhere(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    theirs = read_data(open_intent(market.shopper(), kind="acss_debit"))["id"]
    shopper = unpaid_order(market)
    order = only_order()
    assert "could not match" in read_problem(bind_intent(shopper, order.pk, theirs, "acss_debit"))
    answer = shopper.pays("", **market.chooses(wc_payment_intent_id=theirs))
    assert "could not match" in answer.messages
    assert (Payment.objects.count(), OpenIntent.objects.get().ended_at) == (1, None)
    assert only_order().status == "failed"


def test_one_of_another_type_is_refused(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    cards = read_data(open_intent(shopper))["id"]
    answer = shopper.pays("", **market.chooses(wc_payment_intent_id=cards))
    assert "could not match" in answer.messages


def test_one_is_good_for_one_attempt(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    mine = read_data(open_intent(shopper, kind="acss_debit"))["id"]
    assert shopper.pays("", **market.chooses(wc_payment_intent_id=mine)).result == "success"
    assert "could not match" in shopper.pays("", **market.chooses(wc_payment_intent_id=mine)).messages
    assert (only_order().status, Payment.objects.count()) == ("pending", 1)


def test_it_is_charged_what_the_order_costs_not_what_it_was_opened_over(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    opened = read_data(open_intent(shopper, kind="acss_debit"))
    shopper.puts(make_product(price="5.00"))
    answer = shopper.pays("", **market.chooses(wc_payment_intent_id=opened["id"]))
    assert answer.result == "success", answer.messages
    sandbox.confirm(opened["client_secret"], market.method())
    for _ in range(2):
        sandbox.end(opened["id"], "succeed")
    age_payments()
    jobs.reconcile(0)
    assert (only_order().status, get_payment().captured) == ("processing", only_order().total)


def test_a_program_that_died_before_it_was_told_tells_it_later(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    opened = read_data(open_intent(shopper, kind="acss_debit"))
    sandbox.fault("500_before", "payment_intents.update", times=3)
    assert shopper.pays("", **market.chooses(wc_payment_intent_id=opened["id"])).result == "failure"
    assert get_payment().status == "created"
    age_payments()
    jobs.reconcile(0)
    assert (get_payment().status, only_order().status) == ("action_required", "pending")


def test_one_that_was_ended_at_the_provider_meanwhile_is_given_up(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    shopper = market.shopper()
    opened = read_data(open_intent(shopper, kind="acss_debit"))
    sandbox.fault("500_before", "payment_intents.update", times=3)
    shopper.pays("", **market.chooses(wc_payment_intent_id=opened["id"]))
    gateway().cancel(opened["id"])
    age_payments()
    jobs.reconcile(0)
    assert (get_payment().status, only_order().status) == ("declined", "failed")


def test_nobody_makes_an_attempt_at_another_s_order(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "acss_debit")
    unpaid_order(market)
    stranger = market.shopper()
    mine = read_data(open_intent(stranger, kind="acss_debit"))["id"]
    assert "could not match" in read_problem(bind_intent(stranger, only_order().pk, mine, "acss_debit"))
    assert Payment.objects.count() == 1
