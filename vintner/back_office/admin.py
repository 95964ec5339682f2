"""Registers the admin of orders and subscriptions, where Django looks for it, and fills the admin's first page."""

from django.http import HttpRequest

from vintner.back_office.job_admin import JobAdmin as JobAdmin
from vintner.back_office.order_admin import OrderAdmin as OrderAdmin
from vintner.back_office.subscriptions.subscription_admin import SubscriptionAdmin as SubscriptionAdmin
from vintner.storefront.setup_steps import steps


def add_setup_steps(request: HttpRequest, context: dict[str, object]) -> dict[str, object]:
    """Add to the context of the admin's first page the setup steps that this person may take."""
    return {**context, "steps": [step for step in steps() if request.user.has_perm(step.permission)]}
