"""Empties the database after a test that commits, in a small part of the time that Django's flush takes.

Flush replaces the files of all tables, most of which are empty, and then writes content types, permissions and roles
anew, row by row. Deleting rows is quicker, and these tables stay as the migrations left them.
"""

from functools import cache

from django.db import connection

from vintner.catalogue import classes
from vintner.testing.kept_tables import KEPT_TABLES

EMPTY = """DO $$
DECLARE
    name text;
    has_rows boolean;
    filled text[] := '{}';
BEGIN
    FOREACH name IN ARRAY ARRAY[%s] LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %%I)', name) INTO has_rows;
        IF has_rows THEN
            filled := filled || name;
            EXECUTE format('ALTER TABLE %%I DISABLE TRIGGER USER', name);
        END IF;
    END LOOP;
    FOREACH name IN ARRAY filled LOOP EXECUTE format('DELETE FROM %%I', name); END LOOP;
    SET CONSTRAINTS ALL IMMEDIATE;
    FOREACH name IN ARRAY filled LOOP EXECUTE format('ALTER TABLE %%I ENABLE TRIGGER USER', name); END LOOP;
    IF 'catalogue_product' = ANY (filled) THEN
        TRUNCATE catalogue_findable, catalogue_searchdocument, catalogue_searchword;
    END IF;
END $$"""
"""The store's own triggers refuse to delete what is written for good; foreign keys are checked when all is deleted.
The search index is replaced as it is when wines are truncated: the programs that have read it notice by that.
"""


def empty_tables() -> None:
    """Delete all rows of the store's tables but KEPT_TABLES, and add the classes that every store has."""
    with connection.cursor() as cursor:
        cursor.execute(EMPTY % ", ".join(f"'{table}'" for table in _emptied_tables()))
    classes.add_missing_tax_classes()


@cache
def _emptied_tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(names) - KEPT_TABLES)
