"""The store keeps serving when a part of it dies."""

import os
import signal
import socket
import struct
import time

from playwright.sync_api import Page, expect

from tests.journeys.live import visit
from tests.journeys.patience import PATIENCE_SECONDS
from tests.journeys.store.running_store import RunningStore


def _renderer_pid(store: RunningStore) -> int:
    """Return the process at the other end of the renderer's socket."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(store.stack.renderer_socket))
        credentials = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    pid: int = struct.unpack("3i", credentials)[0]
    return pid


def test_pages_come_while_the_renderer_is_dead_and_it_comes_back(page: Page, store: RunningStore) -> None:
    dead = _renderer_pid(store)
    os.kill(dead, signal.SIGKILL)
    answer = visit(page, "/shop/page/2/?orderby=rating")
    assert answer is not None
    assert '<div id="root"></div>' in answer.text()
    expect(page.get_by_role("heading", name="All wines", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Add to cart").first).to_be_visible()
    end = time.monotonic() + PATIENCE_SECONDS
    while "<h1" not in page.request.get("/shop/page/2/?orderby=popularity").text():
        assert time.monotonic() < end, "the renderer was not started again"
    assert _renderer_pid(store) != dead
