"""The ledger in the admin: to be looked at and taken along for reports, never changed."""

import csv
import io
from collections.abc import Iterable
from typing import Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from unfold.admin import ModelAdmin

from vintner.shipping.models import Sent

COLUMNS: Final = (
    *("Order", "Date", "Name", "E-mail", "Address", "Country", "State", "Postcode"),
    *("Wine", "SKU", "Bottles", "Litres", "Taken back"),
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What shoppers wrote and spreadsheets would run."""


def report(rows: Iterable[Sent]) -> str:
    """Return the rows as CSV. What was taken back is told with its day: it was not sent."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    writer.writerows([_harmless(cell) for cell in _cells(row)] for row in rows)
    return file.getvalue()


def _cells(row: Sent) -> tuple[str, ...]:
    back = timezone.localtime(row.taken_back_at).date().isoformat() if row.taken_back_at else ""
    day = timezone.localtime(row.written_at).date().isoformat()
    return (
        *(str(row.order_id), day, row.name, row.email, row.address, row.country, row.state, row.postcode),
        *(row.wine, row.sku, str(row.bottles), f"{row.litres:.3f}", back),
    )


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


@admin.register(Sent)
class SentAdmin(ModelAdmin):
    list_display = ("order_id", "written_at", "name", "state", "wine", "bottles", "litres", "taken_back_at")
    list_filter = ("country", "state", ("taken_back_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "email", "address", "=order__id")
    date_hierarchy = "written_at"
    actions = ("export",)

    @admin.action(description="Export as CSV", permissions=["view"])
    def export(self, request: HttpRequest, rows: "QuerySet[Sent]") -> HttpResponse:
        headers = {"Content-Disposition": 'attachment; filename="wine_sent.csv"'}
        text = report(rows.order_by("written_at", "id"))
        return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Sent | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Sent | None = None) -> bool:
        return False
