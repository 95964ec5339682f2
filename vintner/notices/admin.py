"""Store notices in the admin."""

from django.contrib import admin
from unfold.admin import ModelAdmin

from vintner.notices.models import StoreNotice


@admin.register(StoreNotice)
class StoreNoticeAdmin(ModelAdmin):
    list_display = ("text", "enabled")
    list_editable = ("enabled",)
    list_filter = ("enabled",)
    search_fields = ("text",)
    ordering = ("-id",)
