"""A renderer that hangs delays one page, not all of them."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.core.cache import caches
from pytest_django import Settings

from vintner.testing.held_clock import HeldClock
from vintner.web.outside.breaker import Breaker
from vintner.web.rendering import renderer
from vintner.web.rendering.renderer import RendererDown, render_page


class Renderer:
    """A renderer that can be frozen: then it takes connections and does not answer."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self.frozen = False
        self.asked = 0
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                self._open.append(connection)
                self.asked += 1
                if not self.frozen:
                    while not connection.recv(65536).endswith(b"}"):
                        pass
                    connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nOK")
                    connection.close()

    def stop(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        for each in self._open:
            each.close()


@pytest.fixture
def served(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Renderer]:
    settings.RENDERER_SOCKET, settings.RENDERER_TIMEOUT = str(tmp_path / "renderer.sock"), 0.1
    own = Breaker("renderer", failures=1, pause_seconds=renderer.PAUSE_SECONDS, slow_seconds=0)
    monkeypatch.setattr(renderer, "_breaker", own)
    monkeypatch.setattr(renderer, "_local", threading.local())
    caches["rendered"].clear()
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(settings.RENDERER_SOCKET)
        server.listen()
        served = Renderer(server)
        yield served
        served.stop()


def test_pages_skip_a_frozen_renderer_for_some_seconds(served: Renderer, held_clock: HeldClock) -> None:
    served.frozen = True
    for number in range(4):
        with pytest.raises(RendererDown):
            render_page("Page", json.dumps({"number": number}))
    assert served.asked == 1
    served.frozen = False
    held_clock.move(renderer.PAUSE_SECONDS)
    assert render_page("Page", "{}") == "OK"
