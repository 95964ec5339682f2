"""Accounts of customers: registration, log-in, recovery, security, the account's pages."""

from django.apps import AppConfig
from django.apps import apps as current
from django.apps.registry import Apps
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    """Makes the account fields once the database has their table. The app's engine is django-allauth."""

    name = "vintner.accounts"

    def ready(self) -> None:
        """Listen to migrations and log-ins."""
        from allauth.account.signals import user_logged_in  # noqa: PLC0415 - its models need the registry
        from allauth.mfa.signals import authenticator_added  # noqa: PLC0415 - likewise
        from django.contrib.auth import signals as django_signals  # noqa: PLC0415 - allauth's has the same name

        from vintner.accounts.security import staff_middleware  # noqa: PLC0415 - likewise
        from vintner.accounts.security.new_device import note_log_in  # noqa: PLC0415 - its models need the registry

        user_logged_in.connect(note_log_in, dispatch_uid="vintner.new_device")
        django_signals.user_logged_in.connect(staff_middleware.begin_session, dispatch_uid="vintner.staff_session")
        authenticator_added.connect(staff_middleware.use_new_factor, dispatch_uid="vintner.staff_factor")
        post_migrate.connect(_add_account_fields, sender=self)


def _add_account_fields(apps: Apps = current, **_: object) -> None:
    """Runs after a migration. At an older migration there may be no such table."""
    from vintner.accounts.fields.account_fields import add_missing_fields  # noqa: PLC0415 - needs the registry

    if "accountfield" in apps.all_models["accounts"]:
        add_missing_fields()
