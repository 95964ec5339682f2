"""Connects the cart to Django's signals."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class CartConfig(AppConfig):
    """The Django app of the cart."""

    name = "vintner.cart"

    def ready(self) -> None:
        from vintner.cart.middleware import merge_at_login  # noqa: PLC0415 - models are there only now

        user_logged_in.connect(merge_at_login, dispatch_uid="vintner.cart.merge_at_login")
