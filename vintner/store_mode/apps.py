"""Whether the store is open to everybody, and what visitors see until it is."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class StoreModeConfig(AppConfig):
    """Installs the app. Every log-in displays the banner again to whoever had dismissed it."""

    name = "vintner.store_mode"
    verbose_name = "Store mode"

    def ready(self) -> None:
        """Listen to log-ins."""
        from vintner.store_mode.banner import restore_at_login  # noqa: PLC0415 - models are there only now

        user_logged_in.connect(restore_at_login, dispatch_uid="vintner.store_mode.restore_at_login")
