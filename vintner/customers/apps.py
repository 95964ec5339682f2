"""Accounts, and the roles of staff."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CustomersConfig(AppConfig):
    """Makes the roles of staff once the database has its tables."""

    name = "vintner.customers"

    def ready(self) -> None:
        from vintner.customers.roles import make_roles  # noqa: PLC0415 - its models need the registry

        post_migrate.connect(make_roles, sender=self)
