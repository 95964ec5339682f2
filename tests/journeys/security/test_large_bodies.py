"""What is sent to the real server and not read: the answer arrives, and the connection serves the next request."""

from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.journeys.store.running_store import RunningStore

ROUNDS = 40
FORM, JSON = "application/x-www-form-urlencoded", "application/json"


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        ("/?wc-ajax=checkout", FORM, 413),
        ("/?wc-api=wc_stripe", JSON, 413),
        ("/?wc-ajax=no_such_call", FORM, 200),
        ("/checkout/", FORM, 403),
    ],
)
def test_a_body_that_nobody_reads_does_not_spoil_the_connection(
    store: RunningStore, path: str, kind: str, status: int
) -> None:
    body = b"a=" + b"x" * 3_000_000
    connection = HTTPConnection(urlsplit(store.url).netloc, timeout=30)
    for _ in range(ROUNDS):
        connection.request("POST", path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        answer.read()
        assert (answer.status, answer.will_close) == (status, False)
        sock = connection.sock
        connection.request("GET", "/robots.txt")
        answer = connection.getresponse()
        answer.read()
        assert (answer.status, connection.sock) == (200, sock)
    connection.close()
