"""When the store counts as open."""

import asyncio
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from vintner.server import run
from vintner.server.preflight import CannotRun
from vintner.server.programs import Stack
from vintner.server.run import _answers, stop_without_database
from vintner.web.edge.exposure import HEALTH_PATH


class HealthHandler(BaseHTTPRequestHandler):
    """A store that says of its health what `status` is, and leads to https with all else."""

    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == HEALTH_PATH else 301)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        pass


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    renderer = tmp_path / "renderer.sock"
    with (
        closing(socket.socket(socket.AF_UNIX)) as listening,
        HTTPServer(("127.0.0.1", 0), HealthHandler) as store,
    ):
        listening.bind(str(renderer))
        listening.listen()
        thread = Thread(target=store.serve_forever)
        thread.start()
        yield Stack(
            host="127.0.0.1", port=store.server_port, renderer_socket=renderer, environment={}, sandbox_port=None
        )
        store.shutdown()
        thread.join()


def test_a_store_is_open_once_it_is_healthy(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _answers(stack)
    monkeypatch.setattr(HealthHandler, "status", 503)
    assert not _answers(stack)


def test_a_port_that_is_no_number_waits_for_the_check_of_all_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    became: list[object] = []
    monkeypatch.setenv("PORT", "web")
    monkeypatch.setattr(run, "install", lambda: None)
    monkeypatch.setattr(os, "execve", lambda *command: became.append(command))
    with (tmp_path / "lock").open("w") as lock:
        monkeypatch.setattr(run, "take_lock", lambda *_, **__: lock)
        run._set_up_and_become_installed()
    assert len(became) == 1


def test_settings_that_cannot_be_read_in_time_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHECK_SECONDS", 0.01)
    with pytest.raises(CannotRun, match=r"^The settings were not read within"):
        run.refuse_wrong_settings()


def test_a_database_of_blanks_is_the_store_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []

    def begin(command: object, **_: object) -> None:
        begun.append(command)
        raise CannotRun("far enough")

    monkeypatch.setenv("DATABASE_URL", " ")
    monkeypatch.setattr(subprocess, "Popen", begin)
    with pytest.raises(CannotRun, match="far enough"), run._database():
        pass
    assert len(begun) == 1


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
