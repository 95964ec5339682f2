"""The seal of an order covers what is written in its lines."""

from dataclasses import replace

import pytest
from django.db import connection, transaction

from vintner.money import Money
from vintner.orders import orders
from vintner.orders.invariants import audit
from vintner.orders.models import OrderLine
from vintner.orders.orders import NewLine
from vintner.testing.builders import make_product, only_variation
from vintner.testing.orders import new_order


@pytest.mark.django_db(transaction=True)
def test_the_label_is_sealed() -> None:
    variation = only_variation(make_product())
    line = NewLine(
        variation_id=variation.pk,
        product_id=variation.product_id,
        sku=variation.sku or "",
        name=variation.product.name,
        options="",
        quantity=1,
        regular_unit_price=Money(2000),
        subtotal=Money(2000),
    )
    new = replace(
        new_order(), lines=(line,), adjustments=(), subtotal=Money(2000), tax_total=Money(0), total=Money(2000)
    )
    with transaction.atomic():
        order = orders.create(new)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE orders_orderline DISABLE TRIGGER orders_guard_line")
        OrderLine.objects.filter(order=order).update(vintage="2019")
        cursor.execute("ALTER TABLE orders_orderline ENABLE TRIGGER orders_guard_line")
    assert [row["order_id"] for each in audit() if "seal" in each.invariant.sql for row in each.rows] == [order.pk]
