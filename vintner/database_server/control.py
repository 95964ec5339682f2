"""Starting, stopping and sharing the server."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import quote

from vintner.database_server.binaries import Programs, find_programs
from vintner.database_server.cluster import DATABASE, ROLE, prepare, read_password
from vintner.database_server.place import PORT, DatabaseServerError, ServerPlace, find_place, make_base

START_SECONDS = 60  # crash recovery included
LARGEST_LOG = 5_000_000
# No process has it: the kernel's highest number is 4,194,304.
NO_PROCESS = 2**31 - 1


def start() -> None:
    """Start the server and keep it until `stop()`; does nothing more when it already runs."""
    place = find_place()
    with _control(place):
        _start(place)
        place.pinned.touch(mode=0o600)


def stop() -> None:
    """Stop the server, whoever uses it; does nothing when it doesn't run."""
    place = find_place()
    if not place.base.exists():
        return
    with _control(place):
        _stop(place)


def remove() -> None:
    """Stop the server and delete it with all its databases."""
    place = find_place()
    stop()
    shutil.rmtree(place.base, ignore_errors=True)
    if place.socket.parent != place.base:
        shutil.rmtree(place.socket, ignore_errors=True)


@contextmanager
def lease() -> Iterator[None]:
    """Use the server for a while: started when needed, stopped by whoever leaves last, unless `start()` keeps it."""
    place = find_place()
    with _control(place):
        users = _open_lock(place.users_lock)
        fcntl.flock(users, fcntl.LOCK_SH)
        _start(place)
    try:
        yield
    finally:
        with _control(place):
            users.close()
            if not place.pinned.exists() and _is_unused(place):
                _stop(place)


def url(name: str = DATABASE) -> str:
    """Return the address of database `name`, as libpq, psycopg and django-environ read it."""
    place = find_place()
    password = read_password(place)
    return f"postgres://{ROLE}:{password}@/{quote(name)}?host={quote(str(place.socket), safe='')}&port={PORT}"


def create_database(name: str = DATABASE) -> None:
    """Create database `name` on the running server unless it exists."""
    place = find_place()
    programs = find_programs(place)
    literal = name.replace("'", "''")
    query = f"SELECT 1 FROM pg_database WHERE datname = '{literal}'"  # noqa: S608 - quoted above
    if not programs.run("psql", ["-d", url("postgres"), "-Atc", query]).strip():
        identifier = '"{}"'.format(name.replace('"', '""'))
        programs.run("psql", ["-d", url("postgres"), "-qc", f"CREATE DATABASE {identifier}"])


def restart_dead(place: ServerPlace) -> None:
    """Start the server again if it died. May raise DatabaseServerError."""
    with _control(place):
        if is_dead(place):
            _start(place)


def is_dead(place: ServerPlace) -> bool:
    """Say whether the server is down though nobody stopped or removed it."""
    return place.data.exists() and not place.stopped.exists() and not is_running(place)


def is_running(place: ServerPlace) -> bool:
    """Say whether the server of this place is up, by the process its pid file names."""
    pid = _recorded_pid(place)
    return pid is not None and _is_our_server(pid, place)


def _start(place: ServerPlace) -> None:
    place.stopped.unlink(missing_ok=True)
    if is_running(place):
        return
    programs = find_programs(place)
    prepare(place, programs)
    _disown_stale_pid(place)
    log = place.log / "postgres.log"
    if log.exists() and log.stat().st_size > LARGEST_LOG:
        log.replace(log.with_suffix(".old"))
    try:
        programs.run("pg_ctl", ["start", "-D", place.config, "-w", "-t", str(START_SECONDS), "-s", "-l", log])
    except DatabaseServerError as error:
        raise DatabaseServerError(f"The database did not start ({error}); its log is {log}.") from error


def _stop(place: ServerPlace) -> None:
    place.pinned.unlink(missing_ok=True)
    place.stopped.touch(mode=0o600)
    if is_running(place):
        _pg_ctl_stop(find_programs(place), place)


def _pg_ctl_stop(programs: Programs, place: ServerPlace) -> None:
    # "fast" rolls open transactions back and leaves the files as a clean stop does.
    programs.run("pg_ctl", ["stop", "-D", place.config, "-w", "-s", "-m", "fast"])


@contextmanager
def _control(place: ServerPlace) -> Iterator[None]:
    """Let one process at a time start or stop the server."""
    make_base(place)
    with _open_lock(place.control_lock) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _open_lock(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb+")


def _is_unused(place: ServerPlace) -> bool:
    with _open_lock(place.users_lock) as users:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _recorded_pid(place: ServerPlace) -> int | None:
    try:
        return abs(int((place.data / "postmaster.pid").read_text().partition("\n")[0]))
    except (FileNotFoundError, ValueError):
        return None


def _is_our_server(pid: int, place: ServerPlace) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    command = Path(f"/proc/{pid}/cmdline")
    if not command.exists():
        return not Path("/proc/self").exists()
    return os.fsencode(place.config) in command.read_bytes()


def _disown_stale_pid(place: ServerPlace) -> None:
    """Clear away a crashed server's claims, which PostgreSQL honors when another process has its number now.

    In the pid file only the number is changed: PostgreSQL must still read the rest, by which it notices orphans
    of the crash. The socket lies in a folder that only this server uses.
    """
    for leftover in (f".s.PGSQL.{PORT}", f".s.PGSQL.{PORT}.lock"):
        (place.socket / leftover).unlink(missing_ok=True)
    if _recorded_pid(place) is not None:
        record = place.data / "postmaster.pid"
        record.write_text(f"{NO_PROCESS}\n{record.read_text().partition(chr(10))[2]}")
