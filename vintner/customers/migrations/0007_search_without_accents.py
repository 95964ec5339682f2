"""Staff finds accounts with or without accents and apostrophes.

The index is built while customers register, also after an interrupted migration that left it unfinished.
"""

from django.db import migrations

DROP = "DROP INDEX CONCURRENTLY IF EXISTS users_by_plain_text"
CREATE = """
CREATE INDEX CONCURRENTLY users_by_plain_text ON customers_user
 USING gin (plain_text(email || ' ' || first_name || ' ' || last_name) gin_trgm_ops) WITH (fastupdate = off)
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("customers", "0006_addresses_in_one_form"),
        ("web", "0002_plain_text"),
    ]

    operations = [
        migrations.RunSQL(DROP, migrations.RunSQL.noop),
        migrations.RunSQL(CREATE, DROP),
    ]
