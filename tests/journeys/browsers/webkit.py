"""Debian's WebKit in a window on a screen that is only kept in memory, by the HTTP of the standard.

It tells nobody of faults before a page works: it writes no log of windows that are driven by programs.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.journeys.browsers import commands
from tests.journeys.browsers.commands import ELEMENT, BrowserCommand, refusal
from tests.journeys.browsers.programs import program
from tests.journeys.browsers.waiting import wait_for
from tests.journeys.browsers.window import BrowserWindow
from tests.journeys.patience import PATIENCE_SECONDS
from tests.ports import hold_port


class DriverConnection:
    """A session with a program that speaks the standard."""

    def __init__(self, client: httpx.Client) -> None:
        self._client, self._session = client, "/session"
        started = self.send(commands.START, {"capabilities": commands.WHOLE_PAGES})
        assert isinstance(started, dict)
        self._session = f"/session/{started['sessionId']}"

    def send(self, command: BrowserCommand, parameters: Mapping[str, object]) -> object:
        path = self._session + command.path.format(**parameters)
        answer = self._client.request(command.method, path, json=parameters if command.method == "POST" else None)
        value: object = answer.json()["value"]
        if answer.is_error:
            assert isinstance(value, dict)
            raise refusal(value["error"], value["message"])
        return value

    def enter_frame(self, element: str) -> None:
        self.send(commands.FRAME, {"id": {ELEMENT: element}})


@contextmanager
def webkit(folder: Path) -> Iterator[BrowserWindow]:
    """Run WebKit's own small browser and its driver, with their home in a folder."""
    settings = folder / ".config/gtk-3.0/settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text("[Settings]\ngtk-enable-animations = false\n")
    port = hold_port()
    with (
        _screen(folder) as screen,
        program(folder, "WebKitWebDriver", f"--port={port}", display=screen),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_SECONDS) as client,
    ):
        wait_for(lambda: client.get("/status").is_success, "WebKit", forgiven=httpx.ConnectError)
        connection = DriverConnection(client)
        try:
            yield BrowserWindow(connection)
        finally:
            connection.send(commands.END, {})


@contextmanager
def _screen(folder: Path) -> Iterator[str]:
    """Run a screen in memory; give its name."""
    told, tell = os.pipe()
    command = ("Xvfb", "-displayfd", str(tell), "-screen", "0", "1440x1000x24", "-nolisten", "tcp")
    with program(folder, *command, descriptor=tell):
        os.close(tell)
        with os.fdopen(told) as name:
            yield f":{name.readline().strip()}"
