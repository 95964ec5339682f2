"""Which processes the store consists of, with their commands and environment."""

import os
import resource
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vintner.database_server.place import LONGEST_SOCKET, find_place, own_folder
from vintner.server.install import VENV_PYTHON
from vintner.server.preflight import REPOSITORY, VAR, check_port, port_number, port_problem
from vintner.server.supervisor import Program
from vintner.server_defaults import HOST, PORT, WEB_WORKERS
from vintner.web.edge.bodies import SERVER_THREADS

RENDERER = REPOSITORY / "frontend" / "dist" / "server" / "server.js"
STARTUP_LOCK_VARIABLE = "VINTNER_STARTUP_LOCK"
LOOPBACK = "127.0.0.1"
MOST_CONNECTIONS = 8192
HEAD_SECONDS = 10
"""For the head of a request, from the connection or the request before it. Silent connections end with it as well."""
_OTHER_FILES = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Where one running store listens, and what its processes find in their environment."""

    host: str
    port: int
    renderer_socket: Path
    environment: Mapping[str, str]
    sandbox_port: int | None

    @property
    def startup_lock(self) -> Path:
        """The file at which the web server waits while the store is prepared."""
        return self.renderer_socket.with_suffix(".startup")

    @property
    def address(self) -> str:
        """Where a browser on this machine reaches the store."""
        reachable = LOOPBACK if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104 - compared, not bound
        return f"http://{f'[{reachable}]' if ':' in reachable else reachable}:{self.port}"

    def programs(self) -> list[Program]:
        """Return the programs in the order they start."""
        chosen = [self._sandbox()] if self.sandbox_port else []
        return [*chosen, self._renderer(), self._web(), self._workers()]

    def _sandbox(self) -> Program:
        return Program(
            name="sandbox",
            command=[str(VENV_PYTHON), "-m", "sandbox_pay"],
            environment={
                **self.environment,
                "SANDBOX_HOST": LOOPBACK,
                "SANDBOX_PORT": str(self.sandbox_port),
                "SANDBOX_WEBHOOK_URL": f"{self.address}/?wc-api=wc_stripe",
                "SANDBOX_STORE_ORIGINS": self._store_origins(),
            },
        )

    def _renderer(self) -> Program:
        return Program(
            name="renderer",
            command=["node", "--enable-source-maps", str(RENDERER)],
            environment={**self.environment, "NODE_ENV": "production"},
        )

    def _web(self) -> Program:
        return Program(
            name="web",
            command=[
                *(str(VENV_PYTHON), "-m", "vintner.server.web", "--interface", "wsgi", "--host", self.host),
                *("--port", str(self.port), "--workers", os.environ.get("WEB_WORKERS", "").strip() or str(WEB_WORKERS)),
                *("--respawn-failed-workers", "--no-ws", "--log-level", "error"),
                *server_limits(),
                *("--factory", "vintner.wsgi:begin_process"),
            ],
            environment={**_memory_settings(), **self.environment, STARTUP_LOCK_VARIABLE: str(self.startup_lock)},
        )

    def _workers(self) -> Program:
        command = [str(VENV_PYTHON), "manage.py", "run_workers"]
        return Program(name="workers", command=command, environment=self.environment)

    def _store_origins(self) -> str:
        origins = [self.address, f"http://localhost:{self.port}", os.environ.get("STORE_URL", "")]
        return ",".join(dict.fromkeys(origin for origin in origins if origin))


def _memory_settings() -> dict[str, str]:
    """Return how glibc gives memory to the web server: from two arenas in place of one for each thread.

    Python's threads take turns, and each arena keeps what it once needed.
    """
    return {"MALLOC_ARENA_MAX": os.environ.get("MALLOC_ARENA_MAX", "").strip() or "2"}


def server_limits() -> list[str]:
    """Return what bounds the connections of the web server.

    HTTP/1 alone: where the server has to find out which version a client speaks, it waits for that without a deadline.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_bounded = files != resource.RLIM_INFINITY
    connections = max(256, min(MOST_CONNECTIONS, files - _OTHER_FILES)) if is_bounded else MOST_CONNECTIONS
    return [
        *("--http", "1", "--http1-header-read-timeout", str(HEAD_SECONDS * 1000)),
        *("--backlog", "4096", "--backpressure", str(connections), "--blocking-threads", str(SERVER_THREADS)),
    ]


def describe_stack(environment: Mapping[str, str], *, folder: Path = VAR) -> Stack:
    """Return the stack that `environment` asks for, its ports free. Raises CannotRun."""
    host, port = environment.get("HOST", "").strip() or HOST, port_number(environment, "PORT", PORT)
    check_port(host, port, "PORT")
    own_keys = environment.get("STRIPE_SECRET_KEY", "").strip() or environment.get("STRIPE_SECRET_KEY_FILE")
    is_production = environment.get("VINTNER_ENV") == "production"
    sandbox_port = None if own_keys or is_production else _sandbox_port(environment, port)
    socket = Path(environment.get("RENDERER_SOCKET") or _socket_path(folder))
    made = {"HOST": host, "PORT": str(port), "RENDERER_SOCKET": str(socket), "PYTHONUNBUFFERED": "1"}
    if sandbox_port:
        made["SANDBOX_URL"] = f"http://{LOOPBACK}:{sandbox_port}"
    return Stack(host=host, port=port, renderer_socket=socket, environment=made, sandbox_port=sandbox_port)


def _sandbox_port(environment: Mapping[str, str], store_port: int) -> int:
    if environment.get("SANDBOX_PORT", "").strip():
        chosen = port_number(environment, "SANDBOX_PORT", 0)
        check_port(LOOPBACK, chosen, "SANDBOX_PORT")
        return chosen
    nearby = range(store_port + 1, min(store_port + 100, 65536))
    return next(port for port in nearby if not port_problem(LOOPBACK, port))


def _socket_path(folder: Path) -> Path:
    """The path of a Unix socket is short; a deep folder's socket goes to a private one."""
    usual = folder / "renderer.sock"
    if len(os.fsencode(usual)) <= LONGEST_SOCKET:
        return usual
    place = find_place()
    own_folder(place.socket, place.account)
    return place.socket / "renderer.sock"
