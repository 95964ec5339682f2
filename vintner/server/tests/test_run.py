"""When the store counts as open."""

import asyncio
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from vintner.server.programs import Stack
from vintner.server.run import _answers, stop_without_database


class LeadsToHttps(BaseHTTPRequestHandler):
    """A store at https://, asked without the proxy in front of it."""

    def do_GET(self) -> None:
        self.send_response(301)
        self.send_header("Location", f"https://{self.headers['Host']}{self.path}")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        pass


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    renderer = tmp_path / "renderer.sock"
    with closing(socket.socket(socket.AF_UNIX)) as listening, HTTPServer(("127.0.0.1", 0), LeadsToHttps) as store:
        listening.bind(str(renderer))
        listening.listen()
        thread = Thread(target=store.serve_forever)
        thread.start()
        yield Stack(
            host="127.0.0.1", port=store.server_port, renderer_socket=renderer, environment={}, sandbox_port=None
        )
        store.shutdown()
        thread.join()


def test_a_store_that_leads_to_https_is_open(stack: Stack) -> None:
    assert _answers(stack)


def test_the_store_stops_once_the_keeper_of_its_database_has_ended() -> None:
    async def story() -> None:
        stopped = asyncio.Event()
        with subprocess.Popen(["sleep", "600"]) as keeper:
            watching = asyncio.create_task(stop_without_database(keeper, stopped))
            await asyncio.sleep(0)
            assert not stopped.is_set()
            keeper.kill()
            async with asyncio.timeout(20):
                await watching
        assert stopped.is_set()

    asyncio.run(story())
