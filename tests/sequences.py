"""Ids of a test's database begin at large numbers, which differ from process to process and from table to table.

A test that holds with an id of 2 may fail with that of the next run, when other tests have used up the small numbers;
one that takes the id of an order for that of its payment holds only while both are 1.
"""

import os
import random
from typing import Final

import psycopg.sql
import pytest
from django.db import connection

SEED: Final = "TEST_SEED"
"""Environment variable with the seed of the numbers; at random where it is missing. A run prints it."""
LARGE: Final = range(1_000_000, 100_000_000)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed in the process that starts the others: they inherit it."""
    if not hasattr(config, "workerinput"):
        os.environ.setdefault(SEED, str(random.SystemRandom().randrange(1_000_000)))


def pytest_report_header() -> str:
    return f"ids of the database: {SEED}={os.environ[SEED]}"


def scatter_sequences(process: str) -> None:
    """Let each sequence of the database go on at a number of its own."""
    numbers = random.Random(f"{os.environ[SEED]} {process}")  # noqa: S311 - no secret
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1")
        for (name,) in cursor.fetchall():
            statement = psycopg.sql.SQL("ALTER SEQUENCE {} RESTART WITH {}")
            cursor.execute(statement.format(psycopg.sql.Identifier(name), psycopg.sql.Literal(numbers.choice(LARGE))))
