"""`manage.py migrate`: Django's own, which first refuses databases that an older version migrated in part."""

from typing import Any

from django.core.management.commands import migrate

from vintner.web.management.replaced_migrations import refuse_partly_migrated


class Command(migrate.Command):
    """Checks before Django does: it would report conflicting migrations, and advise to merge them."""

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Django's own
        refuse_partly_migrated(options["database"])
        super().handle(*args, **options)
