"""Chromium on the admin, answered by Django's test client in the transaction of the test."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from playwright.sync_api import Page

from bench.pages import chromium
from tests.journeys.everybody import WIDEST, window

HOST: Final = "admin.test"
HEADERS: Final = ("Content-Type", "Content-Security-Policy")
"""What Chromium is told of an answer besides its body."""
KEPT_SECONDS: Final = 3600
LED: Final = "--host-resolver-rules=MAP " + HOST + " 127.0.0.1:{port}"
"""Leads Chromium to the server of the test. Playwright's own way of answering turns Chromium's cache off."""
NOTE_VIOLATIONS: Final = """document.addEventListener('securitypolicyviolation', (event) =>
    window.noteViolation(`${event.documentURI}: ${event.effectiveDirective} forbids ${event.blockedURI}`))"""


@dataclass(frozen=True, slots=True)
class SentRequest:
    """What Chromium asked for: method, path with query, body and its type."""

    method: str
    address: str
    form: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class StoreAnswer:
    """What the store answered."""

    status: int
    body: bytes
    headers: dict[str, str]


Answer = Callable[[SentRequest], StoreAnswer]


@contextmanager
def admin_page(client: Client, *, scripts: bool = True, timezone: str | None = None) -> Iterator[Page]:
    """Open a window whose requests the client answers, with the account that it is logged in with."""
    with answering(client) as answer, serving(answer) as port, chromium(LED.format(port=port)) as browser:
        page = browser.new_page(
            base_url=f"http://{HOST}",
            viewport=window(WIDEST),
            reduced_motion="reduce",
            java_script_enabled=scripts,
            timezone_id=timezone,
        )
        yield page


def watch_policy(page: Page) -> list[str]:
    """Return a list that takes up whatever the content policy of the pages that are opened from now on forbids them."""
    found: list[str] = []

    def note(violation: str) -> None:
        found.append(violation)

    page.expose_function("noteViolation", note)
    page.add_init_script(NOTE_VIOLATIONS)
    return found


@contextmanager
def answering(client: Client) -> Iterator[Answer]:
    """Answer requests in a thread with the connection of the test: in this one Playwright keeps an event loop."""
    shared = connections["default"]
    with shared.cursor() as cursor:  # on a busy machine Chromium takes long between two requests
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    shared.inc_thread_sharing()
    try:
        with ThreadPoolExecutor(1, initializer=use_connection, initargs=(shared,)) as thread:
            yield lambda request: thread.submit(send, client, request).result()
    finally:
        shared.dec_thread_sharing()


def use_connection(shared: BaseDatabaseWrapper) -> None:
    connections["default"] = shared


@contextmanager
def serving(answer: Answer) -> Iterator[int]:
    """Serve the admin's files, which Chromium may keep, and what the store answers, on the port that is yielded."""

    class AdminRequest(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path.startswith(settings.STATIC_URL) and (file := finders.find(path.removeprefix(settings.STATIC_URL))):
                kept = {"Content-Type": guess_type(file)[0] or "", "Cache-Control": f"max-age={KEPT_SECONDS}"}
                self.write(StoreAnswer(HTTPStatus.OK, Path(file).read_bytes(), kept))
            elif path.startswith(settings.MEDIA_URL):
                self.write(StoreAnswer(HTTPStatus.NOT_FOUND, b"", {}))
            else:
                self.do_POST()

        def do_POST(self) -> None:
            form = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            content_type = self.headers.get("Content-Type", "text/html")
            self.write(answer(SentRequest(self.command, self.path, form, content_type)))

        def write(self, sent: StoreAnswer) -> None:
            self.send_response(sent.status)
            for name, value in {**sent.headers, "Content-Length": str(len(sent.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent.body)

        def log_message(self, *words: object) -> None:
            """Say nothing: tests look at what comes of a request."""

    with ThreadingHTTPServer(("127.0.0.1", 0), AdminRequest) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def send(client: Client, request: SentRequest) -> StoreAnswer:
    """Send a request of Chromium to the store; redirects are followed, because a test looks at where they lead."""
    sent = client.generic(request.method, request.address, request.form, content_type=request.content_type)
    while sent.status_code == HTTPStatus.FOUND:
        sent = client.get(sent.headers["Location"])
    headers = {name: sent.headers[name] for name in HEADERS if name in sent.headers}
    return StoreAnswer(sent.status_code, sent.content, headers)
