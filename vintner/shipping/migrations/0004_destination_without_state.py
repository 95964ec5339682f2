"""A country without states is a destination as a whole. Nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shipping", "0003_ledger_search")]
    operations = [
        migrations.AlterField(
            "destination",
            "state",
            models.CharField(
                blank=True,
                help_text="Its code or name. Blank in countries whose addresses name no state.",
                max_length=3,
            ),
        ),
    ]
