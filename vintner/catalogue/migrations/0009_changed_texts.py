"""Texts say which transaction wrote them, so that processes can keep which products have a word."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0008_former_addresses")]

    operations = [
        migrations.RunSQL(
            """
            ALTER TABLE catalogue_searchdocument ADD changed xid8 NOT NULL DEFAULT pg_current_xact_id();
            CREATE INDEX catalogue_searchdocument_changed ON catalogue_searchdocument (changed);
            CREATE FUNCTION catalogue_text_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                NEW.changed := pg_current_xact_id();
                RETURN NEW;
            END $$;
            CREATE TRIGGER changed BEFORE UPDATE ON catalogue_searchdocument
                FOR EACH ROW EXECUTE FUNCTION catalogue_text_changed();
            """,
            """
            DROP TRIGGER changed ON catalogue_searchdocument;
            DROP FUNCTION catalogue_text_changed();
            ALTER TABLE catalogue_searchdocument DROP changed;
            """,
        )
    ]
