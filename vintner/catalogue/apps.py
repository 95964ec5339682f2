"""The package as Django knows it."""

from django.apps import AppConfig
from django.apps import apps as current
from django.apps.registry import Apps
from django.db.models.signals import post_migrate


class CatalogueConfig(AppConfig):
    """Adds the tax classes that every store has to every database."""

    name = "vintner.catalogue"
    verbose_name = "Catalog"

    def ready(self) -> None:
        post_migrate.connect(_add_tax_classes, sender=self)


def _add_tax_classes(apps: Apps = current, **_: object) -> None:
    """Runs after a migration, or after a test emptied the tables. At an older migration there may be no such table."""
    from vintner.catalogue import classes  # noqa: PLC0415 - models can be imported once Django is set up

    if "taxclass" in apps.all_models["catalogue"]:
        classes.add_missing_tax_classes()
