"""A store whose services do not answer does not start, and says which."""

import os
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import vintner
from tests.ports import hold_port
from vintner import database_server
from vintner.server import settings_check
from vintner.server.settings_check import find_cache_fault, find_database_fault, find_faults, find_mail_fault
from vintner.testing.redis_server import needs_redis, running_redis

SECRET = "wet-cellar-stones"
PATIENT_SECONDS = 60
CACHE = next(each for each in settings_check.SERVICES if each.setting == "CACHE_URL")
UNKNOWN_HOST = "nowhere.invalid"


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port where connections are accepted and nothing is answered."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_check, "DATABASE_SECONDS", 2)  # fewer are two for libpq
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.fixture
def database_url() -> str:
    """The address of the tests' own PostgreSQL, which has a database of this name."""
    return urlsplit(os.environ.get("DATABASE_URL") or database_server.url())._replace(path="/postgres").geturl()


def test_a_database_that_answers_is_none(database_url: str) -> None:
    assert find_database_fault(database_url) == ""


def test_a_database_that_does_not_exist_is_named(database_url: str) -> None:
    unknown = urlsplit(database_url)._replace(path="/cellars").geturl()
    fault = find_database_fault(unknown)
    assert fault == 'names a database that cannot be opened (database "cellars" does not exist)'


def test_a_database_that_refuses_connections_is_named() -> None:
    fault = find_database_fault(f"postgres://store:{SECRET}@127.0.0.1:{hold_port()}/store")
    assert fault == "names a database that cannot be opened (Connection refused)"


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_named(silent_port: int) -> None:
    fault = find_database_fault(f"postgres://store:{SECRET}@127.0.0.1:{silent_port}/store")
    assert fault.startswith("names a database that cannot be opened (")
    assert SECRET not in fault


def test_a_database_of_an_old_version_is_named(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_check, "OLDEST_POSTGRESQL", 990_000)
    assert find_database_fault(database_url) == "names a PostgreSQL that is older than version 15"


def test_a_cache_that_does_not_answer_is_named(silent_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_check, "CACHE_SECONDS", 0.01)
    for port in (silent_port, hold_port()):
        assert find_cache_fault(f"redis://:{SECRET}@127.0.0.1:{port}/0") == "names a cache that does not answer"


@needs_redis
def test_a_cache_that_refuses_the_password_is_named(tmp_path: Path) -> None:
    port = hold_port()
    with running_redis(port, tmp_path, password=SECRET):
        assert find_cache_fault(f"redis://:{SECRET}@127.0.0.1:{port}/0") == ""
        for wrong in ("", ":guessed@"):
            fault = find_cache_fault(f"redis://{wrong}127.0.0.1:{port}/0")
            assert fault == "names a cache that refuses the user or the password"


def test_a_mail_server_may_be_down_but_has_a_host(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_mail_fault(f"smtp://127.0.0.1:{hold_port()}") == ""
    assert find_mail_fault("consolemail://") == ""
    unknown = "names a mail server whose host is unknown"
    for error, fault in ((socket.EAI_NONAME, unknown), (socket.EAI_NODATA, unknown), (socket.EAI_AGAIN, "")):
        monkeypatch.setattr(socket, "getaddrinfo", refuse_with(error))
        assert find_mail_fault(f"smtp://store:{SECRET}@{UNKNOWN_HOST}:25") == fault


def refuse_with(error: int) -> object:
    def look_up(*_: object) -> None:
        raise socket.gaierror(error, "no address")

    return look_up


def test_services_are_asked_beside_settings_that_are_wrong(
    monkeypatch: pytest.MonkeyPatch, database_url: str, silent_port: int
) -> None:
    monkeypatch.setattr(settings_check, "CACHE_SECONDS", 0.01)
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("CACHE_URL", f"redis://127.0.0.1:{silent_port}/0")
    monkeypatch.setenv("EMAIL_URL", f"smtp://127.0.0.1:{hold_port()}")
    assert [fault.split(".")[0] for fault in find_faults()] == ["CACHE_URL names a cache that does not answer"]


def test_a_name_that_is_looked_up_for_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up, ended = threading.Event(), threading.Event()

    def look_up(*_: object) -> str:
        assert threading.current_thread().daemon, "the check would not end before"
        looked_up.wait(PATIENT_SECONDS)
        ended.set()
        return ""

    monkeypatch.setattr(settings_check, "LOOK_UP_SECONDS", 0.01)
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setenv("EMAIL_URL", f"smtp://{UNKNOWN_HOST}:25")
    assert find_faults() == []
    monkeypatch.setenv("CACHE_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(settings_check, "SERVICES", [replace(CACHE, find_fault=look_up)])
    assert [fault.split(".")[0] for fault in find_faults()] == ["CACHE_URL names a cache that does not answer"]
    assert not ended.is_set()
    looked_up.set()


@pytest.mark.parametrize(
    ("name", "url"),
    [("EMAIL_URL", "smtp://{}:25"), ("CACHE_URL", "redis://{}"), ("DATABASE_URL", "postgres://{}/store")],
)
def test_a_host_that_no_name_can_have_is_named(name: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, url.format("cellar" * 20 + ".invalid"))
    (fault,) = find_faults()
    assert fault.startswith(f"{name} ")


def test_a_file_of_the_settings_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    monkeypatch.setenv("VINTNER_VAR", str(tmp_path))
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.delitem(sys.modules, "vintner.settings")
    monkeypatch.delattr(vintner, "settings", raising=False)
    (fault,) = find_faults()
    assert fault.startswith("A file or folder that the settings name cannot be used (")
    assert str(tmp_path / "secret_key") in fault


def test_options_of_the_database_are_read_as_by_the_store(database_url: str) -> None:
    mark = "&" if "?" in database_url else "?"
    assert find_database_fault(f"{database_url}{mark}connect_timeout=10&application_name=cellar") == ""
