"""States as long as any country writes them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cart", "0009_cartline_agreed_bottles"),
    ]

    operations = [
        migrations.AlterField(
            model_name="cart",
            name="state",
            field=models.CharField(blank=True, max_length=100),
        ),
    ]
