"""The store over HTTP: its own web processes, or threads of this process where a guard is taken away in it."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.request import urlopen

from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections

from tests.ports import hold_port
from vintner.server.programs import Stack

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

WORKERS, THREADS = 2, 12
READY_SECONDS = 60
STOP_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Processes:
    """The store's web server with its workers, as `make run` starts it."""

    address: str
    program: subprocess.Popen[bytes]

    def kill_worker(self, chance: Random | None = None) -> None:
        """End one of the workers at once; the server starts another."""
        workers = _children(self.program.pid)
        if workers:
            with suppress(ProcessLookupError):
                os.kill((chance or Random()).choice(workers), signal.SIGKILL)  # noqa: S311 - any of them

    def wait(self) -> None:
        """Wait until a worker answers: for a while there may be none. Raises TimeoutError."""
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            with suppress(OSError), urlopen(f"{self.address}/robots.txt", timeout=READY_SECONDS):  # noqa: S310 - our own
                return
            time.sleep(0.1)
        raise TimeoutError(f"the store does not answer at {self.address}")


@contextmanager
def processes(environment: Mapping[str, str]) -> Iterator[Processes]:
    """Serve the store by its own web server."""
    port = hold_port()
    stack = Stack(host="127.0.0.1", port=port, renderer_socket=Path("/nowhere"), environment={}, sandbox_port=None)
    web = next(program for program in stack.programs() if program.name == "web")
    told = {**os.environ, **environment, "WEB_WORKERS": str(WORKERS), "WEB_THREADS": str(THREADS)}
    command = [*web.command]
    command[command.index("--workers") + 1] = str(WORKERS)
    with subprocess.Popen(command, env=told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        served = Processes(f"http://127.0.0.1:{port}", program)
        try:
            served.wait()
            yield served
        finally:
            _stop(program)


@contextmanager
def threads() -> Iterator[str]:
    """Serve the store in this process, as many requests at once as by its processes; yields the address."""
    server = _StoreServer(("127.0.0.1", 0), _Quiet)
    server.set_app(_side_by_side(get_wsgi_application(), WORKERS * THREADS))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _StoreServer(ThreadedWSGIServer):
    request_queue_size = 512


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


def _side_by_side(application: WSGIHandler, most: int) -> "WSGIApplication":
    """Let so many requests in; the others wait, as they do before the workers of a server."""
    room = threading.BoundedSemaphore(most)

    def one_of_them(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        with room:
            try:
                response = application(environ, start_response)
                body = [b"".join(response)]
                response.close()
                return body
            finally:
                connections.close_all()

    return one_of_them


def _stop(program: subprocess.Popen[bytes]) -> None:
    """End the server. One whose workers were killed may wait for them for ever."""
    program.terminate()
    try:
        program.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        for pid in (*_children(program.pid), program.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed]
