"""The store's web server with clients that are slow, silent or go away, over raw sockets."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from select import select
from socket import create_connection, create_server, socket

import pytest

from tests.ports import hold_port
from vintner.server import programs
from vintner.server.install import VENV_PYTHON
from vintner.web.edge.tests.limits import LARGEST, MOST, PATIENT_SECONDS, PLACES, SECONDS

READY_SECONDS = 60
_opened: list[socket] = []


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server that soon ends what is slow."""
    with serving(head_seconds=1, body_seconds=SECONDS) as number:
        yield number


@pytest.fixture(scope="module")
def patient_port() -> Iterator[int]:
    """The port of a server that ends what is slow long after a test."""
    with serving(head_seconds=PATIENT_SECONDS, body_seconds=PATIENT_SECONDS) as number:
        yield number


@contextmanager
def serving(*, head_seconds: int, body_seconds: int) -> Iterator[int]:
    number = hold_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(programs, "HEAD_SECONDS", head_seconds)
        limits = programs.server_limits()
    command = [str(VENV_PYTHON), "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(number)]
    application = "vintner.web.edge.tests.application:application"
    command += ["--log-level", "critical", *limits, application]
    with closing(create_server(("127.0.0.1", 0))) as told:
        told.settimeout(READY_SECONDS)
        environment = {**os.environ, "PORT": str(number), "READY_PORT": str(told.getsockname()[1])}
        environment["BODY_SECONDS"] = str(body_seconds)
        with subprocess.Popen(command, env=environment, start_new_session=True) as server:
            told.accept()[0].close()
            _wait_for(number)
            yield number
            os.killpg(server.pid, signal.SIGKILL)  # and the process that answers, which does not always end with it


def _wait_for(port: int) -> None:
    """Wait until a server that has loaded its application listens as well."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        with suppress(ConnectionRefusedError), create_connection(("127.0.0.1", port)):
            return
    raise TimeoutError


@pytest.fixture(autouse=True)
def _sockets() -> Iterator[None]:
    """Close what a test opened, also where it fails: the warning about an open socket would fail another test."""
    yield
    while _opened:
        _opened.pop().close()


def connect(port: int) -> socket:
    _opened.append(create_connection(("127.0.0.1", port), timeout=10))
    return _opened[-1]


def send(port: int, path: str, body: bytes = b"", *, length: int | None = None) -> socket:
    client = connect(port)
    length = len(body) if length is None else length
    method = "POST" if length else "GET"
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}"
    client.sendall(f"{head}\r\n\r\n".encode() + body)
    return client


def read(client: socket) -> tuple[int, bytes]:
    """Return the status and the body of an answer; 0 when the connection ended without one."""
    with closing(client), client.makefile("rb") as answer:
        head, _, body = answer.read().partition(b"\r\n\r\n")
        return (int(head.split()[1]) if head else 0), body


def hang(port: int) -> socket:
    """Send a request that is answered when it is let go, and return once it is being answered."""
    before = read(send(port, "/hanging"))[1]
    client = send(port, "/hang", b"four")
    while read(send(port, "/hanging"))[1] == before:
        pass
    return client


def seconds(port: int) -> float:
    """Return how long another shopper waits for a page."""
    begun = time.monotonic()
    assert read(send(port, "/"))[0] == 200
    return time.monotonic() - begun


@pytest.mark.parametrize("size", [0, 5, 100_000, LARGEST])
def test_bodies_arrive_whole(port: int, size: int) -> None:
    assert read(send(port, "/length", b"x" * size)) == (200, str(size).encode())


def test_a_larger_body_is_refused(port: int) -> None:
    assert read(send(port, "/length", length=LARGEST + 1))[0] == 413


def is_ended(client: socket, *, within: float) -> bool:
    """Return whether the server ends a connection without an answer."""
    client.settimeout(within)
    with closing(client):
        try:
            return client.recv(1000).partition(b" ")[2][:3] in (b"", b"400")
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False


def test_slow_bodies_hold_up_nobody(patient_port: int) -> None:
    for _ in range(MOST):
        send(patient_port, "/length", b"four", length=1000)
    assert seconds(patient_port) < PATIENT_SECONDS / 2


def test_slow_bodies_end(port: int) -> None:
    slow = [send(port, "/length", b"four", length=1000) for _ in range(MOST)]
    assert all(is_ended(each, within=PATIENT_SECONDS) for each in slow)


def test_a_body_may_be_slow_for_as_long_as_it_comes(port: int) -> None:
    client = send(port, "/length", b"x" * 200_000, length=300_000)
    client.settimeout(SECONDS * 1.2)
    with pytest.raises(TimeoutError):  # neither answered nor ended, though the time of slow bodies is over
        client.recv(1)
    client.settimeout(10)
    client.sendall(b"x" * 100_000)
    assert read(client) == (200, b"300000")


def test_while_many_bodies_are_slow_each_has_less_time(patient_port: int) -> None:
    slow = [send(patient_port, "/length", b"four", length=8) for _ in range(MOST + 1)]
    ended = select(slow, [], [], PATIENT_SECONDS / 2)[0]  # any of them: the others then are few enough to have the time
    assert all(is_ended(each, within=PATIENT_SECONDS) for each in ended)
    assert ended


def test_a_request_that_takes_long_is_not_taken_for_a_slow_body(port: int) -> None:
    long = hang(port)
    slow = send(port, "/length", b"four", length=8)
    assert not is_ended(slow, within=SECONDS * 1.5)
    assert read(send(port, "/let-go"))[0] == 200
    assert read(long)[0] == 200


def test_the_view_never_sees_a_part_of_a_body(port: int) -> None:
    client = send(port, "/length", b"four", length=1000)
    client.shutdown(1)  # it sends no more, and still listens
    assert read(client)[0] in (0, 400)


def test_silent_connections_end_and_so_do_heads_that_come_slowly(port: int) -> None:
    silent, slow, idle = connect(port), connect(port), connect(port)
    slow.sendall(b"GET / HTTP/1.1\r\nHost:")
    idle.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert idle.recv(1000)
    for each in (silent, slow, idle):  # raises TimeoutError where it is not ended
        with closing(each), suppress(ConnectionResetError):
            each.recv(1000)


def test_hundreds_of_silent_connections_hold_up_nobody(patient_port: int) -> None:
    for _ in range(700):
        connect(patient_port)
    assert seconds(patient_port) < PATIENT_SECONDS / 2


def test_only_so_many_requests_are_answered_at_a_time(port: int) -> None:
    assert len({read(send(port, "/"))[1] for _ in range(20)}) == PLACES
    hanging = [hang(port) for _ in range(PLACES - 1)]
    assert read(send(port, "/"))[0] == 200
    assert read(send(port, "/let-go"))[0] == 200
    assert {read(each)[0] for each in hanging} == {200}


def test_what_comes_after_an_answer_delays_nobody_and_runs_in_the_place(port: int) -> None:
    assert read(send(port, "/closes")) == (200, b"closes")
    assert read(send(port, "/closed"))[1] == b"", "it was not waited for"
    deadline = time.monotonic() + 5
    while not (closed := read(send(port, "/closed"))[1]) and time.monotonic() < deadline:
        read(send(port, "/let-go"))
    assert closed in {read(send(port, "/"))[1] for _ in range(PLACES * 2)}


def test_a_place_survives_a_request_that_fails(port: int) -> None:
    for _ in range(PLACES + 1):
        assert read(send(port, "/fails"))[0] == 500
    assert read(send(port, "/"))[0] == 200


@pytest.mark.parametrize("charset", ["base64", "unicode_escape", '"rot13"'])
def test_a_request_is_read_as_utf_8_whatever_it_names(port: int, charset: str) -> None:
    client = connect(port)
    kind = f"multipart/form-data; charset={charset}; boundary=x"
    client.sendall(f"GET /kind HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {kind}\r\n\r\n".encode())
    assert read(client) == (200, b"multipart/form-data; boundary=x")
