"""The demo world without its pictures."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.emptying import empty_tables
from vintner.demo.tests.moment import NOW
from vintner.demo.world import make_world


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the world once for all tests of a file, each of which takes back what it changes."""
    with django_db_blocker.unblock():
        make_world(NOW, pictures=False)
        yield
        empty_tables()
