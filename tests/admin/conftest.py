"""What the tests of the whole admin share."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.admin.lived_in import make_shop


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the world once for all tests of a file, in a transaction that is taken back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        make_shop()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def world(_world: None, db: None) -> None:
    """A shop with a row of everything that the admin shows, as it was before any test of the file."""
