"""The orders of guests are found by their e-mail address, as `has_address` compares it.

The index is built while the store takes orders. Django's own indexes know no collation within another expression.
"""

from django.db import migrations

DROP = "DROP INDEX CONCURRENTLY IF EXISTS orders_by_email"
CREATE = 'CREATE INDEX CONCURRENTLY orders_by_email ON orders_order (lower(email COLLATE "C"))'


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0032_claims_in_one_form")]

    operations = [
        migrations.RunSQL(DROP, migrations.RunSQL.noop),
        migrations.RunSQL(CREATE, DROP),
    ]
