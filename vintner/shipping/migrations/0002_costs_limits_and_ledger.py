"""Costs as sums, shipping classes, limits of wine for one person, and the ledger of what was sent to whom."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models

import vintner.money
import vintner.shipping.validators

# A flat rate of nothing was free; a blank cost would not be offered.
COSTS_AS_TEXT = """
ALTER TABLE shipping_method ALTER cost TYPE varchar(200)
    USING CASE WHEN cost % 100 = 0 THEN (cost / 100)::text ELSE (cost / 100.0)::numeric(12, 2)::text END
"""
COSTS_AS_CENTS = """
ALTER TABLE shipping_method ALTER cost TYPE bigint
    USING CASE WHEN cost ~ '^[0-9]+([.][0-9]+)?$' THEN (cost::numeric * 100)::bigint ELSE 0 END
"""

# What a completed order sent was sent, even if the money went back later.
TAKE_BACK = """
CREATE FUNCTION shipping_take_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    dead boolean := NEW.status IN ('cancelled', 'failed', 'checkout-draft')
        OR (NEW.status = 'refunded' AND OLD.status <> 'completed');
BEGIN
    UPDATE shipping_sent SET taken_back_at = CASE WHEN dead THEN now() END
     WHERE order_id = NEW.id AND (taken_back_at IS NULL) = dead;
    RETURN NULL;
END $$;
CREATE TRIGGER take_back_wine AFTER UPDATE OF status ON orders_order
FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION shipping_take_back();
"""
KEEP = "DROP TRIGGER take_back_wine ON orders_order; DROP FUNCTION shipping_take_back();"


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0004_discounts"),
        ("shipping", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClassCost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "shipping_class",
                    models.SlugField(blank=True, help_text="Blank: goods without a shipping class.", max_length=40),
                ),
                (
                    "cost",
                    models.CharField(
                        help_text='Dollars, or a sum: 10 + 2 * [qty], [fee percent="10" min_fee="4"]. [cost] is what the goods cost. [qty] and [cost] are those of the class.',
                        max_length=200,
                        validators=[vintner.shipping.validators.check_cost],
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Sent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "people",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=120),
                        help_text="By what somebody is known: account, e-mail, name with address.",
                        size=None,
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("email", models.EmailField(max_length=254)),
                ("address", models.CharField(max_length=300)),
                ("country", models.CharField(max_length=2)),
                ("state", models.CharField(max_length=3)),
                ("postcode", models.CharField(max_length=12)),
                ("wine", models.CharField(max_length=300)),
                ("sku", models.CharField(blank=True, max_length=80, verbose_name="SKU")),
                ("bottles", models.PositiveIntegerField()),
                ("litres", models.DecimalField(decimal_places=3, max_digits=10)),
                ("written_at", models.DateTimeField()),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "ledger of wine sent",
                "ordering": ["-written_at", "-id"],
            },
        ),
        migrations.AddField(
            model_name="destination",
            name="legal_age",
            field=models.PositiveSmallIntegerField(default=21, help_text="To be sent wine, in years."),
        ),
        migrations.AddField(
            model_name="destination",
            name="most_bottles",
            field=models.PositiveIntegerField(
                blank=True, help_text="Blank: as many as they like.", null=True, verbose_name="bottles for one person"
            ),
        ),
        migrations.AddField(
            model_name="destination",
            name="most_litres",
            field=models.DecimalField(
                blank=True,
                decimal_places=3,
                help_text="9 are 12 bottles.",
                max_digits=8,
                null=True,
                verbose_name="litres for one person",
            ),
        ),
        migrations.AddField(
            model_name="destination",
            name="period",
            field=models.CharField(
                choices=[("month", "in a calendar month"), ("30-days", "in 30 days"), ("year", "in a calendar year")],
                default="month",
                max_length=8,
                verbose_name="counted",
            ),
        ),
        migrations.AddField(
            model_name="destination",
            name="signature_fee",
            field=vintner.money.MoneyField(
                default=vintner.money.Money(0),
                help_text="For wine sent there, on top of its delivery.",
                verbose_name="fee for an adult's signature",
            ),
        ),
        migrations.AddField(
            model_name="method",
            name="before_discounts",
            field=models.BooleanField(default=False, verbose_name="compare the minimum before coupons and discounts"),
        ),
        migrations.AddField(
            model_name="method",
            name="per_class",
            field=models.CharField(
                choices=[
                    ("class", "The costs of all shipping classes together"),
                    ("order", "The dearest shipping class only"),
                ],
                default="class",
                max_length=5,
                verbose_name="costs of shipping classes count",
            ),
        ),
        migrations.AddField(
            model_name="zone",
            name="postcodes",
            field=models.TextField(
                blank=True,
                help_text="One a line: 94110, 941* or 90001...90099. Blank: all of them.",
                validators=[vintner.shipping.validators.check_postcodes],
            ),
        ),
        migrations.AddField(
            model_name="zoneregion",
            name="continent",
            field=models.CharField(
                blank=True,
                choices=[
                    ("AF", "Africa"),
                    ("AN", "Antarctica"),
                    ("AS", "Asia"),
                    ("EU", "Europe"),
                    ("NA", "North America"),
                    ("OC", "Oceania"),
                    ("SA", "South America"),
                ],
                max_length=2,
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(COSTS_AS_TEXT, COSTS_AS_CENTS)],
            state_operations=[
                migrations.AlterField(
                    model_name="method",
                    name="cost",
                    field=models.CharField(
                        blank=True,
                        help_text='Dollars, or a sum: 10 + 2 * [qty], [fee percent="10" min_fee="4"]. [cost] is what the goods cost.',
                        max_length=200,
                        validators=[vintner.shipping.validators.check_cost],
                    ),
                ),
            ],
        ),
        migrations.AlterField(
            model_name="method",
            name="minimum",
            field=vintner.money.MoneyField(default=vintner.money.Money(0), help_text="Before tax."),
        ),
        migrations.AlterField(
            model_name="zoneregion",
            name="country",
            field=models.CharField(blank=True, help_text="Two letters: US.", max_length=2),
        ),
        migrations.AlterField(
            model_name="zoneregion",
            name="state",
            field=models.CharField(blank=True, help_text="Blank means the whole country.", max_length=3),
        ),
        migrations.AddConstraint(
            model_name="destination",
            constraint=models.CheckConstraint(
                condition=models.Q(("signature_fee__gte", vintner.money.Money(0))), name="signature_fee_not_negative"
            ),
        ),
        migrations.AddConstraint(
            model_name="destination",
            constraint=models.CheckConstraint(
                condition=models.Q(("legal_age__range", (16, 25))), name="legal_age_of_an_adult"
            ),
        ),
        migrations.AddConstraint(
            model_name="zoneregion",
            constraint=models.CheckConstraint(
                condition=models.Q(("continent", ""), ("country", ""), _connector="XOR"),
                name="region_is_a_continent_or_a_country",
                violation_error_message="Name a continent or a country, not both.",
            ),
        ),
        migrations.AddConstraint(
            model_name="zoneregion",
            constraint=models.CheckConstraint(
                condition=models.Q(("state", ""), models.Q(("country", ""), _negated=True), _connector="OR"),
                name="region_state_of_a_country",
                violation_error_message="Name the state's country too.",
            ),
        ),
        migrations.AddField(
            model_name="classcost",
            name="method",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="class_costs", to="shipping.method"
            ),
        ),
        migrations.AddField(
            model_name="sent",
            name="line",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="orders.orderline"
            ),
        ),
        migrations.AddField(
            model_name="sent",
            name="order",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="sent", to="orders.order"
            ),
        ),
        migrations.AddConstraint(
            model_name="classcost",
            constraint=models.UniqueConstraint(fields=("method", "shipping_class"), name="class_cost_once"),
        ),
        migrations.AddIndex(
            model_name="sent",
            index=django.contrib.postgres.indexes.GinIndex(fields=["people"], name="sent_by_person"),
        ),
        migrations.AddIndex(
            model_name="sent",
            index=models.Index(fields=["country", "state", "written_at"], name="sent_by_place"),
        ),
        migrations.AddConstraint(
            model_name="sent",
            constraint=models.CheckConstraint(
                condition=models.Q(("bottles__gt", 0), ("litres__gt", 0)), name="sent_is_something"
            ),
        ),
        migrations.RunSQL(TAKE_BACK, KEEP),
    ]
