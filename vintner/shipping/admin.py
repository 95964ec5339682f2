"""Delivery in the admin."""

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from vintner.shipping import models


class RegionInline(TabularInline):
    model = models.ZoneRegion
    extra = 0


class MethodInline(TabularInline):
    model = models.Method
    extra = 0


@admin.register(models.Zone)
class ZoneAdmin(ModelAdmin):
    list_display = ("name", "position")
    inlines = (RegionInline, MethodInline)


@admin.register(models.Destination)
class DestinationAdmin(ModelAdmin):
    list_display = ("country", "state", "wine_allowed", "note")
    list_filter = ("country", "wine_allowed")
    list_editable = ("wine_allowed", "note")
    search_fields = ("state",)
