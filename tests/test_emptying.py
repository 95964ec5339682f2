"""What a test commits is gone before the next one, and what migrations wrote stays."""

import pytest
from django.contrib.auth.models import Group

from tests.emptying import empty_tables
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.models import Product, StockMovement, TaxClass
from vintner.customers.roles import MANAGER
from vintner.testing import builders

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_test_begins_without_the_rows_of_the_one_before(turn: str) -> None:
    assert Product.objects.count() == 0
    builders.make_product(name=f"{turn} wine")


def test_rows_that_triggers_protect_are_deleted_too() -> None:
    builders.set_stock(builders.make_product(), 12)
    assert StockMovement.objects.exists()
    empty_tables()
    assert not StockMovement.objects.exists()


def test_wines_are_not_found_any_more() -> None:
    builders.make_product(name="Colheita")
    with current_index() as index:
        assert len(index) == 1
    empty_tables()
    with current_index() as index:
        assert len(index) == 0


def test_what_every_store_has_is_there() -> None:
    empty_tables()
    assert TaxClass.objects.count() == 3
    assert Group.objects.get(name=MANAGER).permissions.count() > 0
