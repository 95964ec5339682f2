"""Who waits for what, in the admin: to be looked at, exported and deleted."""

from datetime import datetime

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.alerts.models import Alert
from vintner.web.admin.csv_export import csv_response
from vintner.web.admin.declared_filters import DeclaredFilters
from vintner.web.admin.is_set_filter import IsSetFilter

COLUMNS = ("Kind", "Wine", "SKU", "Email", "Asked at", "Confirmed at", "Unsubscribed at", "Sent at")


@admin.register(Alert)
class AlertAdmin(DeclaredFilters):
    """Alerts are asked for in the shop. Staff neither adds nor changes them: consent cannot be given for others."""

    list_display = ("email", "kind", "product", "waiting", "asked_at", "confirmed_at", "stopped_at", "sent_at")
    list_filter = (
        "kind",
        ("product", admin.RelatedOnlyFieldListFilter),
        ("confirmed_at", IsSetFilter),
        ("sent_at", IsSetFilter),
    )
    list_select_related = ("product",)
    search_fields = ("email", "product__name", "product__sku")
    actions = ("export",)

    @admin.action(description="Export as CSV", permissions=["view"])
    def export(self, request: HttpRequest, rows: "QuerySet[Alert]") -> HttpResponse:
        ordered = rows.select_related("product").order_by("product__name", "asked_at")
        return csv_response("alerts.csv", COLUMNS, map(_cells, ordered))

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Alert]":
        """Return the alerts, each with how many wait for the same of the same wine."""
        waiting = Alert.objects.filter(sent_at=None, stopped_at=None, confirmed_at__isnull=False).order_by()
        same = waiting.filter(kind=OuterRef("kind"), product=OuterRef("product")).values("kind")
        counted = Subquery(same.annotate(count=Count("pk")).values("count"))
        rows: QuerySet[Alert] = super().get_queryset(request).annotate(waiting=counted)
        return rows

    @admin.display(description="Wait for it", ordering="waiting")
    def waiting(self, row: Alert) -> int | None:
        """Return how many confirmed addresses wait for the same of the same wine, None for the store's opening."""
        count: int | None = vars(row)["waiting"]
        return (count or 0) if row.product_id else None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Alert | None = None) -> bool:
        return False


def _cells(row: Alert) -> tuple[str, ...]:
    times = (row.asked_at, row.confirmed_at, row.stopped_at, row.sent_at)
    name, sku = (row.product.name, row.product.sku) if row.product else ("", "")
    return (row.get_kind_display(), name, sku, row.email, *(_time(each) for each in times))


def _time(at: datetime | None) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}" if at else ""
