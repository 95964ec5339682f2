"""What a test commits is gone before the next one, and what migrations wrote stays."""

import pytest
from django.contrib.auth.models import Group, Permission

from tests.emptying import empty_tables
from vintner.catalogue.models import Product, StockMovement
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


def test_roles_keep_their_permissions() -> None:
    empty_tables()
    assert Group.objects.get(name=MANAGER).permissions.count() > 0
    assert Permission.objects.exists()
