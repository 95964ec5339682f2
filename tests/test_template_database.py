"""A test run never starts with an old or half-made database."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from tests import template_database
from vintner.catalogue import ids

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture
def server(transactional_db: None) -> Iterator[psycopg.Connection]:
    """The database server, with no template of the database that this test uses, before and after it."""
    with template_database.connect_to_server() as server:
        yield server
        for name in templates(server):
            server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def templates(server: psycopg.Connection) -> list[str]:
    prefix = f"{connection.settings_dict['NAME']}_template_"
    found = server.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s) ORDER BY oid", [prefix])
    return [name for (name,) in found.fetchall()]


def create(server: psycopg.Connection, name: str, template: str = "template1") -> None:
    server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))


def oid(server: psycopg.Connection, name: str) -> object:
    return server.execute("SELECT oid FROM pg_database WHERE datname = %s", [name]).fetchone()


@pytest.mark.slow
@pytest.mark.sweep
def test_a_template_is_made_whole_once_and_replaces_the_oldest(server: psycopg.Connection) -> None:
    own = str(connection.settings_dict["NAME"])
    drafted = f"{own}_template_draft"
    old = [f"{own}_template_{number}" for number in range(template_database.NEWEST_KEPT)]
    for name in [*old, drafted]:  # a process that was killed leaves a draft
        create(server, name)
    made = template_database.ensure_template()
    assert connection.settings_dict["NAME"] == own
    assert templates(server) == [*old[1:], made]
    before = oid(server, made)
    assert template_database.ensure_template() == made
    assert oid(server, made) == before, "it was made a second time"
    with pytest.raises(psycopg.OperationalError, match="not currently accepting connections"):
        psycopg.connect(**{**connection.get_connection_params(), "dbname": made})
    copy = f"{own}_template_copy"
    create(server, copy, template=made)
    with psycopg.connect(**{**connection.get_connection_params(), "dbname": copy}) as copied:
        applied = copied.execute("SELECT count(*) FROM django_migrations").fetchone()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations")
        assert applied == cursor.fetchone()


def test_the_name_of_a_template_changes_with_everything_that_makes_its_content(monkeypatch: pytest.MonkeyPatch) -> None:
    before = template_database.fingerprint()
    read = {
        path.relative_to(REPOSITORY).as_posix() for path in template_database.sources() if REPOSITORY in path.parents
    }
    every = {path.relative_to(REPOSITORY).as_posix() for path in REPOSITORY.glob("vintner/*/migrations/[0-9]*.py")}
    every |= {path.relative_to(REPOSITORY).as_posix() for path in REPOSITORY.glob("vintner/*/migrations/sql/*.sql")}
    assert every <= read
    assert "vintner/catalogue/ids.py" in read, "a migration takes the name of a sequence from it"
    changed = Path(ids.__file__)
    read_bytes = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read_bytes(path) + b"\n" * (path == changed))
    assert template_database.fingerprint() != before
