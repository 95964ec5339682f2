"""A PostgreSQL server of the harness's own, so that it may be killed and asked for what nobody else would want."""

import contextlib
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from vintner.database_server.binaries import Programs, find_programs
from vintner.database_server.cluster import DATABASE, ROLE, change_owner, prepare, read_password
from vintner.database_server.control import NO_PROCESS
from vintner.database_server.place import PORT, ServerPlace, find_place, make_base


@dataclass(frozen=True, slots=True)
class Cluster:
    """A server that runs, or is about to."""

    place: ServerPlace
    programs: Programs

    @property
    def url(self) -> str:
        host = quote(str(self.place.socket), safe="")
        return f"postgres://{ROLE}:{read_password(self.place)}@/{DATABASE}?host={host}&port={PORT}"

    def start(self, **settings: str) -> None:
        """Start the server, which first makes good what a kill left behind."""
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        log = self.place.log / "postgres.log"
        self.programs.run("pg_ctl", ["start", "-D", self.place.config, "-w", "-s", "-l", log, "-o", options])

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server; in the mode "fast" it leaves its files as the store's own does."""
        self.programs.run("pg_ctl", ["stop", "-D", self.place.config, "-w", "-s", "-m", mode])

    @property
    def master(self) -> int:
        """The process that all others of the server come from."""
        return int((self.place.data / "postmaster.pid").read_text().partition("\n")[0])

    def kill(self) -> None:
        """End the server and all its processes at once, as a power cut does."""
        master = self.master
        os.kill(master, signal.SIGSTOP)  # so that no child is born meanwhile
        every = [master, *_children(master)]
        for pid in every:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        end = time.monotonic() + 10
        while any(_lives(pid) for pid in every) and time.monotonic() < end:
            time.sleep(0.02)
        self._disown()

    def _disown(self) -> None:
        """Clear what the killed server claims: where nobody buries the dead, its number looks alive."""
        record = self.place.data / "postmaster.pid"
        record.write_text(f"{NO_PROCESS}\n{record.read_text().partition(chr(10))[2]}")
        for leftover in (f".s.PGSQL.{PORT}", f".s.PGSQL.{PORT}.lock"):
            (self.place.socket / leftover).unlink(missing_ok=True)


@contextmanager
def running(folder: Path, extension: str = "") -> Iterator[Cluster]:
    """Run a new server for as long as the block lasts; nothing of it stays.

    `extension` is one that a server has to load when it starts, as those that count statements have to.
    """
    place = find_place(folder)
    _forget(place)
    make_base(place)
    programs = find_programs(place)
    prepare(place, programs)
    cluster = Cluster(place, programs)
    if extension:
        _make_extension(cluster, extension)
    cluster.start(**({"shared_preload_libraries": extension} if extension else {}))
    try:
        yield cluster
    finally:
        with contextlib.suppress(RuntimeError):
            cluster.stop()
        _forget(place)


def _make_extension(cluster: Cluster, extension: str) -> None:
    """Make it as the superuser, as whom nobody gets into a server that runs."""
    data, account = cluster.place.data, cluster.place.account
    statement = f"CREATE EXTENSION {extension}\n"
    if account.is_other:
        change_owner(data, account.initdb_uid, account.gid)  # like initdb, it looks its own account up by name
    cluster.programs.run("postgres", ["--single", "-D", data, DATABASE], feed=statement, uid=account.initdb_uid)
    if account.is_other:
        change_owner(data, account.uid, account.gid)


def _forget(place: ServerPlace) -> None:
    for folder in {place.base, place.socket}:
        shutil.rmtree(folder, ignore_errors=True)


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed]


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
