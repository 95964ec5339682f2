"""A number that changes with every edit of what makes a price, so that processes may keep the book they read.

Kept by the database, so that no way of editing can forget it. The sequence never goes back, not even when
a transaction does: a number is never used for two different books.
"""

from django.db import migrations, models

TABLES = (
    "pricing_promotion",
    "pricing_promotion_products",
    "pricing_bulktier",
    "pricing_taxrate",
    "shipping_zone",
    "shipping_zoneregion",
    "shipping_method",
)

FUNCTION = """
CREATE SEQUENCE pricing_book_number;
CREATE FUNCTION pricing_new_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO pricing_bookversion (id, number) VALUES (1, nextval('pricing_book_number'))
    ON CONFLICT (id) DO UPDATE SET number = excluded.number;
    RETURN NULL;
END $$;
"""


def _trigger(table):
    return migrations.RunSQL(
        f"CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()",
        f"DROP TRIGGER new_book ON {table}",
    )


class Migration(migrations.Migration):
    dependencies = [("pricing", "0001_initial"), ("shipping", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="BookVersion",
            fields=[
                ("id", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("number", models.BigIntegerField()),
            ],
        ),
        migrations.RunSQL(FUNCTION, "DROP FUNCTION pricing_new_book(); DROP SEQUENCE pricing_book_number;"),
        *[_trigger(table) for table in TABLES],
    ]
