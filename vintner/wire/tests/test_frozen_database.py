"""Shoppers while the database's server is frozen: it keeps its connections, takes new ones, and says nothing."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction

from vintner import clock
from vintner.database_outage import is_outage
from vintner.testing.builders import make_product
from vintner.testing.held_clock import HeldClock
from vintner.web.database import watched_connection
from vintner.web.outside.breaker import Breaker
from vintner.wire.tests.database_relay import OutageBrowser, Relay, relayed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ENDLESS = 60.0
"""Seconds: far more than the store waits."""


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[Relay]:
    with pytest.MonkeyPatch.context() as patch:  # nothing that follows meets an open breaker
        breaker = Breaker("The database", failures=1, pause_seconds=watched_connection.PAUSE_SECONDS, slow_seconds=2)
        patch.setattr(watched_connection, "_breaker", breaker)
        patch.setattr(clock, "monotonic", time.monotonic)  # it measures how long a real server says nothing
        with relayed(tmp_path) as relay:
            yield relay


def seconds_of(ask: Callable[[], object], relay: Relay) -> float:
    """Return how long something takes. The relay goes on by itself before a test would hang."""
    thaw = threading.Timer(ENDLESS, relay.thaw)
    thaw.start()
    begun = time.monotonic()
    try:
        ask()
    finally:
        thaw.cancel()
    return time.monotonic() - begun


def test_shoppers_are_answered_and_the_store_heals(
    relay: Relay, held_clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes first waits for some seconds, the others are answered at once, and nobody has to restart anything."""
    pause = watched_connection.PAUSE_SECONDS
    breaker = Breaker("The database", failures=1, pause_seconds=pause, slow_seconds=0)  # the clock stands still
    monkeypatch.setattr(watched_connection, "_breaker", breaker)
    monkeypatch.setattr(clock, "monotonic", held_clock.monotonic)
    browser = OutageBrowser(raise_request_exception=False, headers={"Accept": "application/json"})
    browser.post("/?wc-ajax=add_to_cart", {"product_id": str(make_product(stock=40).pk)})
    assert browser.get("/cart/").status_code == 200
    relay.freeze()
    answers: list[object] = []
    first = seconds_of(lambda: answers.append(browser.get("/cart/")), relay)
    tried = relay.connections
    answers.append(browser.get("/cart/"))
    assert [getattr(each, "status_code", None) for each in answers] == [503, 503]
    assert first < ENDLESS / 2
    assert relay.connections == tried, "the second did not wait for a connection"
    relay.thaw()
    assert browser.get("/cart/").status_code == 503
    held_clock.move(pause)
    assert browser.get("/cart/").status_code == 200


@pytest.mark.sweep
def test_a_transaction_ends_as_an_outage(relay: Relay) -> None:
    def work() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            relay.freeze()
            cursor.execute("SELECT 2")

    def end_as_outage() -> None:
        with pytest.raises(OperationalError) as raised:
            work()
        assert is_outage(raised.value)

    assert seconds_of(end_as_outage, relay) < ENDLESS / 2


@pytest.mark.sweep
def test_a_long_query_of_a_server_that_answers_others_goes_on(relay: Relay) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(%s)", [watched_connection.SILENT_SECONDS * 2.5])
        assert cursor.fetchall() == [("",)]


def test_a_server_that_takes_no_more_connections_is_no_reason_to_give_up(
    relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor() as cursor:
        monkeypatch.setattr(connection.connection, "asked", {**connection.connection.asked, "dbname": "none_such"})
        cursor.execute("SELECT pg_sleep(%s)", [watched_connection.SILENT_SECONDS * 1.5])
        assert cursor.fetchall() == [("",)]
