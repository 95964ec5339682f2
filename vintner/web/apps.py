"""Tells Django what is looked at before the database is migrated."""

from django.apps import AppConfig
from django.db.models.signals import pre_migrate

from vintner.web.replaced_migrations import refuse_partly_migrated


class WebConfig(AppConfig):
    """The package that all others build on."""

    name = "vintner.web"

    def ready(self) -> None:
        pre_migrate.connect(refuse_partly_migrated, sender=self)
