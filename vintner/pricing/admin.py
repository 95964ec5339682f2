"""Promotions and taxes in the admin."""

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from vintner.pricing import models


class TierInline(TabularInline):
    model = models.BulkTier
    extra = 0


@admin.register(models.Promotion)
class PromotionAdmin(ModelAdmin):
    list_display = ("title", "enabled", "priority", "starts_at", "ends_at")
    list_filter = ("enabled",)
    search_fields = ("title",)
    autocomplete_fields = ("products",)
    inlines = (TierInline,)


@admin.register(models.TaxRate)
class TaxRateAdmin(ModelAdmin):
    list_display = ("name", "country", "state", "percent", "priority", "compound", "on_shipping", "tax_class")
    list_filter = ("country", "tax_class")
    search_fields = ("name", "state")
