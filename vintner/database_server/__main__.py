"""`bin/postgres WORD`, for developers; `hold` and `with` for programs. USAGE lists the words."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable

from vintner.database_server.binaries import find_programs
from vintner.database_server.cluster import DATABASE
from vintner.database_server.control import create_database, is_running, lease, remove, start, stop, url
from vintner.database_server.place import DatabaseServerError, find_place
from vintner.database_server.watching import watch

USAGE = "Usage: bin/postgres start|stop|remove|status|url [NAME]|create NAME|psql [NAME] [psql's options]"


def main(arguments: list[str]) -> int:
    """Do what the first word asks; returns the exit status."""
    word, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    name = rest[0] if rest else DATABASE
    actions: dict[str, Callable[[], None]] = {
        "start": start,
        "stop": stop,
        "status": _show_status,
        "url": lambda: print(url(name)),
        "create": lambda: create_database(name),
        "psql": lambda: _psql(name, rest[1:]),
        "hold": _hold,
        "with": lambda: _run_with(rest),
        "remove": remove,
    }
    if word not in actions:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        actions[word]()
    except subprocess.CalledProcessError as error:
        return error.returncode
    except DatabaseServerError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _hold() -> None:
    """Keep the server running for the process at the other end of standard input, however that one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with lease():
        print("ready", flush=True)
        watch(_input_ends_within, lambda text: print(text, file=sys.stderr, flush=True))


def _input_ends_within(seconds: float) -> bool:
    readable, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(readable) and not os.read(sys.stdin.fileno(), 1024)


def _run_with(command: list[str]) -> None:
    with lease():
        subprocess.run(command, check=True)  # noqa: S603 - what the caller typed


def _show_status() -> None:
    print("running" if is_running(find_place()) else "stopped")


def _psql(name: str, options: list[str]) -> None:
    program = str(find_programs(find_place()).folder / "psql")
    os.execv(program, [program, "-d", url(name), *options])  # noqa: S606 - replaces this process, no shell


sys.exit(main(sys.argv[1:]))
