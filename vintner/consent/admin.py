"""The evidence of consent in the admin: to be looked at and exported, for whoever asks what was agreed to."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.consent.models import ConsentRecord
from vintner.web.admin.csv_export import csv_response
from vintner.web.admin.day_filter import DayFilter
from vintner.web.admin.declared_filters import DeclaredFilters

COLUMNS = ("Record", "Answered at", "Statistics", "Preferences", "Version", "Region")


@admin.register(ConsentRecord)
class ConsentRecordAdmin(DeclaredFilters):
    """Only read: evidence is what visitors answered. A job deletes it when its time is over."""

    list_display = ("id", "answered_at", "statistics", "preferences", "version", "region")
    list_filter = (("answered_at", DayFilter), "statistics", "preferences", "version")
    search_fields = ("=id",)
    search_help_text = "The record's name, as the visitor's cookie has it."
    fields = readonly_fields = list_display
    ordering = ("-answered_at",)
    show_full_result_count = False
    actions = ("export",)

    @admin.action(description="Export as CSV", permissions=["view"])
    def export(self, request: HttpRequest, rows: "QuerySet[ConsentRecord]") -> HttpResponse:
        return csv_response("consent.csv", COLUMNS, map(_cells, rows.order_by("-answered_at")))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ConsentRecord | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ConsentRecord | None = None) -> bool:
        return False


def _cells(row: ConsentRecord) -> tuple[str, ...]:
    answers = ("yes" if answer else "no" for answer in (row.statistics, row.preferences))
    return (row.pk, f"{timezone.localtime(row.answered_at):%Y-%m-%d %H:%M:%S}", *answers, str(row.version), row.region)
