"""What the tests of this folder serve by the store's web server: two places, and slow bodies have BODY_SECONDS."""

import os
import threading
from collections.abc import Iterable
from socket import create_connection
from typing import Any

from django.db import connections

from vintner.web.edge.bodies import Traffic, reading_bodies
from vintner.web.edge.places import in_places
from vintner.web.edge.slow_clients import watch_bodies
from vintner.web.edge.tests.limits import LARGEST, PLACES, body_limits

TRAFFIC = Traffic()
_closed: list[str] = []
_hanging: list[threading.Event] = []


class _Response(list[bytes]):
    """A response with something to do after it, which takes until it is let go."""

    def close(self) -> None:
        _hang()
        _closed.append(_place())


def _place() -> str:
    return str(id(connections["default"]))


def _answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's own
    text = b"closes" if environ["PATH_INFO"] == "/closes" else _answer_text(environ).encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))])
    return _Response([text]) if environ["PATH_INFO"] == "/closes" else [text]


def _answer_text(environ: dict[str, Any]) -> str:
    match environ["PATH_INFO"]:
        case "/length":
            return str(len(environ["wsgi.input"].read()))
        case "/kind":
            return str(environ.get("CONTENT_TYPE", ""))
        case "/hang":
            _hang()
        case "/hanging":
            return str(len(_hanging))
        case "/let-go":
            _let_go()
        case "/closed":
            return ",".join(_closed)
        case "/fails":
            raise RuntimeError("it fails")
    return _place()


def _let_go() -> None:
    for each in tuple(_hanging):
        each.set()


def _hang() -> None:
    let_go = threading.Event()
    _hanging.append(let_go)
    let_go.wait(10)
    _hanging.remove(let_go)


application = reading_bodies(in_places(_answer, PLACES), TRAFFIC, largest=LARGEST)
watch_bodies(TRAFFIC, body_limits(float(os.environ["BODY_SECONDS"])), int(os.environ["PORT"]))
create_connection(("127.0.0.1", int(os.environ["READY_PORT"]))).close()  # it listens in a moment
