"""What happens to orders in the background."""

from datetime import datetime

import pytest
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.orders import held_bottles, jobs, orders
from vintner.orders.models import Order, StockReservation
from vintner.testing.builders import make_product, only_variation
from vintner.testing.order_list import create_held_order
from vintner.web.management.commands.run_workers import WORKERS

pytestmark = pytest.mark.django_db


def test_a_hold_that_cannot_be_ended_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wines = [make_product(stock=5), make_product(stock=5)]
    stuck, other = (create_held_order(wine) for wine in wines)
    for order in (stuck, other):
        orders.fail(order, "declined")
    StockReservation.objects.update(expires_at=timezone.now())
    let_go = orders.release_holds

    def let_go_of_others(order: Order) -> None:
        if order.pk == stuck.pk:
            raise ValueError("a fault that nobody foresaw")
        let_go(order)

    monkeypatch.setattr(orders, "release_holds", let_go_of_others)
    jobs.expire_holds(0)
    assert [only_variation(wine).reserved for wine in wines] == [2, 0]
    assert f"the hold of order {stuck.pk} stays open" in caplog.text


def test_a_fault_of_held_bottles_keeps_no_order_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    wine = make_product(stock=5)
    orders.fail(create_held_order(wine), "declined")
    StockReservation.objects.update(expires_at=timezone.now())

    def fail(now: datetime) -> int:
        raise ValueError("a fault that nobody foresaw")

    monkeypatch.setattr(held_bottles, "end_expired", fail)
    jobs.expire_holds(0)
    assert only_variation(wine).reserved == 0


def test_every_queue_has_a_worker_and_slow_services_have_their_own() -> None:
    queues = {worker.name: set(worker.queues) for worker in WORKERS}
    served = [queue for names in queues.values() for queue in names]
    tasks = {name: task.queue for name, task in app.tasks.items() if task.queue != "builtin"}
    assert len(served) == len(set(served))
    assert set(tasks.values()) <= set(served)
    assert (queues["mail"], queues["payments"]) == ({"mail"}, {"payments"})
    assert {name for name, queue in tasks.items() if queue == "mail"} == {
        "orders.send_email",
        "orders.send_order_emails",
        "orders.send_due",
    }
    assert {queue for name, queue in tasks.items() if name.startswith("payments.")} == {"payments"}
    assert tasks["orders.expire_holds"] == "payments"
