"""A relay before the database's server, by which tests take the database away, and a browser that meets it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import close_old_connections, connection
from django.test import Client


class Relay:
    """A Unix socket that passes all on to the database's server, until it is stopped: then it refuses connections.

    While it is frozen, it takes connections and passes nothing on.
    """

    def __init__(self, path: Path, host: str, port: int) -> None:
        self._path, self._host, self._port = path, host, port
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._flows = threading.Event()
        self.connections = 0
        """How many were opened."""
        self.start()

    def start(self) -> None:
        self.thaw()
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self._path))
        self._listening.listen()
        self._threads = [threading.Thread(target=self._accept, args=(self._listening,))]
        self._threads[0].start()

    def freeze(self) -> None:
        self._flows.clear()

    def thaw(self) -> None:
        self._flows.set()

    def stop(self) -> None:
        self.thaw()
        if self._listening.fileno() < 0:
            return
        self._path.unlink()
        for each in (self._listening, *self._ends):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in (self._listening, *self._ends):
            each.close()
        self._ends.clear()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                self.connections += 1
                server = self._reach_server()
                self._ends += [client, server]
                for ends in ((client, server), (server, client)):
                    self._threads.append(threading.Thread(target=self._pass_on, args=ends))
                    self._threads[-1].start()

    def _reach_server(self) -> socket.socket:
        if not self._host.startswith("/"):
            return socket.create_connection((self._host, self._port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{self._host}/.s.PGSQL.{self._port}")
        return server

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)


@contextmanager
def relayed(folder: Path) -> Iterator[Relay]:
    """Let Django's connection lead through a relay for as long as the block lasts."""
    asked = connection.get_connection_params()
    port = int(asked.get("port") or 5432)
    connection.close()
    with pytest.MonkeyPatch.context() as patch:
        relay = Relay(folder / f".s.PGSQL.{port}", asked.get("host") or "/var/run/postgresql", port)
        patch.setitem(connection.settings_dict["OPTIONS"], "host", str(folder))
        patch.setitem(connection.settings_dict, "HOST", "")
        yield relay
        connection.close()
    relay.stop()


class OutageBrowser(Client):
    """A browser that sees error pages. As at the web server, each request begins without connections that broke."""

    def generic(self, *about: Any, **more: Any) -> Any:  # noqa: ANN401 - the parent's
        close_old_connections()
        return super().generic(*about, **more)
