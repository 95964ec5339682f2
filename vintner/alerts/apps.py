"""E-mails that shoppers ask for about a wine."""

from django.apps import AppConfig


class AlertsConfig(AppConfig):
    """Installs the app."""

    name = "vintner.alerts"
