"""Whether indexes were built for the sort order that the system has now."""

from typing import Final

from django.db import connection

_VERSIONS: Final = """
    SELECT quote_ident(datname), datcollversion, pg_database_collation_actual_version(oid)
    FROM pg_database
    WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)
"""
_FAULT: Final = (
    "The sort order of the database changed with the system’s libraries, from version {old} to {new}: indexes may miss"
    " rows, and let an email address or a SKU exist twice. Stop the store, and run REINDEX DATABASE {name}; and then"
    " ALTER DATABASE {name} REFRESH COLLATION VERSION; with psql."
)


def find_collation_fault() -> str:
    """Return what is wrong with the version of the database's collation, with the two commands that mend it; '' where
    nothing is (PostgreSQL, ALTER COLLATION, Notes).
    """
    with connection.cursor() as cursor:
        cursor.execute(_VERSIONS)
        row = cursor.fetchone()
    return "" if row is None else _FAULT.format(name=row[0], old=row[1], new=row[2])
