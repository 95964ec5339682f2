"""What visitors agree to: which cookies the store may set beyond those that it needs."""

from django.apps import AppConfig


class ConsentConfig(AppConfig):
    """Installs the app."""

    name = "vintner.consent"
