"""25. The web server reads one request where one was sent, and only the store's own proxies say where it came from."""

import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection
from pytest_django import Settings

from bench.invariants import serving
from tests.attack.attack import FULL, Tries, attack, replaced, setting
from vintner import database_server
from vintner.checkout.tests.proxies import PROXY, STRANGER, open_browser
from vintner.testing.builders import make_user

SMUGGLED = b"GET /robots.txt?smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
CHUNKED = b"0\r\n\r\n" + SMUGGLED
HEAD = b"POST /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
REQUESTS = {
    "a length, and chunks that end before it": HEAD
    + b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n" % len(CHUNKED)
    + CHUNKED,
    "chunks, and a length that ends before them": HEAD
    + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(SMUGGLED)
    + SMUGGLED
    + b"\r\n0\r\n\r\n",
    "two lengths": HEAD + b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    "two lengths in a line": HEAD + b"Content-Length: 0, %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    "a length with a sign": HEAD + b"Content-Length: +0\r\n\r\n" + SMUGGLED,
    "a length in another base": HEAD + b"Content-Length: 0x0\r\n\r\n" + SMUGGLED,
    "a length after a space": HEAD + b"Content-Length : %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    "another coding": HEAD + b"Transfer-Encoding: xchunked\r\n\r\n" + CHUNKED,
    "chunks that are not last": HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n" + CHUNKED,
    "two codings": HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + CHUNKED,
    "a coding after a space": HEAD + b"Transfer-Encoding : chunked\r\n\r\n" + CHUNKED,
    "a coding in the next line": HEAD + b"X: y\r\n Transfer-Encoding: chunked\r\n\r\n" + CHUNKED,
    "a chunk that is too long": HEAD + b"Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n" + CHUNKED,
    "a chunk without its size": HEAD + b"Transfer-Encoding: chunked\r\n\r\n\r\n" + CHUNKED,
    "an old version with chunks": HEAD.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKED,
}
HOSTS = {
    "two hosts": b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    "no host": b"GET /robots.txt HTTP/1.1\r\nConnection: close\r\n\r\n",
    "another host in the first line": b"GET http://evil.example/robots.txt HTTP/1.1\r\nHost: evil.example\r\n"
    b"Connection: close\r\n\r\n",
    "a host with a path": b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1/evil.example\r\nConnection: close\r\n\r\n",
}
Serve = Callable[[], AbstractContextManager[str]]


class _Granian(AbstractContextManager[str]):
    """The store's own web server, at the database of the tests."""

    def __init__(self) -> None:
        parts = urlsplit(os.environ.get("DATABASE_URL") or database_server.url())
        address = urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))
        self._processes = serving.processes({"DATABASE_URL": address, "TRUSTED_PROXIES": ""})

    def __enter__(self) -> str:
        return self._processes.__enter__().address

    def __exit__(self, *fault: object) -> None:
        self._processes.__exit__(None, None, None)


serve: Serve = _Granian


@attack(without=replaced(f"{__name__}.serve", serving.threads))
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_request_within_a_request() -> Tries:
    """The outer request is refused (405), so a 200 answers the inner one. The control is the server of Python's own
    library, which knows no chunks.
    """
    with serve() as address:
        for says, sent in REQUESTS.items():
            answers = _ask(address, sent)
            yield f"{says}: {answers.count(b'HTTP/1.1 ')} answers", b"HTTP/1.1 200" in answers
        for says, sent in HOSTS.items():
            answers = _ask(address, sent)
            yield says, b"evil.example" in answers


def _ask(address: str, sent: bytes) -> bytes:
    """Send bytes; return all that comes back until the server closes or has nothing more to say."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    came = b""
    with socket.create_connection((host, port), timeout=PATIENCE) as talk:
        talk.sendall(sent)
        try:
            while part := talk.recv(65536):
                came += part
        except (TimeoutError, ConnectionError):
            pass
    return came


PATIENCE = 2.0 if FULL else 0.5
"""Seconds without a word. A second answer follows the first at once."""


@attack(without=setting(TRUSTED_PROXIES=["0.0.0.0/0"]))
@pytest.mark.usefixtures("store")
def test_an_address_that_is_only_said(settings: Settings) -> Tries:
    """Whoever says with each guess to be somebody else is counted as one; also through the store's own proxy."""
    settings.LIMITS = {**settings.LIMITS, "log_in": (3, 900), "log_in_from": (3, 900)}
    if settings.TRUSTED_PROXIES != ["0.0.0.0/0"]:
        settings.TRUSTED_PROXIES = ["10.1.0.0/16"]
    make_user("ada@example.com", password="x")
    fields = {"username": "ada@example.com", "password": "wrong"}
    for says, peer, before in (("a stranger", STRANGER, ""), ("behind the proxy", PROXY, f", {STRANGER}")):
        came = [
            open_browser(peer, f"198.51.100.{number}{before}").post("/my-source/", fields, secure=True).status_code
            for number in range(6)
        ]
        yield f"{says}: {came}", came.count(429) == 0
