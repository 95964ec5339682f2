"""Remember every slug that was ever changed, whoever changes it; a slug that is used again belongs to its new owner."""

from django.db import migrations, models

TABLES = ("product", "producer", "category", "tag")

FUNCTION = """
CREATE FUNCTION catalogue_keep_former_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM catalogue_formeraddress WHERE kind = TG_ARGV[0] AND slug = NEW.slug;
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO catalogue_formeraddress (kind, slug, target) VALUES (TG_ARGV[0], OLD.slug, NEW.id)
        ON CONFLICT (kind, slug) DO UPDATE SET target = excluded.target;
    END IF;
    RETURN NULL;
END $$;
"""


def _triggers(kind):
    table = f"catalogue_{kind}"
    run = f"EXECUTE FUNCTION catalogue_keep_former_address('{kind}')"
    return migrations.RunSQL(
        f"CREATE TRIGGER keep_former_address AFTER UPDATE OF slug ON {table} FOR EACH ROW "
        f"WHEN (OLD.slug <> NEW.slug) {run}; "
        f"CREATE TRIGGER take_over_address AFTER INSERT ON {table} FOR EACH ROW {run};",
        f"DROP TRIGGER keep_former_address ON {table}; DROP TRIGGER take_over_address ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0007_vintage_facts")]

    operations = [
        migrations.CreateModel(
            name="FormerAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=8)),
                ("slug", models.SlugField(max_length=200)),
                ("target", models.BigIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("kind", "slug"), name="former_address_once")],
            },
        ),
        migrations.RunSQL(FUNCTION, "DROP FUNCTION catalogue_keep_former_address();"),
        *[_triggers(kind) for kind in TABLES],
    ]
