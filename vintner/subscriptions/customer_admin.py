"""A customer's subscriptions and orders, on their page in the admin."""

from typing import Final

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import mark_safe

from vintner.attribution.customer_admin import CustomerOriginAdmin
from vintner.customers.models import User
from vintner.orders.ownership import find_own_orders
from vintner.subscriptions.models import Subscription

MOST: Final = 20


class SubscriberAdmin(CustomerOriginAdmin):
    """Accounts, with links to what the customer has bought."""

    @admin.display(description="Subscriptions")
    def subscriptions(self, customer: User) -> str:
        found = Subscription.objects.filter(user=customer).select_related("variation__product").order_by("-pk")[:MOST]
        rows = [
            (
                reverse("admin:subscriptions_subscription_change", args=[each.pk]),
                each.pk,
                each.variation.product.name,
                "paused" if each.is_paused else each.get_status_display().lower(),
            )
            for each in found
        ]
        return format_html_join(mark_safe("<br>"), '<a href="{}">Subscription {}</a>: {}, {}', rows) or "None"

    @admin.display(description="Orders")
    def orders(self, customer: User) -> str:
        count = find_own_orders(customer).count()
        url = f"{reverse('admin:orders_order_changelist')}?{urlencode({'q': customer.email})}"
        words = "1 order" if count == 1 else f"{count} orders"
        return format_html('<a href="{}">{}</a>', url, words) if count else "None"

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return (*super().get_readonly_fields(request, obj), "subscriptions", "orders")

    def get_fieldsets(  # type: ignore[override]  # its type is private to django-stubs
        self, request: HttpRequest, obj: Model | None = None
    ) -> list[object]:
        needed = {"orders": "orders.view_order", "subscriptions": "subscriptions.view_subscription"}
        seen = [name for name, permission in needed.items() if request.user.has_perm(permission)]
        bought = [("Bought", {"fields": tuple(seen)})] if obj is not None and seen else []
        return [*super().get_fieldsets(request, obj), *bought]
