"""Charges boxes of subscriptions when they are due, and tells subscribers before."""

from django.apps import AppConfig


class RenewalsConfig(AppConfig):
    """Installs the app. Subscribers are told of boxes that are left out."""

    name = "vintner.renewals"

    def ready(self) -> None:
        """Listen to subscriptions."""
        from vintner.renewals.outcomes import notify_left_out  # noqa: PLC0415 - models are there only now
        from vintner.subscriptions.signals import box_left_out  # noqa: PLC0415

        box_left_out.connect(notify_left_out, dispatch_uid="vintner.renewals.tell_left_out")
