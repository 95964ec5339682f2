"""Where a customer came from, on their page in the admin."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from vintner.accounts.customer_admin import CustomerProfileAdmin
from vintner.attribution.details import label_of, list_details
from vintner.attribution.models import CustomerAttribution
from vintner.customers.models import User


class CustomerOriginAdmin(CustomerProfileAdmin):
    """Accounts, with what led the customer to register."""

    @admin.display(description="Came from")
    def origin(self, customer: User) -> str:
        """Return the label, and the details below it. Everything of it was sent by a browser: it is escaped."""
        found = CustomerAttribution.objects.filter(user=customer).first()
        details = format_html_join("", "<br>{}: {}", list_details(found))
        return format_html("<b>{}</b>{}", label_of(found), details)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return (*super().get_readonly_fields(request, obj), "origin")

    def get_fieldsets(  # type: ignore[override]  # its type is private to django-stubs
        self, request: HttpRequest, obj: Model | None = None
    ) -> list[object]:
        origin = [("Origin", {"fields": ("origin",)})] if obj is not None else []
        return [*super().get_fieldsets(request, obj), *origin]
