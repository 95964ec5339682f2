"""Debian's Firefox without windows, by the protocol that it speaks itself.

Debian has no geckodriver, which translates the standard's HTTP into it. A command is [0, number, name, parameters], its
answer [1, number, error, value], each after its length and a colon
(https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
"""

import json
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from tests.journeys.browsers import commands
from tests.journeys.browsers.commands import BrowserCommand, refusal
from tests.journeys.browsers.programs import LOG, program
from tests.journeys.browsers.waiting import wait_for
from tests.journeys.browsers.window import BrowserWindow
from tests.journeys.patience import PATIENCE_SECONDS

PREFERENCES: Final = {
    "marionette.port": 0,  # Firefox takes a free one, and writes it into its profile
    "browser.dom.window.dump.enabled": True,  # faults of pages are written to its log
    "ui.prefersReducedMotion": 1,
    "ui.primaryPointerCapabilities": 6,  # a mouse: exact, and able to hover
    "ui.allPointerCapabilities": 6,
}
PORT: Final = "MarionetteActivePort"
FAULT: Final = re.compile(r"^JavaScript error: http.*", re.MULTILINE)


class MarionetteConnection:
    """A connection with Firefox itself."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
        self._answers = self._socket.makefile("rb")
        self._number = 0
        self._receive()  # it says which protocol it speaks

    def send(self, command: BrowserCommand, parameters: Mapping[str, object]) -> object:
        self._number += 1
        message = json.dumps([0, self._number, command.name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, value = json.loads(self._receive())
        if error:
            raise refusal(error["error"], error["message"])
        return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value

    def enter_frame(self, element: str) -> None:
        self.send(commands.FRAME, {"element": element})

    def close(self) -> None:
        self._answers.close()
        self._socket.close()

    def _receive(self) -> bytes:
        length = bytearray()
        while (digit := self._answers.read(1)) != b":":
            if not digit:
                raise ConnectionError("Firefox ended.")
            length += digit
        return self._answers.read(int(length))


@contextmanager
def firefox(folder: Path) -> Iterator[BrowserWindow]:
    """Run Firefox, with its profile in a folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("".join(lines))
    with program(folder, "firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(folder)):
        port = wait_for((folder / PORT).read_text, "Firefox", forgiven=FileNotFoundError)
        with closing(MarionetteConnection(int(port))) as connection:
            connection.send(commands.START, {"capabilities": commands.WHOLE_PAGES})
            yield BrowserWindow(connection)
    faults = FAULT.findall((folder / LOG).read_text(errors="replace"))
    assert faults == [], "\n".join(faults)
