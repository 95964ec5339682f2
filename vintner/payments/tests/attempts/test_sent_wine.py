"""Declined orders that are paid later: whether their wine may still be sent."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.checkout.place_order import place_order
from vintner.checkout.tests.form import filled_in
from vintner.orders.invariants import audit
from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import charge_attempt, start_payment
from vintner.payments.tests.worker import work_off
from vintner.refusal import Refusal
from vintner.shipping.models import Destination, Method, Sent
from vintner.testing.builders import make_cart, make_product
from vintner.testing.provider import DECLINED, GOOD, THREE_D_SECURE, ProviderDouble
from vintner.testing.races import run_together
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("provider")]


@pytest.fixture
def wine() -> Product:
    """A wine, in a store that may send twelve bottles a month to a Californian."""
    open_store()
    Destination.objects.filter(state="CA").update(most_bottles=12)
    return make_product(stock=500)


def is_declined(wine: Product, bottles: int = 12, rate_id: str | None = None) -> Order:
    """Order with a card that is declined."""
    form = replace(filled_in(DECLINED), rate_id=rate_id)
    placed = place_order(make_cart((wine, bottles)).pk, form, user=None, now=timezone.now())
    assert placed.payment is not None
    start_payment(placed.payment.pk)
    return Order.objects.get(pk=placed.order.pk, status="failed")


def pay(order: Order) -> None:
    assert charge_attempt(pay_again(order.pk, PaymentInput(GOOD), timezone.now()).pk) is None


def refused(order: Order) -> str:
    with pytest.raises(Refusal) as refusal:
        pay(order)
    assert refusal.value.code == "no_wine_there"
    assert Order.objects.get(pk=order.pk).status == "failed"
    return refusal.value.message


def counted() -> int:
    return sum(Sent.objects.filter(taken_back_at=None).values_list("bottles", flat=True))


def test_declined_orders_that_are_paid_later_do_not_pass_the_limit(wine: Product, provider: ProviderDouble) -> None:
    declined = [is_declined(wine) for _ in range(3)]
    pay(declined[0])
    text = "at most 12 bottles a month, earlier orders included, so this order cannot be paid now."
    assert all(text in refused(each) for each in declined[1:])
    assert (counted(), len(provider.ledger), audit()) == (12, 1, [])


def test_nor_do_they_together(wine: Product) -> None:
    declined = [is_declined(wine) for _ in range(4)]
    assert run_together([partial(pay, each) for each in declined]) == ["no_wine_there"] * 3
    assert counted() == 12


def test_the_same_order_is_not_in_its_own_way(wine: Product) -> None:
    order = is_declined(wine)
    pay(order)
    assert Order.objects.get().status == "processing"


def test_a_place_that_was_closed_since_gets_no_wine(wine: Product) -> None:
    order = is_declined(wine)
    Destination.objects.filter(state="CA").update(wine_allowed=False)
    assert "cannot ship wine to California" in refused(order)


def test_wine_counts_in_the_period_in_which_its_order_came_back_to_life(wine: Product) -> None:
    order = is_declined(wine)
    Sent.objects.update(written_at=timezone.now() - timedelta(days=32))
    pay(order)
    with pytest.raises(Refusal, match="12 bottles a month"):
        is_declined(wine, bottles=1)


def test_what_is_picked_up_is_paid_whatever_the_place_allows(wine: Product) -> None:
    order = is_declined(wine, rate_id=f"local_pickup:{Method.objects.get(kind='local_pickup').pk}")
    Destination.objects.filter(state="CA").update(wine_allowed=False)
    pay(order)


def test_money_for_a_failed_order_that_may_not_be_sent_any_more_goes_back(
    wine: Product, provider: ProviderDouble
) -> None:
    placed = place_order(make_cart((wine, 12)).pk, filled_in(THREE_D_SECURE), user=None, now=timezone.now())
    assert placed.payment is not None
    start_payment(placed.payment.pk)
    apply_intent(placed.order.pk, provider.confirm("pi_1", is_shopper=False))
    pay(is_declined(wine))
    payment = apply_intent(placed.order.pk, provider.confirm("pi_1"))
    assert (payment.status, payment.error_code) == ("unexpected", "no_wine_there")
    work_off()
    assert [each.intent_id for each in provider.refunds] == ["pi_1"]
    assert (Order.objects.get(pk=placed.order.pk).status, counted(), audit()) == ("failed", 12, [])
