"""Registers the checks of a deployment."""

from django.apps import AppConfig


class StorefrontConfig(AppConfig):
    """The storefront's package."""

    name = "vintner.storefront"

    def ready(self) -> None:
        from vintner.storefront import deployment_checks  # noqa: F401, PLC0415 - registers itself, once models are there
