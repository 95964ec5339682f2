"""Staff changes an order at the very moment in which its shopper pays it: one of them comes first, and it adds up."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone

from vintner.checkout.tests.placing.at_once import run_at_once
from vintner.customers.models import User
from vintner.order_edits.edits import edit_order, quote_change
from vintner.order_edits.forms import EditForm
from vintner.orders.invariants import audit
from vintner.orders.models import Order, OrderEdit
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import start_payment
from vintner.payments.models import Payment
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.provider import DECLINED, GOOD, ProviderDouble
from vintner.testing.shopper import Shopper
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 12


def edit(order: Order, variation_id: int, by: User) -> Callable[[], str]:
    """Make three bottles of it, as staff who has seen the price."""
    change = replace(EditForm(order, None).read_change(), quantities={variation_id: 3})
    total = quote_change(order, change, timezone.now()).quote.total.minor
    change = replace(change, form=replace(change.form, shown_total=total))

    def deed() -> str:
        try:
            edit_order(order.pk, change, by=by, now=timezone.now(), tell=False)
        except Refusal as refusal:
            return refusal.code
        return "edited"

    return deed


def pay(order: Order) -> Callable[[], str]:
    def deed() -> str:
        try:
            payment = pay_again(order.pk, PaymentInput(GOOD), timezone.now())
        except Refusal as refusal:
            return refusal.code
        return str(start_payment(payment.pk).payment.status)

    return deed


def test_nobody_pays_another_total_than_the_orders(provider: ProviderDouble) -> None:
    open_store()
    wine, by = make_product(stock=99), make_user(is_staff=True)
    said = set()
    for _ in range(ROUNDS):
        Shopper().puts(wine).pays(DECLINED)
        order = Order.objects.latest("pk")
        said |= set(run_at_once([edit(order, only_variation(wine).pk, by), pay(order)]))
        if not Payment.objects.filter(order=order, status="succeeded").exists():
            assert pay(order)() == "succeeded"
        order.refresh_from_db()
        assert provider.ledger[order.pk] == [order.total]
        assert order.status == "processing"
        changed = OrderEdit.objects.filter(order=order).exists()
        assert order.lines.get().quantity == (3 if changed else 1)
    assert audit() == []
    assert said <= {"edited", "succeeded", "busy", "paid", "not_editable", "not_payable"}
