"""Staff looks into the ledger with or without accents and apostrophes.

The index is built while the store takes orders, also after an interrupted migration that left it unfinished.
"""

from django.db import migrations

DROP = "DROP INDEX CONCURRENTLY IF EXISTS sent_by_searched_text"
CREATE = """
CREATE INDEX CONCURRENTLY sent_by_searched_text ON shipping_sent
 USING gin (plain_text(name || ' ' || email || ' ' || address) gin_trgm_ops) WITH (fastupdate = off)
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("shipping", "0007_longer_states"),
        ("web", "0002_plain_text"),
    ]

    operations = [
        migrations.RunSQL(DROP, migrations.RunSQL.noop),
        migrations.RunSQL(CREATE, DROP),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS sent_by_text", migrations.RunSQL.noop),
    ]
