"""Wine of an order that comes back to life counts from that day on."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    dependencies = [("shipping", "0001_squashed_0004_destination_without_state")]

    operations = [migrations.RunSQL((SQL / "ledger_revived.sql").read_text(), migrations.RunSQL.noop)]
