"""Reads the body of each request before the request takes a place: a body that comes slowly holds up nobody else.

There are few places (`places.py`), each with a connection to the database. Until a body is there it costs one of the
web server's many threads. `slow_clients.py` ends the connections of bodies that take too long.
"""

import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile
from typing import Any, Final

WsgiApplication = Callable[[dict[str, Any], Any], Iterable[bytes]]

SERVER_THREADS: Final = 256
"""Threads of the web server in each process, at most. They wait for bodies and for places."""
LARGEST_BODY: Final = 64 * 1024 * 1024
_CHUNK: Final = 64 * 1024
_IN_MEMORY: Final = 1024 * 1024
"""Bytes of a body that are kept in memory. A larger one lies in a temporary file."""
_CHARSET: Final = re.compile(r";\s*charset\s*=[^;]*", re.IGNORECASE)
_TOO_LARGE: Final = "That was more than can be sent at once."
_CUT_OFF: Final = "The request ended too early."


@dataclass(slots=True)
class BodyProgress:
    """A body that is being read: from where, since when (monotonic seconds), how many bytes of it are there."""

    address: str
    begun: float
    received: int = 0


@dataclass(slots=True)
class Traffic:
    """What the threads of this process do, by thread: bodies that are read, and requests whose body is there."""

    bodies: dict[int, BodyProgress] = field(default_factory=dict)
    working: dict[int, tuple[str, float]] = field(default_factory=dict)


def reading_bodies(application: WsgiApplication, traffic: Traffic, *, largest: int = LARGEST_BODY) -> WsgiApplication:
    """Return the application behind a reader of bodies, of so many bytes at most. It writes into `traffic`."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's own
        thread = threading.get_ident()
        _drop_charset(environ)
        if environ.get("CONTENT_LENGTH", "0") != "0" or "HTTP_TRANSFER_ENCODING" in environ:
            announced = int(environ.get("CONTENT_LENGTH") or 0)
            if announced > largest:
                return _refuse(start_response, "413 Content Too Large", _TOO_LARGE)
            traffic.bodies[thread] = progress = BodyProgress(environ["REMOTE_ADDR"], time.monotonic())
            try:
                environ["wsgi.input"] = _read(environ["wsgi.input"], progress, largest)
            finally:
                del traffic.bodies[thread]
            if progress.received > largest:
                return _refuse(start_response, "413 Content Too Large", _TOO_LARGE)
            if progress.received < announced:
                return _refuse(start_response, "400 Bad Request", _CUT_OFF)
        traffic.working[thread] = (environ["REMOTE_ADDR"], time.monotonic())
        try:
            return application(environ, start_response)
        finally:
            del traffic.working[thread]

    return answer


def _drop_charset(environ: dict[str, Any]) -> None:
    """Let a request be read as UTF-8, as every page of the store is sent. Django decodes by whatever codec is named,
    and Python has some that are not for text, or let through what no database takes.
    """
    environ["CONTENT_TYPE"] = _CHARSET.sub("", environ.get("CONTENT_TYPE", ""))


def _read(source: Any, progress: BodyProgress, largest: int) -> SpooledTemporaryFile[bytes]:  # noqa: ANN401 - granian's
    content = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - read by the application
    while progress.received <= largest and (chunk := source.read(_CHUNK)):
        progress.received += len(chunk)
        content.write(chunk)
    content.seek(0)
    return content


def _refuse(start_response: Any, status: str, message: str) -> list[bytes]:  # noqa: ANN401 - WSGI's own
    start_response(status, [("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")])
    return [f"{message}\n".encode()]
