"""The reports in the menu of the admin."""

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from vintner.analytics.models import EventCount
from vintner.analytics.reports import report_views
from vintner.web.admin.menu import MenuPage


@admin.register(EventCount)
class EventCountAdmin(ModelAdmin):
    """Counts are read in reports, not row by row: this only brings the reports into the menu."""

    menu_pages = (MenuPage(title="Reports", page="reports", may_open=report_views.may_open),)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: EventCount | None = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: EventCount | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: EventCount | None = None) -> bool:
        return False
