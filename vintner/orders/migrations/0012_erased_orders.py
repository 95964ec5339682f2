"""Orders whose customer was erased, and the guards that let names go but nothing else."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    dependencies = [("orders", "0011_email_private")]

    operations = [
        migrations.AddField(
            model_name="order",
            name="erased_at",
            field=models.DateTimeField(
                editable=False, help_text="Since then it names nobody: its customer was erased.", null=True
            ),
        ),
        migrations.RunSQL((SQL / "erasing.sql").read_text()),
    ]
