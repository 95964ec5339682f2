"""What a process has planned serves its next tests."""

import pytest
from django.db import connection

QUERY = "SELECT email FROM customers_user WHERE id = %s"
seen: set[int] = set()
"""The server's processes that these tests were connected to."""


def note_connection() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        seen.add(cursor.fetchone()[0])


def times_prepared() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT email FROM%%'")
        count: int = cursor.fetchone()[0]
    return count


@pytest.mark.django_db
@pytest.mark.parametrize("turn", ["first", "second"])
def test_statements_are_prepared_once(turn: str) -> None:
    if turn == "second":
        assert times_prepared() == 1, "it outlived the rollback of the first turn"
    with connection.cursor() as cursor:
        for number in range(7):
            cursor.execute(QUERY, [number])
    assert times_prepared() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", ["first", "second"])
def test_the_connection_stays_after_a_test_that_commits(turn: str) -> None:
    note_connection()
    assert len(seen) == 1
