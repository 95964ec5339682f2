"""Taxes of postcodes and cities. What shipping classes cost is part of the price book too."""

import django.core.validators
from django.db import migrations, models

import vintner.shipping.validators


class Migration(migrations.Migration):
    dependencies = [
        ("pricing", "0004_discounts"),
        ("shipping", "0002_costs_limits_and_ledger"),
    ]

    operations = [
        migrations.AddField(
            model_name="policy",
            name="hide_paid",
            field=models.BooleanField(default=False, verbose_name="free shipping hides what costs something"),
        ),
        migrations.AddField(
            model_name="taxrate",
            name="cities",
            field=models.TextField(blank=True, help_text="One a line. Blank: all of them."),
        ),
        migrations.AddField(
            model_name="taxrate",
            name="postcodes",
            field=models.TextField(
                blank=True,
                help_text="One a line: 94110, 941* or 90001...90099. Blank: all of them.",
                validators=[vintner.shipping.validators.check_postcodes],
            ),
        ),
        migrations.AlterField(
            model_name="taxrate",
            name="compound",
            field=models.BooleanField(default=False, help_text="On the price and the taxes before it."),
        ),
        migrations.AlterField(
            model_name="taxrate",
            name="on_shipping",
            field=models.BooleanField(default=True, verbose_name="on delivery too"),
        ),
        migrations.AlterField(
            model_name="taxrate",
            name="percent",
            field=models.DecimalField(
                decimal_places=4,
                max_digits=7,
                validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)],
            ),
        ),
        migrations.AlterField(
            model_name="taxrate",
            name="priority",
            field=models.PositiveSmallIntegerField(
                default=1,
                help_text="Of several rates of one priority only one counts.",
                validators=[django.core.validators.MinValueValidator(1)],
            ),
        ),
        migrations.RunSQL(
            "CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON shipping_classcost "
            "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()",
            "DROP TRIGGER new_book ON shipping_classcost",
        ),
    ]
