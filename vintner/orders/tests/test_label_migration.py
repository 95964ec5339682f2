"""Orders from before the order line had producer, vintage and size are filled from the catalogue."""

from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.invariants import audit
from vintner.orders.models import Order, OrderLine
from vintner.orders.orders import NewLine
from vintner.orders.tests.test_guards import new_order
from vintner.testing.builders import (
    add_fact,
    make_category,
    make_producer,
    make_product,
    make_variable_product,
    only_variation,
)

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(*name: str) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("orders", each) for each in name] or executor.loader.graph.leaf_nodes())


def placed(*lines: tuple[Variation, str]) -> Order:
    """Place an order of one bottle each, with the options written as they were: 'Vintage: 2018'."""
    base = new_order()
    new = tuple(
        NewLine(
            variation_id=variation.pk,
            product_id=variation.product_id,
            sku=variation.sku or "",
            name=variation.product.name,
            options=options,
            quantity=1,
            regular_unit_price=Money(2000),
            subtotal=Money(2000),
        )
        for variation, options in lines
    )
    total = Money(2000 * len(new))
    with transaction.atomic():
        return orders.create(replace(base, lines=new, adjustments=(), subtotal=total, tax_total=Money(0), total=total))


def tamper(order: Order) -> None:
    """Change a line behind the guards' back."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE orders_orderline DISABLE TRIGGER orders_guard_line")
        cursor.execute("UPDATE orders_orderline SET quantity = 2 WHERE order_id = %s", [order.pk])
        cursor.execute("ALTER TABLE orders_orderline ENABLE TRIGGER orders_guard_line")


def test_lines_are_filled_from_the_catalogue_and_their_orders_sealed_again() -> None:
    maker, wine = make_producer("Quinta da Lomba"), make_category("Wine", slug="wine")
    vintages = make_variable_product(name="Reserva", prices={"2019": "20.00", "2018": "20.00"})
    Product.objects.filter(pk=vintages.pk).update(producer=maker)
    add_fact(vintages, "Bottle size", "750 ml")
    restated = make_variable_product(name="Colheita", prices={"2015": "20.00"})
    ages = make_variable_product(name="Tawny", attribute="Age", prices={"20 years": "20.00"}, categories=[wine])
    simple = make_product(name="Claret", facts={"Vintage": "2020", "Size": "375 ml"})
    sparkling = make_product(name="Brut", categories=[wine])
    glasses = make_product(name="Glasses", alcoholic=False, categories=[wine])
    gone, forgotten = make_product(name="Gone"), make_variable_product(name="Forgotten", categories=[wine])
    order = placed(
        (vintages.variations.all()[1], "Vintage: 2018"),
        (restated.variations.get(), "Vintage: 2014"),
        (ages.variations.get(), "Age: 20 years"),
        *((only_variation(each), "") for each in (simple, sparkling, glasses, gone)),
        (forgotten.variations.all()[0], "Vintage: 2019"),
    )
    tampered = placed((only_variation(simple), ""))
    gone.delete()
    forgotten.variations.all()[0].delete()
    try:
        migrate("0007_email_tries")
        tamper(tampered)
    finally:
        migrate()
    found = [(each.producer, each.vintage, each.size, each.options) for each in order.lines.all()]
    assert found == [
        ("Quinta da Lomba", "2018", "750 ml", ""),
        ("", "", "", "Vintage: 2014"),
        ("", "NV", "", "Age: 20 years"),
        ("", "2020", "375 ml", ""),
        ("", "NV", "", ""),
        ("", "", "", ""),
        ("", "", "", ""),
        ("", "", "", "Vintage: 2019"),
    ]
    [broken] = [each for each in audit() if "seal" in each.invariant.sql]
    assert [row["order_id"] for row in broken.rows] == [tampered.pk]


def test_the_label_is_sealed() -> None:
    order = placed((only_variation(make_product()), ""))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE orders_orderline DISABLE TRIGGER orders_guard_line")
        OrderLine.objects.filter(order=order).update(vintage="2019")
        cursor.execute("ALTER TABLE orders_orderline ENABLE TRIGGER orders_guard_line")
    assert [row["order_id"] for each in audit() if "seal" in each.invariant.sql for row in each.rows] == [order.pk]
