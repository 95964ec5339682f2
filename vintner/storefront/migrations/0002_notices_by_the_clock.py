"""The catalogue version ends when a store notice begins or ends."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0001_squashed_0003_prices_by_the_clock"),
        ("notices", "0003_periods"),
    ]

    operations = [
        migrations.RunSQL((SQL / "next_change_with_notices.sql").read_text(), migrations.RunSQL.noop),
    ]
