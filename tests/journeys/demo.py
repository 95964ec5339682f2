"""The demo world, made once for all the processes that share the stories out: each takes a copy.

Drawing its pictures takes both processors for more than a minute, and is the same work for every store.
"""

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from vintner import database_server
from vintner.server import stamps
from vintner.server.install import VENV_PYTHON
from vintner.server.preflight import VAR, take_lock

FOLDER = VAR / "demo"
MADE_FOR = FOLDER / "made-for"
"""Holds the name of the run of tests that the world was made for: the next one makes its own."""
_GIVEN = os.environ.get("DATABASE_URL")
"""Read before any store sets its own."""


def copy(folder: Path, name: str) -> str:
    """Return the address of a new database with the demo world; its files are laid into the folder."""
    with take_lock("demo", wait=True):
        world = _world()
        address = _fresh(name, template=_name(world))
    for files in ("media", "static", stamps.FOLDER):
        shutil.rmtree(folder / files, ignore_errors=True)
        shutil.copytree(FOLDER / files, folder / files, copy_function=os.link)
    return address


def _world() -> str:
    """Return the address of this run's demo world. It is made where it is missing; the lock is held."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"process {os.getpid()}"
    if MADE_FOR.is_file() and MADE_FOR.read_text() == run:
        return _address("demo")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    address = _fresh("demo", template="template1")
    made = {"DATABASE_URL": address, "VINTNER_VAR": str(FOLDER)}
    subprocess.run([VENV_PYTHON, "-m", "vintner.server.prepare"], env={**os.environ, **made}, check=True)
    MADE_FOR.write_text(run)
    return address


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
