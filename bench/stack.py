"""A whole store of the bench's own: own ports, own database with the demo world, own sandbox."""

import asyncio
import contextlib
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.ports import hold_port
from vintner import database_server
from vintner.server.preflight import VAR
from vintner.server.programs import RENDERER, Stack, describe_stack
from vintner.server.run import running

PROVIDER = Path(__file__).with_name("provider.mjs")
FOLDER = VAR / "bench"
READY_SECONDS = 400


@contextmanager
def store() -> Iterator[Stack]:
    """Run the store for as long as the block lasts; yields where it is."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with database_server.lease(), kept_store(_environment(FOLDER), FOLDER) as stack:
        yield stack


@contextmanager
def kept_store(environment: Mapping[str, str], folder: Path) -> Iterator[Stack]:
    """Run the store's programs under their supervisor, with files in this folder, for as long as the block lasts."""
    os.environ.update(environment)
    stack = describe_stack(os.environ, folder=folder)
    kept = _Kept(stack)
    try:
        kept.start()
        yield stack
    finally:
        kept.stop()


def own_port() -> dict[str, str]:
    """Return the settings of a store at ports of its own."""
    port = hold_port()
    address = {"HOST": "127.0.0.1", "PORT": str(port), "STORE_URL": f"http://127.0.0.1:{port}"}
    return {**address, "SANDBOX_PORT": str(hold_port())}


@contextmanager
def waiting_store(stack: Stack) -> Iterator[str]:
    """Serve the same store once more with a provider that lets every payment wait; yields its address."""
    with subprocess.Popen(["node", str(PROVIDER)], stdout=subprocess.PIPE, text=True) as provider:
        assert provider.stdout is not None
        port = provider.stdout.readline().strip()
        try:
            with served_again(stack, SANDBOX_URL=f"http://127.0.0.1:{port}") as address:
                yield address
        finally:
            provider.terminate()


@contextmanager
def served_again(stack: Stack, **changed: str) -> Iterator[str]:
    """Serve the same store once more with other settings; yields its address."""
    other = replace(stack, port=hold_port())
    web = next(program for program in other.programs() if program.name == "web")
    environment = {**os.environ, **web.environment, **changed, "PORT": str(other.port), "STORE_URL": other.address}
    with (
        (FOLDER / "served-again.log").open("wb") as log,
        subprocess.Popen(web.command, env=environment, stdout=log, stderr=log) as served,
    ):
        try:
            wait_for(("127.0.0.1", other.port))
            yield other.address
        finally:
            served.terminate()


@contextmanager
def renderer() -> Iterator[None]:
    """Run a renderer alone; RENDERER_SOCKET says where."""
    socket_path = FOLDER / "renderer.sock"
    FOLDER.mkdir(parents=True, exist_ok=True)
    socket_path.unlink(missing_ok=True)
    os.environ["RENDERER_SOCKET"] = str(socket_path)
    with subprocess.Popen(["node", str(RENDERER)], env={**os.environ, "NODE_ENV": "production"}) as served:
        try:
            wait_for(str(socket_path))
            yield
        finally:
            served.terminate()


def wait_for(address: tuple[str, int] | str) -> None:
    """Wait until something listens at a host and port, or at a Unix socket's path."""
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.socket(family) as probe:
            probe.connect(address)
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens at {address}")


class _Kept:
    """The stack's processes, kept in a thread with an event loop."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._ready, self._loop, self._stopped = threading.Event(), asyncio.new_event_loop(), asyncio.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()
        self._ready.wait(READY_SECONDS)
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._keep())
        except BaseException as failure:  # noqa: BLE001 - handed to the thread that waits
            self._failure = failure
        finally:
            self._ready.set()
            self._loop.close()

    async def _keep(self) -> None:
        async with running(self._stack, self._stopped, quiet=True):
            self._ready.set()
            await self._stopped.wait()


def _environment(folder: Path) -> dict[str, str]:
    return {
        **own_port(),
        "DATABASE_URL": fresh_database("vintner_bench"),
        "VINTNER_VAR": str(folder),
        "VINTNER_BENCH": "1",
        "PAGES_KEPT_SECONDS": "0",
        "SANDBOX_DB": str(folder / "sandbox.sqlite3"),
        # Thousands of shoppers come from one address here.
        "LIMIT_FAILED_PAYMENTS": "1000000",
        "LIMIT_FAILED_PAYMENTS_FROM": "1000000",
        "LOG_LEVEL": "WARNING",
    }


def fresh_database(name: str) -> str:
    """Make an empty database on the server that the environment names; returns its address."""
    parts = urlsplit(os.environ.get("DATABASE_URL") or database_server.url())
    with psycopg.connect(urlunsplit(parts), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return urlunsplit(parts._replace(path=f"/{name}"))
