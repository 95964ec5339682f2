"""Planned launches of coming wines."""

from django.apps import AppConfig
from django.db.models.signals import post_save


class LaunchesConfig(AppConfig):
    """Installs the app. A plan follows what staff changes on the wine's own page."""

    name = "vintner.launches"

    def ready(self) -> None:
        """Listen to changes of wines."""
        from vintner.catalogue.models import Product  # noqa: PLC0415 - models are there only now
        from vintner.launches.plans import follow_product  # noqa: PLC0415

        post_save.connect(follow_product, sender=Product, dispatch_uid="vintner.launches.follow_product")
