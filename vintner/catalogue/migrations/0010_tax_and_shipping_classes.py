"""Tax and shipping classes with names: those that products already name. apps.py adds the three of every store."""

from django.db import migrations, models

CLASSES = """
INSERT INTO catalogue_taxclass (slug, name)
SELECT DISTINCT tax_class, tax_class FROM catalogue_product
WHERE tax_class NOT IN ('', 'standard', 'reduced-rate', 'zero-rate');
INSERT INTO catalogue_shippingclass (slug, name)
SELECT DISTINCT shipping_class, shipping_class FROM catalogue_product WHERE shipping_class <> '';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0009_changed_texts"),
    ]

    operations = [
        migrations.CreateModel(
            name="ShippingClass",
            fields=[
                ("slug", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
            ],
            options={
                "verbose_name_plural": "shipping classes",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="TaxClass",
            fields=[
                ("slug", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
            ],
            options={
                "verbose_name_plural": "tax classes",
                "ordering": ["name"],
            },
        ),
        migrations.RunSQL(CLASSES, migrations.RunSQL.noop),
    ]
