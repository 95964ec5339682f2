"""States as long as any country writes them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("express", "0002_kinds"),
    ]

    operations = [
        migrations.AlterField(
            model_name="sheetquote",
            name="state",
            field=models.CharField(blank=True, max_length=100),
        ),
    ]
