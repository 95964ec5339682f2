"""A database from before the migrations were replaced goes on, or is refused, but never left half migrated."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

pytestmark = pytest.mark.django_db


def become_a_database_of_before() -> MigrationExecutor:
    """Leave the names of the old migrations only, as an older version recorded them."""
    for label, name in list_migrations_since():
        MigrationRecorder(connection).record_unapplied(label, name)
    return MigrationExecutor(connection)


def list_migrations_since() -> set[tuple[str, str]]:
    """Return the replacements, and all migrations that build on one."""
    loader = MigrationExecutor(connection).loader
    return {key for replacement in loader.replacements for key in loader.graph.backwards_plan(replacement)}


def test_a_database_of_before_is_not_migrated_again() -> None:
    executor = become_a_database_of_before()
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    assert not [migration for migration, _ in plan if migration.replaces]
    executor.check_replacements()
    assert set(executor.loader.replacements) <= set(MigrationRecorder(connection).applied_migrations())


@pytest.mark.parametrize(
    ("label", "name"),
    [("payments", "0011_refused_events"), ("catalogue", "0012_chosen_by_the_merchant"), ("notices", "0002_policy")],
)
def test_a_database_that_stopped_in_between_is_refused(label: str, name: str) -> None:
    become_a_database_of_before()
    MigrationRecorder(connection).record_unapplied(label, name)
    with pytest.raises(CommandError, match=f"did not finish migrating this database: {label}"):
        call_command("migrate", verbosity=0)


def test_a_new_database_that_stopped_in_between_goes_on() -> None:
    recorder = MigrationRecorder(connection)
    stock = "0011_stock_movements_squashed_0012_chosen_by_the_merchant"
    for name in (stock, "0011_stock_movements", "0012_chosen_by_the_merchant"):
        recorder.record_unapplied("catalogue", name)
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan([("catalogue", stock)])
    assert [(each.app_label, each.name) for each, _ in plan] == [("catalogue", stock)]


def test_the_models_have_all_their_migrations() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_a_migration_takes_the_time_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[str] = []

    def read_limit(*_args: object, **_options: object) -> None:
        with connection.cursor() as cursor:
            limits.append(cursor.execute("SHOW statement_timeout").fetchone()[0])

    monkeypatch.setattr(migrate.Command, "handle", read_limit)
    call_command("migrate", verbosity=0)
    read_limit()
    assert limits[0] == "0"
    assert limits[1] != "0"
