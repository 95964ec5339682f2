"""Orders that are gifts: a message for the parcel, and no prices in it."""

from pathlib import Path

from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("orders", "0024_weather_holds")]

    operations = [
        migrations.AddField(
            model_name="order",
            name="is_gift",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="order",
            name="gift_message",
            field=models.CharField(
                blank=True, db_default="", default="", help_text="Printed on the packing slip.", max_length=300
            ),
        ),
        migrations.AddField(
            model_name="order",
            name="gift_without_prices",
            field=models.BooleanField(
                db_default=False, default=False, help_text="No invoice and no price may be in the parcel."
            ),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.CheckConstraint(
                condition=Q(is_gift=True) | Q(gift_message="", gift_without_prices=False),
                name="order_gift_options_of_gifts",
            ),
        ),
        migrations.RunSQL((SQL / "gifts.sql").read_text()),
    ]
