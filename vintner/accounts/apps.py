"""Accounts of customers: registration, log-in, recovery, security, the account's pages."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Installs the app. Its engine is django-allauth."""

    name = "vintner.accounts"

    def ready(self) -> None:
        """Listen to log-ins."""
        from allauth.account.signals import user_logged_in  # noqa: PLC0415 - its models need the registry

        from vintner.accounts.security.new_device import note_log_in  # noqa: PLC0415 - its models need the registry

        user_logged_in.connect(note_log_in, dispatch_uid="vintner.new_device")
