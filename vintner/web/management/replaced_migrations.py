"""Databases that an older version migrated in part (docs/decisions/0072-one-migration-for-each-package.md)."""

from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def refuse_partly_migrated(using: str) -> None:
    """Raise CommandError where a package was migrated only in part.

    Django would leave such a package out without a word, or would not move the rows that are there already.
    """
    loader = MigrationLoader(connections[using], load=False)
    loader.load_disk()
    applied = set(MigrationRecorder(connections[using]).applied_migrations())
    partly = set()
    for label in loader.migrated_apps:
        migrations = {key: each for key, each in loader.disk_migrations.items() if key[0] == label}
        replaced = {key for each in migrations.values() for key in each.replaces}
        if replaced & applied and replaced - applied and not migrations.keys() & applied:
            partly.add(label)
    if partly:
        raise CommandError(
            f"An older version did not finish migrating this database: {', '.join(sorted(partly))}. "
            "Start the last version that has the old migrations once, and then this one."
        )
