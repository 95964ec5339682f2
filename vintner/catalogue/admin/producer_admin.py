"""Producers in the admin."""

from django.contrib import admin
from unfold.admin import TabularInline

from vintner.catalogue import models
from vintner.web.admin.checked_admin import CheckedAdmin


class SlideInline(TabularInline):
    model = models.ProducerSlide
    extra = 0
    autocomplete_fields = ("picture",)


class MaterialInline(TabularInline):
    model = models.RelatedMaterial
    extra = 0


@admin.register(models.Producer)
class ProducerAdmin(CheckedAdmin):
    list_display = ("name", "region", "country", "founded")
    search_fields = ("name", "region", "country")
    prepopulated_fields = {"slug": ("name",)}
    autocomplete_fields = ("picture", "logo", "portrait")
    inlines = (SlideInline, MaterialInline)
