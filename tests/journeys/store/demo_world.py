"""The demo world, made once for all processes of a run and kept for the next ones: each process takes a copy.

It is made again when the store's code, its packages or the day changes. The sizes of its pictures, which take both
processors for half a minute, are made again only when the pictures change.
"""

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from vintner import database_server
from vintner.demo.picture_files import CACHE_VARIABLE
from vintner.server import stamps
from vintner.server.install import VENV_PYTHON
from vintner.server.preflight import REPOSITORY, VAR, take_lock

FOLDER = VAR / "demo"
MADE_FOR = FOLDER / "made-for"
"""Holds a hash of all that the world is made from."""
SIZES = VAR / "picture-sizes"
_GIVEN = os.environ.get("DATABASE_URL")
"""Read before any store sets its own."""


def copy(folder: Path, name: str) -> str:
    """Return the address of a new database with the demo world; its files are laid into the folder."""
    with take_lock("demo", wait=True):
        world = _world()
        address = _fresh(name, template=_name(world))
    with psycopg.connect(_beside(), autocommit=True) as connection:
        # No journey outlives the database's server, so no commit has to wait for the disk.
        connection.execute(f'ALTER DATABASE "{_name(address)}" SET synchronous_commit = off')
    for files in ("media", "static", stamps.FOLDER):
        shutil.rmtree(folder / files, ignore_errors=True)
        shutil.copytree(FOLDER / files, folder / files, copy_function=os.link)
    return address


def _world() -> str:
    """Return the address of the demo world. It is made where it is missing or old; the lock is held."""
    address = _address("demo")
    mark = _mark()
    if MADE_FOR.is_file() and MADE_FOR.read_text() == mark and _exists(address):
        return address
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    _fresh("demo", template=_migrated())
    made = {"DATABASE_URL": address, "VINTNER_VAR": str(FOLDER), CACHE_VARIABLE: str(_sizes())}
    subprocess.run([VENV_PYTHON, "-m", "vintner.server.prepare"], env={**os.environ, **made}, check=True)
    MADE_FOR.write_text(mark)
    return address


def _migrated() -> str:
    """Return the name of the migrated database that the other tests copy, too."""
    environment = {**os.environ, "DATABASE_URL": _beside(), "DJANGO_SETTINGS_MODULE": "vintner.settings"}
    program = [str(VENV_PYTHON), "-m", "tests.template_database"]
    told = subprocess.run(program, env=environment, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE, text=True)
    return told.stdout.strip()


def _mark() -> str:
    """Return a hash of what the world depends on: code, packages, built pages, and the day, which dates its orders."""
    manifest = REPOSITORY / "frontend" / "dist" / "client" / ".vite" / "manifest.json"
    today = datetime.now(UTC).date().isoformat()
    return stamps.fingerprint([REPOSITORY / "vintner", REPOSITORY / "requirements.lock", manifest], today)


def _sizes() -> Path:
    """Return the folder for the sizes of the pictures as they are now; those of former ones are removed."""
    sources = ("vintner/demo/pictures", "vintner/catalogue/picture_sizes.py")
    current = SIZES / stamps.fingerprint([REPOSITORY / name for name in (*sources, "requirements.lock")])
    for old in SIZES.glob("*"):
        if old != current:
            shutil.rmtree(old)
    return current


def _exists(address: str) -> bool:
    with psycopg.connect(_beside(), autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_name(address)])
        return found.fetchone() is not None


def _fresh(name: str, *, template: str) -> str:
    address = _address(name)
    with psycopg.connect(_beside(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{_name(address)}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{_name(address)}" TEMPLATE "{template}"')
    return address


def _beside() -> str:
    return _GIVEN or database_server.url()


def _address(name: str) -> str:
    """Return the address of a database named after the one that the tests use."""
    parts = urlsplit(_beside())
    return urlunsplit(parts._replace(path=f"{parts.path}_{name}"))


def _name(address: str) -> str:
    return urlsplit(address).path.removeprefix("/")
