"""A refund says how much of it is for the delivery, and the database lets no more of it go back than was paid.

Both functions of 0005 are written anew; new in them is the delivery.
"""

from importlib import import_module

from django.db import migrations, models

import vintner.money

before = import_module("vintner.orders.migrations.0005_order_life")
_PLACE_OF_SUM = """
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'requested' THEN"""
_DELIVERY_LEFT = """
    IF TG_OP = 'INSERT' THEN
        IF NEW.delivery <> 0 OR NEW.delivery_tax <> 0 THEN
            PERFORM 1 FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
            IF (SELECT coalesce(sum(delivery), 0) FROM orders_refund
                    WHERE order_id = NEW.order_id AND state <> 'failed') + NEW.delivery
                > (SELECT shipping_total FROM orders_order WHERE id = NEW.order_id)
                    + (SELECT coalesce(sum(amount), 0) FROM orders_orderadjustment
                        WHERE order_id = NEW.order_id AND kind = 'fee' AND amount > 0)
                OR (SELECT coalesce(sum(delivery_tax), 0) FROM orders_refund
                    WHERE order_id = NEW.order_id AND state <> 'failed') + NEW.delivery_tax
                > (SELECT tax_total FROM orders_order WHERE id = NEW.order_id)
            THEN
                RAISE EXCEPTION 'order % would give back more than was paid for its delivery', NEW.order_id
                    USING ERRCODE = 'restrict_violation';
            END IF;
        END IF;
        IF NEW.state <> 'requested' THEN"""


def _functions(text: str) -> str:
    """Return the functions of a migration, to be put in the place of those there are, without the triggers."""
    functions = [f"CREATE FUNCTION {part.split('END $$;')[0]}END $$;" for part in text.split("CREATE FUNCTION ")[1:]]
    return "\n".join(each.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1) for each in functions)


def _with_delivery(text: str) -> str:
    """Return the functions with the delivery in them."""
    for old, new in (
        (_PLACE_OF_SUM, _DELIVERY_LEFT),
        (
            "(OLD.order_id, OLD.amount, OLD.restock",
            "(OLD.order_id, OLD.amount, OLD.delivery, OLD.delivery_tax, OLD.restock",
        ),
        (
            "(NEW.order_id, NEW.amount, NEW.restock",
            "(NEW.order_id, NEW.amount, NEW.delivery, NEW.delivery_tax, NEW.restock",
        ),
        (
            "+ NEW.amount + NEW.tax > of_refund.amount",
            "+ NEW.amount + NEW.tax > of_refund.amount - of_refund.delivery - of_refund.delivery_tax",
        ),
    ):
        if text.count(old) != 1:
            raise ValueError(f"{old!r} is not in the function once")
        text = text.replace(old, new)
    return text


class Migration(migrations.Migration):
    dependencies = [("orders", "0009_search")]

    operations = [
        migrations.AddField(
            "refund",
            "delivery",
            vintner.money.MoneyField(
                default=vintner.money.ZERO,
                db_default=vintner.money.ZERO,
                help_text="The part of it for the delivery, without tax.",
            ),
        ),
        migrations.AddField(
            "refund",
            "delivery_tax",
            vintner.money.MoneyField(default=vintner.money.ZERO, db_default=vintner.money.ZERO),
        ),
        migrations.AddConstraint(
            "refund",
            models.CheckConstraint(
                condition=models.Q(
                    delivery__gte=vintner.money.ZERO,
                    delivery_tax__gte=vintner.money.ZERO,
                    amount__gte=models.F("delivery") + models.F("delivery_tax"),
                ),
                name="refund_of_delivery_within_refund",
            ),
        ),
        migrations.RunSQL(_with_delivery(_functions(before.REFUND_GUARDS)), _functions(before.REFUND_GUARDS)),
    ]
