"""`manage.py migrate`: Django's own, which first refuses databases that an older version migrated in part.

It takes the time that it needs: building an index of a large table lasts longer than a query of a page may.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from vintner.web.management.replaced_migrations import refuse_partly_migrated


class Command(migrate.Command):
    """Checks before Django does: it would report conflicting migrations, and advise to merge them."""

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Django's own
        refuse_partly_migrated(options["database"])
        with connections[options["database"]].cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
        try:
            super().handle(*args, **options)
        finally:
            with connections[options["database"]].cursor() as cursor:
                cursor.execute("RESET statement_timeout")
