"""The server itself, started from a checkout of its own in a folder with a space in its name."""

import hashlib
import os
import pwd
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from vintner.database_server.control import NO_PROCESS, _recorded_pid, is_dead
from vintner.database_server.place import REPOSITORY, ServerPlace, find_place

Command = Callable[..., str]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("a checkout")
    shutil.copytree(
        REPOSITORY / "vintner" / "database_server", folder / "vintner" / "database_server", ignore=lambda *_: {"tests"}
    )
    shutil.copy(REPOSITORY / "vintner" / "__init__.py", folder / "vintner")
    return folder


@pytest.fixture(scope="module")
def postgres(checkout: Path) -> Iterator[Command]:
    def run(*words: str) -> str:
        command = [sys.executable, "-m", "vintner.database_server", *words]
        return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True).stdout.strip()

    yield run
    run("remove")


@pytest.fixture(scope="module")
def place(checkout: Path) -> ServerPlace:
    return find_place(checkout)


def test_starts_answers_and_stops(postgres: Command) -> None:
    postgres("start")
    postgres("start")
    with psycopg.connect(postgres("url")) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        connection.execute("CREATE EXTENSION pg_trgm")
        connection.execute("CREATE EXTENSION unaccent")
        assert connection.execute("SELECT unaccent('Château')").fetchone() == ("Chateau",)
    postgres("stop")
    assert postgres("status") == "stopped"


def test_keeps_strangers_out(postgres: Command, place: ServerPlace) -> None:
    postgres("start")
    address = postgres("url")
    with psycopg.connect(address) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = 'vintner'").fetchone() == (False,)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(address, password="guessed")
    for user in ("postgres", "nobody"):
        with pytest.raises(psycopg.OperationalError, match="no pg_hba"):
            psycopg.connect(address, user=user, password="")
    for folder in (place.data, place.socket, place.log):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert folder.stat().st_uid == place.account.uid
    assert stat.S_IMODE(place.password.stat().st_mode) == 0o600


@pytest.mark.sweep
def test_has_databases_by_name(postgres: Command) -> None:
    postgres("start")
    postgres("create", "second cellar")
    postgres("create", "second cellar")
    with psycopg.connect(postgres("url", "second cellar")) as connection:
        assert connection.info.dbname == "second cellar"


def test_comes_back_after_a_crash_with_what_was_committed(postgres: Command, place: ServerPlace) -> None:
    postgres("start")
    with psycopg.connect(postgres("url"), autocommit=True) as connection:
        connection.execute("CREATE TABLE bottle AS SELECT 7 AS left_over")
    os.kill(_pid(place), signal.SIGKILL)
    while postgres("status") == "running":
        pass
    postgres("start")
    with psycopg.connect(postgres("url")) as connection:
        assert connection.execute("SELECT left_over FROM bottle").fetchone() == (7,)


@pytest.mark.sweep
def test_starts_though_another_process_has_the_number_of_a_crashed_one(postgres: Command, place: ServerPlace) -> None:
    postgres("start")
    record = (place.data / "postmaster.pid").read_text()
    postgres("stop")
    stranger = subprocess.Popen(["sleep", "60"], user=None if os.geteuid() else place.account.uid)
    try:
        (place.data / "postmaster.pid").write_text(f"{stranger.pid}\n{record.partition(chr(10))[2]}")
        assert postgres("status") == "stopped"
        postgres("start")
        assert postgres("status") == "running"
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_the_last_to_leave_stops_it(postgres: Command) -> None:
    postgres("stop")
    inner = f"{shlex.quote(sys.executable)} -m vintner.database_server"
    seen = postgres("with", "sh", "-c", f"{inner} with true; {inner} status")
    assert seen == "running"
    assert postgres("status") == "stopped"


@pytest.mark.sweep
def test_whoever_pinned_it_keeps_it(postgres: Command) -> None:
    postgres("start")
    postgres("with", "true")
    assert postgres("status") == "running"
    postgres("stop")


@pytest.mark.sweep
def test_a_holder_that_is_killed_lets_go(postgres: Command, checkout: Path) -> None:
    postgres("stop")
    holder = subprocess.Popen(
        [sys.executable, "-m", "vintner.database_server", "hold"],
        cwd=checkout,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    with holder:
        assert holder.stdout.readline() == "ready\n"
        holder.terminate()
        assert postgres("status") == "running"
        holder.stdin.close()
    assert postgres("status") == "stopped"


@contextmanager
def holding(checkout: Path, *, waits: str = "") -> Iterator[subprocess.Popen[str]]:
    """Run a holder, which gives up after `waits` if that is given."""
    program = f"""from vintner.database_server import control, watching
with control.lease():
    print("ready", flush=True)
    watching.watch(lambda seconds: False, print, {waits})
"""
    words = ["-c", program] if waits else ["-m", "vintner.database_server", "hold"]
    pipe = subprocess.PIPE
    command = [sys.executable, *words]
    with subprocess.Popen(command, cwd=checkout, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        try:
            yield holder
        finally:
            holder.communicate()


def read_again(postgres: Command, killed: int, place: ServerPlace) -> object:
    """Read the last bottle as soon as another server than the killed one answers. Raises TimeoutError."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if _recorded_pid(place) not in {killed, NO_PROCESS, None}:
            with suppress(psycopg.OperationalError), psycopg.connect(postgres("url")) as connection:
                return connection.execute("SELECT left_over FROM last_bottle").fetchone()
    raise TimeoutError


@pytest.mark.sweep
def test_a_holder_starts_a_killed_server_again(postgres: Command, checkout: Path, place: ServerPlace) -> None:
    postgres("stop")
    with holding(checkout):
        with psycopg.connect(postgres("url"), autocommit=True) as connection:
            connection.execute("CREATE TABLE last_bottle AS SELECT 7 AS left_over")
        for _ in range(2):
            killed = _pid(place)
            os.kill(killed, signal.SIGKILL)
            assert read_again(postgres, killed, place) == (7,)
    assert postgres("status") == "stopped"


@pytest.mark.sweep
def test_a_server_that_was_stopped_is_not_dead(postgres: Command, checkout: Path, place: ServerPlace) -> None:
    postgres("stop")
    with holding(checkout):
        assert not is_dead(place)
        os.kill(_pid(place), signal.SIGSTOP)
        assert not is_dead(place)
        os.kill(_pid(place), signal.SIGCONT)
        postgres("stop")
        assert not is_dead(place)
        postgres("start")
        assert not is_dead(place)
    postgres("stop")


@pytest.mark.sweep
def test_a_holder_gives_up_after_so_many_starts_in_vain(postgres: Command, checkout: Path, place: ServerPlace) -> None:
    postgres("stop")
    version = place.data / "PG_VERSION"
    with holding(checkout, waits="(0, 0.1)") as holder:
        version.write_text("9\n")
        os.kill(_pid(place), signal.SIGKILL)
        said, error = holder.communicate()
    version.write_text("18\n")
    assert holder.returncode == 1
    assert said.count("is PostgreSQL 9's") == 2
    assert "2 starts in a row were in vain" in error


@pytest.mark.sweep
def test_says_what_is_wrong_in_one_sentence(checkout: Path, postgres: Command, place: ServerPlace) -> None:
    version = place.data / "PG_VERSION"
    postgres("stop")
    version.write_text("9\n")
    command = [sys.executable, "-m", "vintner.database_server", "start"]
    failed = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    version.write_text("18\n")
    assert failed.returncode == 1
    assert failed.stderr.count("\n") == 1
    assert "is PostgreSQL 9's" in failed.stderr
    assert "## Another PostgreSQL" in (Path(__file__).parents[3] / "docs/operations.md").read_text()
    assert "docs/operations.md, “Another PostgreSQL”" in failed.stderr


def test_the_socket_of_a_deep_folder_still_fits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: pwd.getpwnam("nobody").pw_uid)
    deep = tmp_path / ("cellar" * 20)
    found = find_place(deep)
    assert found.data.is_relative_to(deep)
    with socket.socket(socket.AF_UNIX) as listener:
        with pytest.raises(OSError, match="too long"):
            listener.bind(str(deep / "socket"))
        assert len(str(found.socket / ".s.PGSQL.5432")) < 100


def test_a_checkout_in_the_folder_of_a_deleted_one_gets_a_new_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    first = find_place(tmp_path)
    assert find_place(tmp_path) == first
    shutil.rmtree(tmp_path / "var")
    assert find_place(tmp_path).base != first.base


def test_a_store_that_was_filled_before_keeps_its_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (tmp_path / "var" / "media").mkdir(parents=True)
    by_folder = hashlib.sha256(os.fsencode(tmp_path)).hexdigest()[:12]
    assert find_place(tmp_path).base == Path("/var/lib") / f"vintner-{by_folder}"


def test_the_address_carries_its_folder_and_no_host(postgres: Command, place: ServerPlace) -> None:
    address = urlsplit(postgres("url"))
    assert parse_qs(address.query)["host"] == [str(place.socket)]
    assert address.hostname is None


def _pid(place: ServerPlace) -> int:
    number = _recorded_pid(place)
    assert number is not None
    assert number != NO_PROCESS
    return number
