"""A migrated database that every process of a test run copies, instead of running every migration itself.

Its name carries a hash of what its content is made from, so it is kept between runs and made again only when that
changes. A name appears only when the database behind it is complete, and nothing can connect to it afterwards.
"""

import ast
import hashlib
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import django
import psycopg
from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

NEWEST_KEPT: Final = 3
"""Templates that stay when another is made: work on two branches in turn makes nothing again."""
_LOCK: Final = 7_206_112_020
"""Number of the advisory lock that lets one process at a time make templates; its value means nothing."""
FILLERS: Final = ("vintner.customers.roles", "vintner.accounts.fields.account_fields")
"""Modules that write rows after the migrations, when Django sends `post_migrate`."""


def ensure_template() -> str:
    """Return the name of a template for the current migrations; it is made when it is missing."""
    prefix = f"{connection.settings_dict['NAME']}_template_"
    name = prefix + fingerprint()
    with connect_to_server() as server:
        server.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        if not _exists(server, name):
            _make(server, name, draft=f"{prefix}draft")
            _drop_old(server, prefix)
    return name


def fingerprint() -> str:
    """Return a hash of all migrations with their SQL, the modules they import, those that fill tables after them, and
    the models: permissions are rows.
    """
    whole = hashlib.sha256()
    for path in sorted(sources()):
        whole.update(path.read_bytes())
    for model in apps.get_models():
        meta = model._meta
        whole.update(f"{meta.label} {meta.verbose_name} {meta.default_permissions} {meta.permissions}".encode())
    return whole.hexdigest()[:16]


def sources() -> Iterator[Path]:
    """Yield the files of all migrations, of their SQL, and of the store's own modules that they import by name."""
    found: set[Path] = set()
    for migration in MigrationLoader(None).disk_migrations.values():
        path = _file_of(sys.modules[type(migration).__module__])
        found |= {path, *path.parent.glob("sql/*.sql")}
        for name in _imported(path):
            if name.startswith("vintner.") and name in sys.modules:
                found.add(_file_of(sys.modules[name]))
    yield from found
    for filler in FILLERS:
        yield _file_of(import_module(filler))


def _file_of(module: ModuleType) -> Path:
    assert module.__file__ is not None
    return Path(module.__file__)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def connect_to_server() -> psycopg.Connection:
    """Connect beside the store's databases, without its limits on how long a query may take."""
    beside = {"dbname": "postgres", "options": "-c statement_timeout=0 -c lock_timeout=0"}
    return psycopg.connect(**{**connection.get_connection_params(), **beside}, autocommit=True)


def _exists(server: psycopg.Connection, name: str) -> bool:
    return server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is not None


def _make(server: psycopg.Connection, name: str, *, draft: str) -> None:
    """Migrate a draft, which a process that was killed may have left half made, and give it its name at the end."""
    _drop(server, draft)
    own, test = connection.settings_dict["NAME"], connection.settings_dict["TEST"]
    connection.settings_dict["TEST"] = {**test, "NAME": draft, "TEMPLATE": None}
    try:
        connection.creation.create_test_db(verbosity=0, serialize=False)
    finally:
        connection.close()
        connection.settings_dict |= {"NAME": own, "TEST": test}
    draft_name = sql.Identifier(draft)
    server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(draft_name))
    server.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(draft_name, sql.Identifier(name)))


def _drop_old(server: psycopg.Connection, prefix: str) -> None:
    rows = server.execute(
        "SELECT datname FROM pg_database WHERE starts_with(datname, %s) ORDER BY oid DESC OFFSET %s",
        [prefix, NEWEST_KEPT],
    )
    for (name,) in rows.fetchall():
        _drop(server, name)


def _drop(server: psycopg.Connection, name: str) -> None:
    server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(ensure_template())
