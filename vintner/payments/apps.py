"""Tells Django which settings of payments are checked before anything starts."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """The payments' package."""

    name = "vintner.payments"

    def ready(self) -> None:
        from vintner.payments.health import checks  # noqa: F401, PLC0415 - registers itself, once apps are there
