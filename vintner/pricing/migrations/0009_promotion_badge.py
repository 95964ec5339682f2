"""Promotions may have a badge on the cards of their wines."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pricing", "0008_recurring_coupon")]

    operations = [
        migrations.AddField(
            model_name="promotion",
            name="badge",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="On the cards of its wines, for everybody: “3 for $60”, “6 + 1 free”. Blank: no badge.",
                max_length=24,
            ),
        ),
    ]
