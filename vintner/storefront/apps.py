"""Registers the deployment check of the storefront."""

from django.apps import AppConfig


class StorefrontConfig(AppConfig):
    """The storefront's package."""

    name = "vintner.storefront"

    def ready(self) -> None:
        from vintner.storefront import setup_steps  # noqa: F401, PLC0415 - registers its check, once models are there
