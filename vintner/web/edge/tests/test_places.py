"""A request that waits for a service leaves its place to others, and has one again when it goes on. One place is for
those that only read.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, Final

import pytest
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from vintner.web.edge.bodies import WsgiApplication
from vintner.web.edge.places import in_places, leave_place

PATIENT_SECONDS: Final = 30
Acts = dict[str, Callable[[], object]]


class _WebProcess:
    """A web process with so many places. Each request is answered by a thread of its own, and does what `acts` say."""

    def __init__(self, acts: Acts, places: int) -> None:
        self._acts = acts
        self.seen: list[BaseDatabaseWrapper] = []
        self._application: WsgiApplication = in_places(self._answer, places)
        self._threads = ThreadPoolExecutor()

    def get(self, path: str) -> object:
        """Return what the act of a path does. Raises TimeoutError when the place is never free."""
        return self._threads.submit(self._request, path, "GET").result(PATIENT_SECONDS)

    def post(self, path: str) -> Future[object]:
        return self._threads.submit(self._request, path, "POST")

    def close(self) -> None:
        self._threads.shutdown()
        for each in self.seen:
            each.close()

    def _request(self, path: str, method: str) -> object:
        [answer] = (response := self._application({"PATH_INFO": path, "REQUEST_METHOD": method}, None))
        response.close()  # type: ignore[attr-defined]
        return answer

    def _answer(self, environ: dict[str, Any], _start_response: object) -> Iterable[Any]:
        before = connections[DEFAULT_DB_ALIAS]
        self.seen.append(before)
        answer = self._acts[environ["PATH_INFO"]]()
        self.seen.append(connections[DEFAULT_DB_ALIAS])
        return [answer]


Serve = Callable[..., _WebProcess]


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:

        def open_server(acts: Acts, places: int = 1) -> _WebProcess:
            server = _WebProcess(acts, places)
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
