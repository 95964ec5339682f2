"""What visitors do in the store, counted by the store itself."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    """Installs the app. It hears of changed carts and of orders that are paid by signals: both lie below it."""

    name = "vintner.analytics"

    def ready(self) -> None:
        """Listen to carts and orders."""
        from vintner.analytics.purchases import count_purchase  # noqa: PLC0415 - models are there only now
        from vintner.analytics.recording import note_cart_change  # noqa: PLC0415 - models are there only now
        from vintner.cart.signals import quantity_changed  # noqa: PLC0415 - models are there only now
        from vintner.orders.signals import order_moved  # noqa: PLC0415 - models are there only now

        quantity_changed.connect(note_cart_change, dispatch_uid="vintner.analytics.note_cart_change")
        order_moved.connect(count_purchase, dispatch_uid="vintner.analytics.count_purchase")
