"""Talks to the Node process that turns props into HTML (frontend/server.tsx), over a Unix socket.

Rendering is a pure function of component and props, so sections are cached by their hash and need no invalidation. When
the renderer does not answer, the browser renders the page.
"""

import hashlib
import http.client
import json
import logging
import socket
import threading
from collections.abc import Sequence

from django.conf import settings
from django.core.cache import caches

from vintner.web.outside.breaker import Breaker, BreakerOpen
from vintner.web.rendering.manifest import build_id

log = logging.getLogger(__name__)
_local = threading.local()
PAUSE_SECONDS = 5.0
"""How long pages are left to the browser after one that the renderer did not answer in time."""
_breaker = Breaker("renderer", failures=1, pause_seconds=PAUSE_SECONDS, slow_seconds=settings.RENDERER_TIMEOUT / 2)


class RendererDown(Exception):
    """The renderer did not answer, or could not render these props (which its log explains)."""


class _UnixConnection(http.client.HTTPConnection):
    """HTTP/1.1 over the renderer's socket, open between requests of a thread."""

    def __init__(self) -> None:
        super().__init__("renderer", timeout=settings.RENDERER_TIMEOUT)

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(settings.RENDERER_SOCKET)


def render_page(component: str, props: str) -> str:
    """Return the inner HTML of the page's root for `props` (JSON text). Raises RendererDown.

    It is not cached here: `web/answers.py` caches the document that holds it.
    """
    return _post("/page", f'{{"component":{json.dumps(component)},"props":{props}}}').decode()


def render_sections(sections: Sequence[tuple[str, str]]) -> list[str]:
    """Return the HTML of each (component, props as JSON text), in order. Raises RendererDown."""
    keys = [_cache_key(component, props) for component, props in sections]
    known: dict[str, str] = caches["rendered"].get_many(keys)
    missing = [index for index, key in enumerate(keys) if key not in known]
    if missing:
        body = ",".join(f'{{"component":{json.dumps(sections[i][0])},"props":{sections[i][1]}}}' for i in missing)
        made: list[str] = json.loads(_post("/sections", f"[{body}]"))
        fresh = {keys[i]: html for i, html in zip(missing, made, strict=True)}
        caches["rendered"].set_many(fresh, settings.RENDER_CACHE_SECONDS)
        known |= fresh
    return [known[key] for key in keys]


def _cache_key(component: str, props: str) -> str:
    return "render:" + hashlib.sha256(f"{build_id()}\n{component}\n{props}".encode()).hexdigest()


def _post(path: str, body: str) -> bytes:
    """Send a request to the renderer, unless it has not answered lately. Raises RendererDown."""
    try:
        with _breaker.calling():
            return _ask(path, body)
    except BreakerOpen as error:
        raise RendererDown("it did not answer lately") from error


def _ask(path: str, body: str) -> bytes:
    """Send a request to the renderer. A stale connection is reopened once."""
    reused = getattr(_local, "connection", None) is not None
    try:
        return _send(path, body)
    except (OSError, http.client.HTTPException) as error:
        _close_connection()
        if reused and not isinstance(error, TimeoutError):
            return _ask(path, body)
        log.error("renderer did not answer %s: %s", path, error)
        raise RendererDown(str(error)) from error


def _close_connection() -> None:
    _local.connection.close()
    _local.connection = None


def _send(path: str, body: str) -> bytes:
    if getattr(_local, "connection", None) is None:
        _local.connection = _UnixConnection()
    connection: _UnixConnection = _local.connection
    connection.request("POST", path, body.encode(), {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    if response.status != 200:
        log.error("renderer failed on %s: %s", path, answer.decode(errors="replace")[:4000])
        raise RendererDown(f"status {response.status}")
    return answer
