"""Payments that were not sent, because too many wait for the card service or it has not answered for a while."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.order_pages.tests.pay_form import send_form
from vintner.orders.models import Email, Order, StockReservation
from vintner.payments.attempts import start_payment
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.attempts.attempts import create_next_attempt, end_turn, find_repeated
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.unsent import release_unsent
from vintner.payments.messages import MANY_PAYING, NO_ANSWER, NOT_ASKED
from vintner.payments.models import Payment, SavedMethod
from vintner.payments.tests.attempts.intent_calls import bind_intent, open_intent, read_data, read_problem, read_token
from vintner.payments.tests.cardholder import Cardholder
from vintner.testing.builders import make_product, only_variation
from vintner.testing.provider import DECLINED, GOOD, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.parametrize(("is_crowded", "words"), [(True, MANY_PAYING), (False, NOT_ASKED)])
def test_an_order_whose_charge_is_not_sent_holds_nothing_and_is_paid_by_the_next_press(
    provider: ProviderDouble, is_crowded: bool, words: str
) -> None:
    wine = make_product(stock=1)
    shopper = Shopper().puts(wine)
    provider.unsent, provider.is_crowded = {"pay"}, is_crowded
    assert words in shopper.pays().messages
    order = only_order()
    assert (order.status, attempts(order)) == ("failed", ["cancelled"])
    assert only_variation(wine).reserved == 0
    assert not Email.objects.exists()
    assert shopper.cart.lines.count() == 1
    provider.unsent.clear()
    assert shopper.pays().result == "success"
    order = only_order()
    assert (order.status, attempts(order)) == ("processing", ["cancelled", "succeeded"])
    assert provider.ledger == {order.pk: [order.total]}


def test_bottles_that_are_held_for_days_stay_held(provider: ProviderDouble) -> None:
    """As those of a box that its subscriber pays by hand."""
    wine = make_product(stock=1)
    shopper = Shopper().puts(wine)
    shopper.pays(DECLINED)
    order = only_order()
    StockReservation.objects.update(expires_at=timezone.now() + timedelta(days=7))
    provider.unsent = {"pay"}
    assert MANY_PAYING in str(send_form(shopper.client, order)["messages"])
    assert (only_order().status, only_variation(wine).reserved) == ("pending", 1)
    provider.unsent.clear()
    assert send_form(shopper.client, order)["result"] == "success"


def test_a_payment_that_was_reported_meanwhile_is_not_made_again(
    provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event of a charge without an answer comes right after the next press has its attempt."""
    shopper = Shopper().puts(make_product())
    provider.faults = ["after"]
    shopper.pays()
    [charged] = provider.intents.values()
    close = start_payment.close_attempts

    def close_late(order: Order, *, before: int, shopper_is_there: bool) -> Payment | None:
        apply_intent(order.pk, charged)
        return close(order, before=before, shopper_is_there=shopper_is_there)

    monkeypatch.setattr(start_payment, "close_attempts", close_late)
    assert shopper.pays().result == "success"
    assert [len(amounts) for amounts in provider.ledger.values()] == [1]
    assert attempts(only_order()) == ["succeeded", "cancelled"]


def test_a_bottle_that_is_held_by_nobody_is_sold_to_the_next(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    first, second = Shopper().puts(wine), Shopper().puts(wine)
    provider.unsent = {"pay"}
    first.pays()
    provider.unsent.clear()
    assert second.pays().result == "success"
    assert first.pays().result == "failure"
    assert [len(charged) for charged in provider.ledger.values()] == [1]


def test_a_card_whose_funding_is_not_asked_for_is_not_charged(provider: ProviderDouble, settings: Settings) -> None:
    settings.REFUSE_PREPAID_CARDS = True
    shopper = Shopper().puts(make_product())
    provider.unsent = {"find_funding"}
    assert MANY_PAYING in shopper.pays().messages
    provider.unsent.clear()
    assert shopper.pays().result == "success"


def test_the_order_s_own_page_says_so_as_well(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    shopper = Shopper().puts(wine)
    shopper.pays(DECLINED)
    order = only_order()
    provider.unsent = {"pay"}
    assert MANY_PAYING in str(send_form(shopper.client, order)["messages"])
    assert only_variation(wine).reserved == 0
    provider.unsent.clear()
    assert send_form(shopper.client, order)["result"] == "success"
    assert (attempts(order), only_variation(wine).on_hand) == (["declined", "cancelled", "succeeded"], 0)


def test_while_an_earlier_attempt_may_have_charged_the_bottles_stay_held(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    shopper = Shopper().puts(wine)
    provider.faults = ["after"]
    shopper.pays()
    provider.unsent = {"pay"}
    assert NO_ANSWER in shopper.pays().messages, "nobody knows that nothing was charged"
    assert (only_order().status, attempts(only_order())) == ("pending", ["created", "created"])
    assert only_variation(wine).reserved == 1
    provider.unsent.clear()
    assert shopper.pays().result == "success"
    assert [len(charged) for charged in provider.ledger.values()] == [1]


@pytest.mark.parametrize("end", [lambda payment: release_unsent(payment.pk), end_turn], ids=["not sent", "no answer"])
@pytest.mark.usefixtures("provider")
def test_a_wallets_press_that_came_to_nothing_answers_no_other(end: Callable[[Payment], object]) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    order, now = only_order(), timezone.now()
    pressed = PaymentInput("", token="ctoken_1", page=Payment.Page.EXPRESS)
    payment = create_next_attempt(order, pressed, now)
    assert find_repeated(order, pressed, now) == payment
    end(payment)
    assert find_repeated(order, pressed, now) is None


def test_a_card_that_takes_the_place_of_another_is_charged_by_the_next_press(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    shopper = Shopper().puts(wine)
    shopper.pays(THREE_D_SECURE)
    provider.unsent = {"cancel"}
    assert NO_ANSWER in shopper.pays().messages, "the first one may still be confirmed"
    assert (only_order().status, only_variation(wine).reserved) == ("pending", 1)
    provider.unsent.clear()
    assert shopper.pays().result == "success"
    assert [len(charged) for charged in provider.ledger.values()] == [1]


def test_an_intent_of_the_page_is_bound_by_the_next_press(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED)
    order = only_order()
    opened = read_data(open_intent(shopper, str(order.pk), "card"))["id"]
    provider.unsent = {"pay"}
    assert read_problem(bind_intent(shopper, order.pk, opened, "card")) == MANY_PAYING
    assert Payment.objects.latest("pk").busy_until is None
    provider.unsent.clear()
    assert bind_intent(shopper, order.pk, opened, "card")["success"] is True


def test_an_intent_is_not_said_to_be_uncharged_while_an_earlier_one_may_charge(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    order = only_order()
    opened = read_data(open_intent(shopper, str(order.pk), "card"))["id"]
    provider.unsent = {"cancel"}
    assert read_problem(bind_intent(shopper, order.pk, opened, "card")) == NO_ANSWER


def test_that_an_intent_was_not_opened_says_nothing_of_an_order_s_earlier_ones(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    provider.unsent = {"open"}
    assert read_problem(open_intent(shopper)) == MANY_PAYING
    provider.faults = ["after"]
    shopper.pays()
    assert read_problem(open_intent(shopper, str(only_order().pk))) == NO_ANSWER


def test_a_card_is_saved_by_the_next_press(provider: ProviderDouble) -> None:
    customer = Cardholder()
    provider.unsent = {"set_up"}
    assert customer.adds(GOOD).problem == MANY_PAYING
    provider.unsent.clear()
    assert not customer.adds(GOOD).problem
    assert SavedMethod.objects.get().method_id == GOOD


def test_what_cannot_be_read_again_is_not_said_to_be_uncharged(provider: ProviderDouble) -> None:
    """The browser reports a confirmed payment: money may have been taken."""
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    order = Order.objects.get()
    provider.unsent = {"find"}
    token = {"_ajax_nonce": read_token(shopper)}
    intent = str(order.payments.get().intent_id)
    answer = shopper.call("wc_stripe_update_order_status", order_id=str(order.pk), intent_id=intent, **token)
    assert read_problem(answer) == NO_ANSWER
