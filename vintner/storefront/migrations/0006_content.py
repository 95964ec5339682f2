"""Content pages, and the footer's links to them, are part of what visitors see: every change is a new version."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0005_plans"),
        ("content", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON content_content "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            "DROP TRIGGER new_edition_insert ON content_content",
        ),
        migrations.RunSQL(
            (SQL / "next_change_with_content.sql").read_text(), (SQL / "next_change_with_notices.sql").read_text()
        ),
    ]
