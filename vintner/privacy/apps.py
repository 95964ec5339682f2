"""What the store knows of a customer: handed out, and erased."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    """Installs the app."""

    name = "vintner.privacy"
