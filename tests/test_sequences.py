"""An id of one table is no id of another, nor of another process."""

import pytest
from django.db import transaction

from tests.sequences import LARGE, scatter_sequences
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db


def next_ids() -> tuple[int, int]:
    return make_product().pk, make_user().pk


def test_ids_begin_at_large_numbers() -> None:
    assert min(next_ids()) >= LARGE.start


def test_each_table_and_each_process_has_numbers_of_its_own_which_the_seed_brings_back() -> None:
    found = []
    for process in ("gw0", "gw1", "gw0"):
        with transaction.atomic():
            scatter_sequences(process)
            found.append(next_ids())
            transaction.set_rollback(True)
    first, other, again = found
    assert again == first
    assert len({*first, *other}) == 4
