"""Payments in the admin: to be read."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from vintner.orders.admin import OrderAdmin, ReadOnlyInline
from vintner.payments import models

_SHOWN = ("order", "attempt", "status", "amount", "card", "error_code", "intent_id", "charge_id", "created_at")


class PaymentInline(ReadOnlyInline):
    model = models.Payment
    fields = _SHOWN[1:]


# The order's page shows its payments, and orders do not know of payments.
OrderAdmin.inlines = (*OrderAdmin.inlines, PaymentInline)


class _ReadOnlyAdmin(ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Payment)
class PaymentAdmin(_ReadOnlyAdmin):
    list_display = _SHOWN
    list_filter = ("status",)
    search_fields = ("=order__id", "intent_id", "charge_id")
    list_select_related = ("order",)


@admin.register(models.ProviderEvent)
class ProviderEventAdmin(_ReadOnlyAdmin):
    list_display = ("event_id", "type", "object_id", "received_at", "handled_at")
    search_fields = ("event_id", "object_id")
