"""Subscriptions to wines: what was agreed, their boxes, and what subscribers do with them."""

from django.apps import AppConfig


class SubscriptionsConfig(AppConfig):
    """Installs the app. Subscriptions follow the orders of their boxes, and the methods that were saved with them."""

    name = "vintner.subscriptions"

    def ready(self) -> None:
        """Listen to orders, saved methods and accounts."""
        from allauth.account.signals import email_changed  # noqa: PLC0415 - models are there only now
        from django.db.models.signals import post_save, pre_delete  # noqa: PLC0415

        from vintner.cart.signals import trials_asked  # noqa: PLC0415 - models are there only now
        from vintner.orders.signals import order_described, order_moved  # noqa: PLC0415
        from vintner.payments.attempts.signals import attempt_asked  # noqa: PLC0415
        from vintner.payments.models import SavedMethod  # noqa: PLC0415
        from vintner.payments.saved_methods import signals  # noqa: PLC0415
        from vintner.subscriptions.changes import method_events  # noqa: PLC0415
        from vintner.subscriptions.changes.account_events import follow_email, mark_subscriber  # noqa: PLC0415
        from vintner.subscriptions.left_orders import refuse_to_pay  # noqa: PLC0415
        from vintner.subscriptions.order_events import (  # noqa: PLC0415
            describe_order,
            follow_order,
            take_saved_method,
        )
        from vintner.subscriptions.trials import list_had_plans, refuse_second_trial  # noqa: PLC0415

        attempt_asked.connect(refuse_to_pay, dispatch_uid="vintner.subscriptions.refuse_to_pay")
        trials_asked.connect(list_had_plans, dispatch_uid="vintner.subscriptions.list_had_plans")
        attempt_asked.connect(refuse_second_trial, dispatch_uid="vintner.subscriptions.refuse_second_trial")
        order_described.connect(describe_order, dispatch_uid="vintner.subscriptions.describe_order")
        order_moved.connect(follow_order, dispatch_uid="vintner.subscriptions.follow_order")
        signals.method_saved.connect(take_saved_method, dispatch_uid="vintner.subscriptions.take_saved_method")
        signals.setup_saved.connect(
            method_events.apply_saved_setup, dispatch_uid="vintner.subscriptions.apply_saved_setup"
        )
        signals.method_leaves.connect(
            method_events.hand_over_method, dispatch_uid="vintner.subscriptions.hand_over_method"
        )
        signals.find_uses.connect(method_events.list_method_uses, dispatch_uid="vintner.subscriptions.list_method_uses")
        pre_delete.connect(
            method_events.note_lost_method, SavedMethod, dispatch_uid="vintner.subscriptions.note_lost_method"
        )
        email_changed.connect(follow_email, dispatch_uid="vintner.subscriptions.follow_email")
        post_save.connect(
            mark_subscriber, self.get_model("Subscription"), dispatch_uid="vintner.subscriptions.mark_subscriber"
        )
