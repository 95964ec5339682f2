"""Events about payments that the store holds already as they say (payments/webhooks/inbox.py)."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import cast

import pytest
from django.db import connections
from django.test import Client, override_settings
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.orders.invariants import audit
from vintner.orders.rules import Status
from vintner.orders.signals import order_moved
from vintner.payments import jobs
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment, ProviderEvent
from vintner.payments.tests.webhooks.events import SECRET, deliver_event, sign_event
from vintner.testing.builders import make_product
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.store import open_store

OF_A_CARD = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]


@pytest.fixture(autouse=True)
def _secret(settings: Settings) -> None:
    settings.STRIPE_WEBHOOK_SECRETS = [SECRET]


@pytest.fixture
def paid(sandbox: Sandbox, store: None) -> list[dict[str, object]]:
    """The events of a payment that the store has recorded already."""
    Shopper().puts(make_product()).pays(sandbox.card())
    assert only_order().status == Status.PROCESSING
    events = [each for each in sandbox.events() if each["type"] in OF_A_CARD]
    assert [each["type"] for each in events] == OF_A_CARD
    return events


def deliver(event: dict[str, object]) -> None:
    body = json.dumps(event).encode()
    assert deliver_event(Client(), body, sign_event(body)) == 200


def waiting_jobs() -> int:
    return ProcrastinateJob.objects.filter(task_name="payments.handle_event", status="todo").count()


@pytest.mark.usefixtures("sandbox")
def test_they_are_handled_on_arrival_without_a_job_and_without_the_provider(
    paid: list[dict[str, object]], settings: Settings
) -> None:
    settings.SANDBOX_URL = "http://127.0.0.1:9"
    for event in [*paid, *paid]:
        deliver(event)
    handled = ProviderEvent.objects.order_by("id").exclude(handled_at=None)
    assert (list(handled.values_list("type", flat=True)), waiting_jobs()) == (OF_A_CARD, 0)
    assert audit() == []


def test_one_takes_two_statements(
    paid: list[dict[str, object]], client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    body = json.dumps(paid[2]).encode()
    signed = sign_event(body)
    with django_assert_num_queries(2):  # the payment, the event
        deliver_event(client, body, signed)


OTHER_INTENTS: dict[str, dict[str, object]] = {
    "another amount": {"amount": 1},
    "less received": {"amount_received": 1},
    "another currency": {"currency": "cad"},
    "another customer": {"customer": "cus_other"},
    "an unknown intent": {"id": "pi_unknown"},
    "another charge": {"latest_charge": "ch_other"},
    "no charge": {"latest_charge": None},
    "canceled": {"status": "canceled"},
    "canceled at a time": {"canceled_at": 1},
    "canceled for a reason": {"cancellation_reason": "fraudulent"},
    "authorized": {"status": "requires_capture"},
    "declined": {"last_payment_error": {"code": "card_declined"}},
    "money before it was paid": {"status": "processing"},
    "not told whether it was received": {"amount_received": None},
    "a fraction": {"amount_received": 0.5},
    "no customer field": {"customer": {"id": "cus_1"}},
    "in review": {"review": "prv_1"},
    "another object": {"object": "setup_intent"},
}
OTHER_CHARGES: dict[str, dict[str, object]] = {
    "another amount": {"amount": 1},
    "less captured": {"amount_captured": 1},
    "another currency": {"currency": "cad"},
    "another customer": {"customer": "cus_other"},
    "another charge": {"id": "ch_other"},
    "of an unknown intent": {"payment_intent": "pi_unknown"},
    "authorized": {"captured": False},
    "pending": {"status": "pending"},
    "refunded": {"refunded": True},
    "refunded in part": {"amount_refunded": 1},
    "disputed": {"disputed": True},
    "in review": {"review": "prv_1"},
    "another object": {"object": "refund"},
}


@pytest.mark.parametrize("said", OTHER_INTENTS.values(), ids=OTHER_INTENTS.keys())
def test_an_intent_that_is_otherwise_is_read(paid: list[dict[str, object]], said: dict[str, object]) -> None:
    assert_is_read(_changed(paid[2], said))


@pytest.mark.parametrize("said", OTHER_CHARGES.values(), ids=OTHER_CHARGES.keys())
def test_a_charge_that_is_otherwise_is_read(paid: list[dict[str, object]], said: dict[str, object]) -> None:
    assert_is_read(_changed(paid[1], said))


@pytest.mark.parametrize(
    "kind",
    ["payment_intent.payment_failed", "payment_intent.canceled", "payment_intent.amount_capturable_updated"],
)
def test_other_events_of_an_intent_are_read(paid: list[dict[str, object]], kind: str) -> None:
    assert_is_read({**paid[2], "type": kind})


@pytest.mark.parametrize("kind", ["charge.refunded", "charge.dispute.created", "charge.captured", "charge.failed"])
def test_other_events_of_a_charge_are_read(paid: list[dict[str, object]], kind: str) -> None:
    assert_is_read({**paid[1], "type": kind})


@pytest.mark.parametrize(
    "held",
    [{"status": "processing"}, {"status": "unexpected"}, {"closed_at": None}, {"provider_page": "https://b.example/"}],
    ids=["on its way", "unexpected", "open", "with a page"],
)
def test_a_payment_that_is_not_settled_is_read(paid: list[dict[str, object]], held: dict[str, object]) -> None:
    Payment.objects.update(**held)
    assert_is_read(paid[0])


def assert_is_read(event: dict[str, object]) -> None:
    """The event gets its job, once, and is not handled before that."""
    for _ in range(2):
        deliver(event)
    [stored] = ProviderEvent.objects.all()
    assert (stored.handled_at, waiting_jobs()) == (None, 1)


def test_an_event_of_the_other_mode_is_refused(paid: list[dict[str, object]]) -> None:
    body = json.dumps({**paid[2], "livemode": True}).encode()
    assert (deliver_event(Client(), body, sign_event(body)), ProviderEvent.objects.count()) == (400, 0)


def test_an_event_with_a_job_keeps_it_when_it_is_repeated_later(sandbox: Sandbox, store: None) -> None:
    """The first delivery comes before the browser has told that the bank said yes."""
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(THREE_D_SECURE))
    intent_id = str(Payment.objects.get().intent_id)
    sandbox.answer(intent_id)
    [event] = [each for each in sandbox.events() if each["type"] == "payment_intent.succeeded"]
    deliver(event)
    assert (only_order().status, waiting_jobs()) == (Status.PENDING, 1)
    shopper.confirms(only_order().pk, intent_id)
    deliver(event)
    stored = ProviderEvent.objects.get()
    assert (only_order().status, stored.handled_at, waiting_jobs()) == (Status.PROCESSING, None, 1)
    jobs.handle_event(stored.pk)
    assert not ProviderEvent.objects.filter(handled_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_an_event_that_comes_while_its_payment_is_recorded_has_its_job(sandbox: Sandbox) -> None:
    """It waits for no lock, and does not see what is not committed yet."""
    open_store()
    with _events_arrive_when_the_order_moves(sandbox):
        Shopper().puts(make_product()).pays(sandbox.card())
    events = ProviderEvent.objects.filter(handled_at=None)
    assert (only_order().status, events.count(), waiting_jobs()) == (Status.PROCESSING, 3, 3)
    with override_settings(SANDBOX_URL="http://127.0.0.1:9"):  # what is recorded by now is not read again
        for job in ProcrastinateJob.objects.filter(task_name="payments.handle_event"):
            jobs.handle_event(**job.args)
    assert not events.exists()
    assert (sandbox.charges(only_order().pk), audit()) == (1, [])


def test_a_job_reads_a_payment_that_is_recorded_otherwise(paid: list[dict[str, object]], settings: Settings) -> None:
    deliver(_changed(paid[2], {"amount": 1}))
    [job] = ProcrastinateJob.objects.filter(task_name="payments.handle_event")
    settings.SANDBOX_URL = "http://127.0.0.1:9"
    with pytest.raises(ProviderDown):
        jobs.handle_event(**job.args)
    assert ProviderEvent.objects.get().handled_at is None


@contextmanager
def _events_arrive_when_the_order_moves(sandbox: Sandbox) -> Iterator[None]:
    def tell_all() -> None:
        try:
            for event in sandbox.events():
                if event["type"] in OF_A_CARD:
                    deliver(event)
        finally:
            connections.close_all()

    def told(**_: object) -> None:
        network = Thread(target=tell_all)
        network.start()
        network.join(timeout=20)
        assert not network.is_alive()

    order_moved.connect(told)
    try:
        yield
    finally:
        order_moved.disconnect(told)


def _changed(event: dict[str, object], said: dict[str, object]) -> dict[str, object]:
    data = cast("dict[str, dict[str, object]]", event["data"])
    return {**event, "data": {**data, "object": {**data["object"], **said}}}
