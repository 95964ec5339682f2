"""When a request asks whether its connection to the database still works."""

from collections.abc import Iterator

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections

from vintner.web.database.base import DatabaseWrapper

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def idle() -> Iterator[DatabaseWrapper]:
    """A connection of its own, as a request finds it that follows another."""
    own = connections.create_connection(DEFAULT_DB_ALIAS)
    assert isinstance(own, DatabaseWrapper)
    own.ensure_connection()
    with own.cursor() as cursor:
        cursor.execute("SELECT 'the last query'")
    yield own
    own.close()


def process_of(own: DatabaseWrapper) -> int:
    number: int = own.connection.info.backend_pid
    return number


def test_a_connection_that_works_is_not_asked(idle: DatabaseWrapper) -> None:
    assert idle.is_usable()
    with connection.cursor() as cursor:
        cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [process_of(idle)])
        assert "the last query" in cursor.fetchone()[0]


def test_a_connection_that_the_server_ended_is_opened_anew(idle: DatabaseWrapper) -> None:
    before = process_of(idle)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [before])
        assert cursor.fetchone()[0]
    assert not idle.is_usable()
    vars(idle).update(health_check_enabled=True, health_check_done=False)
    with idle.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert process_of(idle) != before


def test_a_connection_on_which_a_query_failed_is_asked(idle: DatabaseWrapper) -> None:
    idle.errors_occurred = True
    assert idle.is_usable()
    with connection.cursor() as cursor:
        cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [process_of(idle)])
        assert cursor.fetchone()[0] == "SELECT 1"
