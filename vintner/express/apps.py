"""Express checkout: buying with a wallet in two presses."""

from django.apps import AppConfig


class ExpressConfig(AppConfig):
    """Installs the app."""

    name = "vintner.express"
    verbose_name = "Express checkout"
