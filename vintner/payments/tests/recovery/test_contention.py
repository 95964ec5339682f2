"""Others hold an order's rows while news of its payment arrive: tried again, told honestly, never lost."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from vintner.payments import jobs
from vintner.payments.messages import NO_ANSWER
from vintner.payments.models import Payment
from vintner.testing.builders import make_product
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("store", "audited")]


@pytest.fixture
def other() -> Iterator[psycopg.Connection]:
    """Somebody else at the same database; this test's own connection does not wait long for them."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
    with psycopg.connect(**{**connection.get_connection_params(), "cursor_factory": None, "context": None}) as found:
        yield found
    connection.close()


def hold_the_order_during_the_call(
    provider: ProviderDouble, other: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lock the order's row as soon as the provider is asked to charge."""
    pay = provider.pay

    def held(charge: object) -> object:
        other.execute("SELECT 1 FROM orders_order FOR UPDATE")
        return pay(charge)  # type: ignore[arg-type]

    monkeypatch.setattr(provider, "pay", held)


def test_who_is_in_the_way_for_a_moment_is_waited_for(
    provider: ProviderDouble, other: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_the_order_during_the_call(provider, other, monkeypatch)
    monkeypatch.setattr("vintner.contention.time.sleep", lambda _seconds: other.rollback())
    assert Shopper().puts(make_product()).pays().result == "success"
    assert attempts(only_order()) == ["succeeded"]


def test_who_stays_in_the_way_makes_the_outcome_unknown_and_not_an_error(
    provider: ProviderDouble, other: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_the_order_during_the_call(provider, other, monkeypatch)
    answer = Shopper().puts(make_product()).pays()
    assert answer.result == "failure"
    assert NO_ANSWER in answer.messages
    other.rollback()
    monkeypatch.undo()
    Payment.objects.update(busy_until=None, changed_at="2026-01-01T00:00:00Z")
    monkeypatch.setattr("vintner.payments.provider._gateway", lambda access: provider)
    jobs.reconcile(0)
    order = only_order()
    assert (order.status, attempts(order), len(provider.ledger[order.pk])) == ("processing", ["succeeded"], 1)
