"""What empties the database leaves what every store has once it is set up, so that no test sees another's traces."""

from collections.abc import Callable

import pytest
from django.apps import apps

from bench.invariants.database import wipe
from tests.emptying import empty_tables
from vintner.catalogue.classes import TaxClass


@pytest.mark.parametrize("empty", [empty_tables, wipe])
@pytest.mark.django_db(transaction=True)
def test_a_database_that_was_emptied_is_like_a_new_one(empty: Callable[[], None]) -> None:
    new = numbers_of_rows()
    empty()
    assert numbers_of_rows() == new


def numbers_of_rows() -> dict[str, int]:
    """Return table → number of rows of what is not empty. Tax classes are left out: who needs them adds them."""
    numbers = {each._meta.db_table: each._base_manager.count() for each in apps.get_models() if each._meta.managed}
    return {table: number for table, number in numbers.items() if number and table != TaxClass._meta.db_table}
