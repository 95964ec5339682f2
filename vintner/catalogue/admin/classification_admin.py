"""Categories, tags and attributes in the admin."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from vintner.catalogue import models
from vintner.web.admin.checked_admin import CheckedAdmin


@admin.register(models.Category)
class CategoryAdmin(CheckedAdmin):
    list_display = ("name", "parent", "slug", "position", "children_in_menu")
    list_editable = ("position",)
    list_select_related = ("parent",)
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(models.Tag)
class TagAdmin(CheckedAdmin):
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(models.Attribute)
class AttributeAdmin(CheckedAdmin):
    list_display = ("name", "slug", "position")
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(models.AttributeValue)
class AttributeValueAdmin(CheckedAdmin):
    list_display = ("name", "attribute", "slug")
    list_filter = ("attribute",)
    list_select_related = ("attribute",)
    search_fields = ("name", "attribute__name")
    prepopulated_fields = {"slug": ("name",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.AttributeValue]:
        """Return values with their attributes: suggestions name both."""
        return super().get_queryset(request).select_related("attribute")
