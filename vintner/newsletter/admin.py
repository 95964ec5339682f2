"""Who gets the newsletter, in the admin: to be looked at, exported and deleted."""

from datetime import datetime

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.newsletter.models import NewsletterReader
from vintner.newsletter.readers import stop_link
from vintner.web.admin.csv_export import csv_response
from vintner.web.admin.declared_filters import DeclaredFilters
from vintner.web.admin.is_set_filter import IsSetFilter

COLUMNS = ("Email", "Confirmed at", "Agreed to", "Link to unsubscribe")


@admin.register(NewsletterReader)
class NewsletterReaderAdmin(DeclaredFilters):
    """Readers sign themselves up. Staff neither adds nor changes them: consent cannot be given for others."""

    list_display = ("email", "asked_at", "confirmed_at", "stopped_at")
    list_filter = (("confirmed_at", IsSetFilter), ("stopped_at", IsSetFilter))
    search_fields = ("email",)
    actions = ("export",)

    @admin.action(description="Export those who confirmed as CSV", permissions=["view"])
    def export(self, request: HttpRequest, rows: "QuerySet[NewsletterReader]") -> HttpResponse:
        """Return those of the rows to whom the newsletter may be sent."""
        readers = rows.filter(stopped_at=None).exclude(confirmed_at=None).order_by("email")
        return csv_response("newsletter.csv", COLUMNS, map(_cells, readers))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: NewsletterReader | None = None) -> bool:
        return False


def _cells(row: NewsletterReader) -> tuple[str, ...]:
    return (row.email, _time(row.confirmed_at), row.consent, stop_link(row))


def _time(at: datetime | None) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}" if at else ""
