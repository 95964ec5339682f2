"""Lines of orders tell what is in a gift set."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0026_us_spelling"),
    ]

    operations = [
        migrations.AlterField(
            model_name="orderline",
            name="bottles_each",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=1, help_text="Bottles of one unit: more than one in a box or a gift set."
            ),
        ),
        migrations.AlterField(
            model_name="orderline",
            name="options",
            field=models.CharField(
                blank=True,
                help_text="What else was chosen: Age: 20 years. Of a gift set: its bottles",
                max_length=1000,
            ),
        ),
    ]
