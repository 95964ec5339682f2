"""Boxes that were ordered before lines said how many bottles a unit holds."""

from django.db import migrations

COPY_BOTTLES = """
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE orders_orderline DISABLE TRIGGER orders_guard_line;
UPDATE orders_orderline line SET bottles_each = agreed.bottles
FROM (
    SELECT first_order_id AS order_id, variation_id, bottles FROM subscriptions_subscription
    UNION
    SELECT o.id, s.variation_id, s.bottles
    FROM subscriptions_box b JOIN subscriptions_subscription s ON s.id = b.subscription_id
    JOIN orders_order o ON o.cart_id = b.cart_id
) agreed
WHERE line.order_id = agreed.order_id AND line.variation_id = agreed.variation_id AND line.bottles_each <> agreed.bottles;
ALTER TABLE orders_orderline ENABLE TRIGGER orders_guard_line;
"""
"""What was agreed is kept with the subscription. The guard of placed orders is off for this statement alone."""


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0018_order_line_bottles"),
        ("subscriptions", "0007_method_chosen_at"),
    ]

    operations = [migrations.RunSQL(COPY_BOTTLES, migrations.RunSQL.noop)]
