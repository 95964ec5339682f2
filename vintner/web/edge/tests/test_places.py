"""A request that waits for a service leaves its place to others, and has one again when it goes on. One place is for
those that only read.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack

import pytest
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from vintner.web.edge.places import leave_place
from vintner.web.edge.tests.web_process import PATIENT_SECONDS, Acts, WebProcess

Serve = Callable[..., WebProcess]


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:

        def open_server(acts: Acts, places: int = 1) -> WebProcess:
            server = WebProcess(acts, places)
            stack.callback(server.close)
            return server

        yield open_server


def test_others_are_answered_meanwhile(serve: Serve) -> None:
    def wait() -> object:
        with leave_place():
            return server.get("/")

    server = serve({"/waits": wait, "/": lambda: "a page"})
    assert server.get("/waits") == "a page"
    assert server.get("/") == "a page", "the place is free again"
    assert len({id(each) for each in server.seen}) == 1, "there is one connection"


def test_a_wait_that_fails_has_its_place_again(serve: Serve) -> None:
    def fail() -> object:
        with pytest.raises(LookupError), leave_place():
            raise LookupError
        return "an apology"

    server = serve({"/fails": fail, "/": lambda: "a page"})
    assert server.get("/fails") == "an apology"
    assert server.get("/") == "a page"
    assert len({id(each) for each in server.seen}) == 1


@pytest.mark.django_db(transaction=True)
def test_within_a_transaction_the_place_is_kept(serve: Serve) -> None:
    def wait() -> object:
        with transaction.atomic():
            connection = connections[DEFAULT_DB_ALIAS]
            with leave_place():
                return connections[DEFAULT_DB_ALIAS] is connection

    assert serve({"/waits": wait}).get("/waits") is True


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_broke_meanwhile_is_replaced(serve: Serve) -> None:
    def wait() -> object:
        connection = connections[DEFAULT_DB_ALIAS]
        connection.ensure_connection()
        with leave_place():
            connection.connection.close()  # as by a database that was started again
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone()

    assert serve({"/waits": wait}).get("/waits") == (1,)


def test_while_orders_take_their_places_a_page_has_one(serve: Serve) -> None:
    def order() -> object:
        others.append(server.post("/other"))
        page = server.get("/")
        return page, others[0].done()

    others: list[Future[object]] = []
    server = serve({"/order": order, "/other": lambda: "an order", "/": lambda: "a page"}, places=2)
    assert server.post("/order").result(PATIENT_SECONDS) == ("a page", False)
    assert others[0].result(PATIENT_SECONDS) == "an order"


def test_an_order_that_waits_leaves_its_place_to_another(serve: Serve) -> None:
    def order() -> object:
        with leave_place():
            return server.post("/other").result(PATIENT_SECONDS)

    server = serve({"/order": order, "/other": lambda: "an order"}, places=2)
    assert server.post("/order").result(PATIENT_SECONDS) == "an order"


def test_a_job_has_no_place_to_leave() -> None:
    connection = connections[DEFAULT_DB_ALIAS]
    with leave_place():
        assert connections[DEFAULT_DB_ALIAS] is connection
