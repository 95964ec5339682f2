"""Many shoppers, or one impatient one, at the same moment. Each thread has its own connection."""

from http.cookies import SimpleCookie

import pytest
from django.db import connection

from vintner.checkout.tests.placing.at_once import buy, run_at_once
from vintner.orders.models import Order
from vintner.payments.models import Payment
from vintner.testing.builders import make_cart, make_product, only_variation
from vintner.testing.provider import ProviderDouble
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)


def test_200_buyers_of_the_last_7_bottles(provider: ProviderDouble) -> None:
    open_store()
    wine = make_product(stock=7)
    carts = [make_cart((wine, 1)) for _ in range(200)]
    answers = run_at_once([buy(cart) for cart in carts])
    told = answers["out_of_stock"] + answers["not_enough"]
    assert (answers["succeeded"], told, sum(answers.values())) == (7, 193, 200), answers
    bottles = only_variation(wine)
    assert (bottles.on_hand, bottles.reserved) == (0, 0)
    assert Order.objects.count() == len(provider.ledger) == 7


def test_two_wines_in_either_order_never_lock_each_other_out(provider: ProviderDouble) -> None:
    open_store()
    red, white = make_product(stock=10), make_product(stock=10)
    carts = [make_cart((red, 1), (white, 1)) if turn % 2 else make_cart((white, 1), (red, 1)) for turn in range(40)]
    answers = run_at_once([buy(cart) for cart in carts])
    assert answers["succeeded"] == 10, answers
    assert {only_variation(wine).on_hand for wine in (red, white)} == {0}
    assert "crowded" not in answers


def test_50_identical_checkouts_are_one_order_and_one_charge(sandbox: Sandbox) -> None:
    open_store()
    shopper = Shopper().puts(make_product(stock=50))
    token, card, cookies = shopper.token(), sandbox.card(), shopper.client.cookies

    def post() -> str:
        again = Shopper()
        again.client.cookies = SimpleCookie(cookies.output(header="", sep=";"))
        answer = again.pays(card, token=token)
        return answer.redirect or answer.messages

    answers = run_at_once([post] * 50)
    order = Order.objects.get()
    assert (order.status, sandbox.charges(order.pk), Payment.objects.count()) == ("processing", 1, 1)
    assert all("order-received" in answer or "already being processed" in answer for answer in answers), answers


def test_a_declined_card_and_its_repeat_at_once_charge_once(provider: ProviderDouble) -> None:
    open_store()
    cart = make_cart((make_product(stock=50), 1))
    answers = run_at_once([buy(cart)] * 10)
    assert sum(len(charges) for charges in provider.ledger.values()) == 1, answers


def test_nothing_stays_locked_or_held(provider: ProviderDouble) -> None:
    open_store()
    wine = make_product(stock=5)
    run_at_once([buy(make_cart((wine, 2))) for _ in range(10)])
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(reserved), sum(on_hand) FROM catalogue_variation")
        assert cursor.fetchone() == (0, 1)
