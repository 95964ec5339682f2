"""Staff decides in the moment in which money goes back, or the program is killed: it goes back once, or not at all."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import Status
from vintner.payments import jobs, refunds
from vintner.payments.models import Payment, PlannedReturn
from vintner.payments.returns import planned_returns
from vintner.payments.status_moves import move_by_staff
from vintner.payments.tests.killed import killed
from vintner.payments.tests.returns.gone_bottles import make_returns_due, pay_for_gone_bottles, restock
from vintner.payments.tests.worker import work_off
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.races import run_together
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4


def send(order: Order, by: User) -> None:
    move_by_staff(order, Status.PROCESSING, by)


def give_all_back(order: Order, by: User) -> None:
    refunds.refund(order.pk, NewRefund(amount=order.total), by=by)


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("decide", [send, give_all_back])
def test_the_time_is_over_in_the_moment_in_which_staff_decides(
    provider: ProviderDouble, decide: Callable[[Order, User], None]
) -> None:
    staff = make_user(is_staff=True, is_superuser=True)
    for _ in range(ROUNDS):
        order, before = pay_for_gone_bottles(provider), len(provider.refunds)
        restock(order)
        make_returns_due()
        planned = PlannedReturn.objects.get(order=order)
        run_together([partial(planned_returns.carry_out, planned.pk, timezone.now()), partial(decide, order, staff)])
        work_off()
        order.refresh_from_db()
        back = provider.refunded_amounts[before:]
        assert (order.status, back) in (("processing", []), ("refunded", [order.total]))
        planned.refresh_from_db()
        assert planned.ended_at is not None


@pytest.mark.usefixtures("audited")
@pytest.mark.parametrize(
    ("point", "doing", "state"),
    [
        ("before_planned_return_commit", "jobs.return_undelivered(0)", ""),
        ("after_refund_call", "jobs.return_undelivered(0); work_off()", "requested"),
        ("before_refund_commit", "jobs.return_undelivered(0); work_off()", "requested"),
    ],
)
def test_it_goes_back_once_wherever_the_program_dies(sandbox: Sandbox, point: str, doing: str, state: str) -> None:
    open_store()
    Shopper().puts(make_product(stock=5)).pays(sandbox.card())
    payment = Payment.objects.get()
    with transaction.atomic():
        orders.move_by_staff(orders.lock(payment.order_id), Status.ON_HOLD, make_user(is_staff=True))
    PlannedReturn.objects.create(order=payment.order, due_at=timezone.now() - timedelta(seconds=1))
    code = f"from vintner.payments import jobs\nfrom vintner.payments.tests.worker import work_off\n{doing}"
    killed(point, code, sandbox)
    assert [refund.state for refund in Refund.objects.all()] == ([state] if state else [])
    Refund.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    for _ in range(2):
        jobs.return_undelivered(0)
        work_off()
        jobs.reconcile_refunds(0)
    assert (Refund.objects.get().state, Order.objects.get().status) == ("done", "refunded")
    assert sandbox.refunded(payment.order_id) == payment.amount.minor
