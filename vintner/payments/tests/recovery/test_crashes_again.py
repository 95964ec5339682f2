"""The program is killed while an order is paid that is there already; her next try, or the background, goes on."""

import pytest
from django.utils import timezone

from vintner.orders.models import Order
from vintner.payments import jobs
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import start_payment
from vintner.payments.tests.killed import killed
from vintner.payments.tests.passing_time import age_payments, end_holds
from vintner.testing.builders import make_product, only_variation
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited")]

AGAIN = """
from django.utils import timezone
from vintner.orders.models import Order
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import start_payment
start_payment(pay_again(Order.objects.get().pk, PaymentInput("{card}"), timezone.now()).pk)
"""


@pytest.fixture
def declined(sandbox: Sandbox) -> Order:
    """An order whose first card was declined, and whose second try was cut off before the card service heard of it."""
    open_store()
    Shopper().puts(make_product(stock=3)).pays(sandbox.card(DECLINED))
    killed("after_order_commit", AGAIN.format(card=sandbox.card()), sandbox)
    return only_order()


def test_killed_after_order_commit_the_next_try_pays_once(sandbox: Sandbox, declined: Order) -> None:
    age_payments()
    start_payment(pay_again(declined.pk, PaymentInput(sandbox.card()), timezone.now()).pk)
    assert (only_order().status, sandbox.charges(declined.pk)) == ("processing", 1)


def test_killed_after_order_commit_the_background_ends_it_without_a_charge(sandbox: Sandbox, declined: Order) -> None:
    age_payments()
    jobs.reconcile(0)
    end_holds()
    jobs.cancel_unpaid(0)
    bottles = only_variation(declined.lines.get().variation.product)  # type: ignore[union-attr]
    assert (only_order().status, sandbox.charges(declined.pk)) == ("cancelled", 0)
    assert (bottles.on_hand, bottles.reserved, attempts(declined)[-1]) == (3, 0, "cancelled")
