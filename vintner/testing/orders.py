"""Orders, and what the database refuses."""

from django.db import IntegrityError, connection, transaction

from vintner.money import Money
from vintner.orders.models import Order, OrderAdjustment, OrderEvent, OrderLine
from vintner.orders.orders import NewAdjustment, NewLine, NewOrder
from vintner.shipping.regions import Address
from vintner.testing.builders import make_product, only_variation

GUARDED = ("order", "orderline", "orderadjustment", "orderevent", "refund", "refundline")


def new_order(total: int = 2145) -> NewOrder:
    wine = make_product(price="20.00", stock=9)
    variation = only_variation(wine)
    line = NewLine(
        variation_id=variation.pk,
        product_id=wine.pk,
        sku=wine.sku,
        name=wine.name,
        options="",
        quantity=1,
        regular_unit_price=Money(2000),
        subtotal=Money(2000),
        tax=Money(145),
    )
    tax = NewAdjustment(kind=OrderAdjustment.Kind.TAX, label="CA Tax", rate="7.25%", amount=Money(145))
    return NewOrder(
        lines=(line,),
        adjustments=(tax,),
        subtotal=Money(2000),
        discount=Money(0),
        shipping_total=Money(0),
        tax_total=Money(145),
        total=Money(total),
        email="jane@example.com",
        billing=Address(first_name="Jane", last_name="Doe", country="US", state="CA"),
        shipping=Address(first_name="Jane", last_name="Doe", country="US", state="CA"),
    )


def is_refused(change: str, row: Order | OrderLine | OrderAdjustment | OrderEvent, **values: object) -> bool:
    """Say whether the database refuses to change or delete a row."""
    rows = type(row)._default_manager.filter(pk=row.pk)
    try:
        with transaction.atomic():
            rows._raw_delete(rows.db) if change == "delete" else rows.update(**values)
    except IntegrityError:
        return True
    return False


def run_without_guards(deed: str) -> None:
    """Run SQL with the guards switched off; all is undone with the test's transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in GUARDED:
            cursor.execute(f"ALTER TABLE orders_{table} DISABLE TRIGGER USER")
        cursor.execute("ALTER TABLE catalogue_stockmovement DISABLE TRIGGER USER")
        cursor.execute(deed)
