"""Store notices and policies in the admin."""

from django.contrib import admin
from unfold.admin import ModelAdmin

from vintner.notices.models import Policy, StoreNotice


@admin.register(StoreNotice)
class StoreNoticeAdmin(ModelAdmin):
    list_display = ("text", "enabled")
    list_editable = ("enabled",)
    list_filter = ("enabled",)
    search_fields = ("text",)
    ordering = ("-id",)


@admin.register(Policy)
class PolicyAdmin(ModelAdmin):
    list_display = ("kind", "changed_at")
    readonly_fields = ("changed_at",)
