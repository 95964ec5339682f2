"""Compare each bottle with its own price at asking.

Older alerts know the price of the cheapest bottle alone. No bottle is taken to have cost more than that, or than it
costs now: nobody hears of a drop that was none.
"""

from django.db import migrations, models

import vintner.money

FILL = """
UPDATE alerts_alert a SET prices = coalesce((
    SELECT jsonb_object_agg('v' || v.id, least(a.price, v.regular_price))
    FROM catalogue_variation v
    WHERE v.product_id = a.product_id AND v.enabled AND v.regular_price IS NOT NULL
), '{}') WHERE a.kind = 'price_drop'
"""


class Migration(migrations.Migration):
    dependencies = [
        ("alerts", "0004_prices_vintages_digests"),
    ]

    operations = [
        migrations.AddField(
            model_name="alert",
            name="prices",
            field=models.JSONField(
                blank=True, db_default={}, default=dict, help_text="What each bottle cost at asking, in cents."
            ),
        ),
        migrations.AlterField(
            model_name="alert",
            name="price",
            field=vintner.money.MoneyField(
                blank=True, help_text="What the dearest bottle cost at asking, in cents.", null=True
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
