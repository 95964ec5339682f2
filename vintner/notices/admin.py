"""Store notices and policies in the admin."""

from django.contrib import admin

from vintner.notices.models import Policy, StoreNotice
from vintner.web.admin.checked_admin import CheckedAdmin


@admin.register(StoreNotice)
class StoreNoticeAdmin(CheckedAdmin):
    list_display = ("text", "enabled", "starts_at", "ends_at")
    list_editable = ("enabled",)
    list_filter = ("enabled",)
    search_fields = ("text",)
    ordering = ("-id",)


@admin.register(Policy)
class PolicyTextAdmin(CheckedAdmin):
    list_display = ("kind", "changed_at")
    readonly_fields = ("changed_at",)
