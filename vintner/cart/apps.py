"""Connects the cart to Django's signals."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out


class CartConfig(AppConfig):
    """The Django app of the cart."""

    name = "vintner.cart"

    def ready(self) -> None:
        from vintner.cart.middleware import (  # noqa: PLC0415 - models are there only now
            mark_cart_changed,
            merge_at_login,
        )

        user_logged_in.connect(merge_at_login, dispatch_uid="vintner.cart.merge_at_login")
        user_logged_out.connect(mark_cart_changed, dispatch_uid="vintner.cart.mark_cart_changed")
