"""A store that has wines gets an opening movement for each of them."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from vintner.catalogue.models import StockMovement
from vintner.testing.builders import make_product

BEFORE, AFTER = ("catalogue", "0010_tax_and_shipping_classes"), ("catalogue", "0011_stock_movements")


@pytest.mark.django_db(transaction=True)
def test_every_variation_gets_an_opening_movement() -> None:
    make_product(stock=7)
    make_product(stock=0)
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate([BEFORE])
    finally:
        MigrationExecutor(connection).migrate([AFTER, *latest])
    found = StockMovement.objects.order_by("on_hand").values_list("reason", "quantity", "on_hand")
    assert list(found) == [("opening", 0, 0), ("opening", 7, 7)]
