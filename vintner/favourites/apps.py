"""Wines that shoppers keep in a list of their own."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class FavouritesConfig(AppConfig):
    """Installs the app. A guest's list goes into the account at every log-in, also that of a new account."""

    name = "vintner.favourites"

    def ready(self) -> None:
        """Listen to log-ins."""
        from vintner.favourites.middleware import merge_at_login  # noqa: PLC0415 - models are there only now

        user_logged_in.connect(merge_at_login, dispatch_uid="vintner.favourites.merge_at_login")
