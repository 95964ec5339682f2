"""Staff finds products, and stock movements by their notes, with or without accents and apostrophes.

The indexes are built while the store takes orders, also after an interrupted migration that left one unfinished.
"""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

from vintner.web.database.plain_text import PlainText

DROP = "DROP INDEX CONCURRENTLY IF EXISTS products_by_plain_text"
CREATE = """
CREATE INDEX CONCURRENTLY products_by_plain_text ON catalogue_product
 USING gin (plain_text(name || ' ' || sku) gin_trgm_ops) WITH (fastupdate = off)
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("catalogue", "0031_texts_in_one_form"),
        ("web", "0002_plain_text"),
    ]

    operations = [
        migrations.RunSQL(DROP, migrations.RunSQL.noop),
        migrations.RunSQL(CREATE, DROP),
        RemoveIndexConcurrently(model_name="product", name="product_name_trigrams"),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS movements_by_plain_note", migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name="stockmovement",
            index=GinIndex(
                OpClass(PlainText("note"), name="gin_trgm_ops"),
                condition=models.Q(("note", ""), _negated=True),
                fastupdate=False,
                name="movements_by_plain_note",
            ),
        ),
        RemoveIndexConcurrently(model_name="stockmovement", name="movements_by_note"),
    ]
