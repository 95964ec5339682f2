"""Fifty members of staff refund one order at the same moment, and never more than was paid goes back."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError

from vintner.checkout.tests.placing.at_once import run_at_once
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders import refund_records as records
from vintner.orders.models import Email, Refund
from vintner.orders.refundable import NewRefund, NewRefundLine
from vintner.payments import refunds
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)


def giving(order_id: int, new: NewRefund, by: User) -> Callable[[], str]:
    def deed() -> str:
        try:
            return str(refunds.refund(order_id, new, by=by).state)
        except Refusal as refusal:
            return refusal.code
        except IntegrityError:
            return "stopped by the database"

    return deed


def test_50_partial_refunds_at_once_never_exceed_what_was_paid(provider: ProviderDouble) -> None:
    open_store()
    Shopper().puts(make_product(price="30.00")).pays()
    order = only_order()  # $30.00, delivery $10.00, tax
    fits = order.total.minor // 400
    answers = run_at_once([giving(order.pk, NewRefund(amount=Money(400)), make_user(is_staff=True))] * 50)
    assert answers == {"done": fits, "refund_amount": 50 - fits}
    assert sum(each.amount.minor for each in provider.refunds) == fits * 400 <= order.total.minor
    assert Email.objects.filter(kind="partly_refunded").count() == fits


def test_50_refunds_of_one_bottle_put_back_as_many_as_were_bought(provider: ProviderDouble) -> None:
    open_store()
    wine = make_product(price="10.00", stock=20)
    Shopper().puts(wine, 3).pays()
    order = only_order()
    line = NewRefundLine(line_id=order.lines.get().pk, quantity=1, amount=Money(1000))
    new = NewRefund(amount=Money(1000), lines=(line,), restock=True)
    answers = run_at_once([giving(order.pk, new, make_user(is_staff=True))] * 50)
    assert (answers["done"], sum(answers.values())) == (3, 50), answers
    assert (only_variation(wine).on_hand, Refund.objects.count()) == (20, 3)


def test_without_the_check_the_database_still_stops_them(
    provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the code's own sum is taken away, and what is left is the guard."""
    open_store()
    Shopper().puts(make_product(price="30.00")).pays()
    order = only_order()
    monkeypatch.setattr(refunds, "remaining_amount", lambda order: order.total)
    monkeypatch.setattr(refunds, "_amount_returned_to", lambda intent_id: Money(0))
    answers = run_at_once([giving(order.pk, NewRefund(amount=Money(1000)), make_user(is_staff=True))] * 20)
    assert answers == {"done": order.total.minor // 1000, "stopped by the database": 20 - order.total.minor // 1000}
    assert records.refunded_total(order) <= order.total
