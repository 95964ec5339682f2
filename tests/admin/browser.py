"""Chromium on the admin, answered by Django's test client in the transaction of the test, without a server."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from playwright.sync_api import Page, Request, Route

from bench.pages import chromium
from tests.journeys.everybody import WIDEST, window

ORIGIN: Final = "http://admin.test"
HEADERS: Final = ("Content-Type", "Content-Security-Policy")
"""What Chromium is told of an answer besides its body."""
NOTE_VIOLATIONS: Final = """document.addEventListener('securitypolicyviolation', (event) =>
    window.noteViolation(`${event.documentURI}: ${event.effectiveDirective} forbids ${event.blockedURI}`))"""


@dataclass(frozen=True, slots=True)
class StoreAnswer:
    """What the store answered."""

    status: int
    body: bytes
    headers: dict[str, str]


Answer = Callable[[Request], StoreAnswer]


@contextmanager
def admin_page(client: Client, *, scripts: bool = True, timezone: str | None = None) -> Iterator[Page]:
    """Open a window whose requests the client answers, with the account that it is logged in with."""
    with answering(client) as answer, chromium() as browser:
        page = browser.new_page(
            base_url=ORIGIN,
            viewport=window(WIDEST),
            reduced_motion="reduce",
            java_script_enabled=scripts,
            timezone_id=timezone,
        )
        page.route("**/*", lambda route: fulfill(route, answer))
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


def fulfill(route: Route, answer: Answer) -> None:
    """Give Chromium a file of the admin, or what the store answers."""
    path = urlsplit(route.request.url).path
    if path.startswith(settings.STATIC_URL) and (file := finders.find(path.removeprefix(settings.STATIC_URL))):
        route.fulfill(path=file)
    elif path.startswith(settings.MEDIA_URL):
        route.fulfill(status=HTTPStatus.NOT_FOUND)
    else:
        sent = answer(route.request)
        route.fulfill(status=sent.status, body=sent.body, headers=sent.headers)


def send(client: Client, request: Request) -> StoreAnswer:
    """Send a request of Chromium to the store; redirects are followed, because Chromium would ask the network."""
    address, form = request.url.removeprefix(ORIGIN), request.post_data_buffer or b""
    sent = client.generic(request.method, address, form, content_type=request.headers.get("content-type", "text/html"))
    while sent.status_code == HTTPStatus.FOUND:
        sent = client.get(sent.headers["Location"])
    headers = {name: sent.headers[name] for name in HEADERS if name in sent.headers}
    return StoreAnswer(sent.status_code, sent.content, headers)
