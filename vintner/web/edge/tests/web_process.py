"""A web process of a test, in which each request has a place."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from vintner.web.edge.bodies import WsgiApplication
from vintner.web.edge.places import in_places

PATIENT_SECONDS: Final = 30
Acts = dict[str, Callable[[], object]]


class WebProcess:
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
