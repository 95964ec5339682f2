"""States as long as any country writes them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("shipping", "0006_us_spelling"),
    ]

    operations = [
        migrations.AlterField(
            model_name="sent",
            name="state",
            field=models.CharField(max_length=100),
        ),
    ]
