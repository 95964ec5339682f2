"""The ledger in the admin: to be looked at and taken along for reports, never changed."""

from collections.abc import Iterable
from typing import Final

from django.contrib import admin
from django.db import connection
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.shipping.models import Sent
from vintner.web.admin.bounded_list import BoundedList
from vintner.web.admin.csv_export import csv_response, write_csv
from vintner.web.admin.day_filter import DayFilter
from vintner.web.admin.is_set_filter import IsSetFilter
from vintner.web.admin.term_search import Source, find

COLUMNS: Final = (
    *("Order", "Date", "Name", "Email", "Address", "Country", "State", "ZIP or postal code"),
    *("Wine", "SKU", "Bottles", "Liters", "Taken back"),
)
TEXT: Final = "plain_text(shipping_sent.name || ' ' || shipping_sent.email || ' ' || shipping_sent.address)"
SOURCES: Final = (Source(sql="SELECT id FROM shipping_sent WHERE order_id = %s", by="number", of="order"),)
PLACES: Final = """
WITH RECURSIVE place AS (
    (SELECT country, state FROM shipping_sent ORDER BY country, state LIMIT 1)
    UNION ALL
    SELECT following.country, following.state FROM place, LATERAL (
        SELECT country, state FROM shipping_sent
        WHERE (country, state) > (place.country, place.state) ORDER BY country, state LIMIT 1
    ) following
)
SELECT country, state FROM place
"""


def report(rows: Iterable[Sent]) -> str:
    """Return the rows as CSV. What was taken back is listed with its day: it was not sent."""
    return write_csv(COLUMNS, map(_cells, rows))


def _cells(row: Sent) -> tuple[str, ...]:
    back = timezone.localtime(row.taken_back_at).date().isoformat() if row.taken_back_at else ""
    day = timezone.localtime(row.written_at).date().isoformat()
    return (
        *(str(row.order_id), day, row.name, row.email, row.address, row.country, row.state, row.postcode),
        *(row.wine, row.sku, str(row.bottles), f"{row.litres:.3f}", back),
    )


class PlaceFilter(admin.SimpleListFilter):
    """Rows by country, or by state of a country."""

    title = "place"
    parameter_name = "place"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        places = _places()
        countries = {country: country for country, _ in places}
        return [
            *countries.items(),
            *((f"{country}-{state}", f"{country}-{state}") for country, state in places if state),
        ]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Sent]") -> "QuerySet[Sent]":
        country, _, state = (self.value() or "").partition("-")
        if state:
            return queryset.filter(country=country, state=state)
        return queryset.filter(country=country) if country else queryset


def _places() -> list[tuple[str, str]]:
    """Return countries with states. Steps through the index from each to the next: DISTINCT would read every row."""
    with connection.cursor() as cursor:
        cursor.execute(PLACES)
        return [(str(country), str(state)) for country, state in cursor.fetchall()]


@admin.register(Sent)
class SentAdmin(BoundedList):
    list_display = ("order_id", "written_at", "name", "state", "wine", "bottles", "litres", "taken_back_at")
    list_filter = (PlaceFilter, ("taken_back_at", IsSetFilter), ("written_at", DayFilter))
    list_filter_submit = True
    search_fields = ("name",)  # the box is shown for it; `TEXT` and `SOURCES` say what is looked through
    search_help_text = "Number of the order, name, email address or address"
    actions = ("export",)

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Sent]", search_term: str
    ) -> "tuple[QuerySet[Sent], bool]":
        return find(queryset, search_term, text=TEXT, sources=SOURCES), False

    @admin.action(description="Export as CSV", permissions=["view"])
    def export(self, request: HttpRequest, rows: "QuerySet[Sent]") -> HttpResponse:
        return csv_response("wine_sent.csv", COLUMNS, map(_cells, rows.order_by("written_at", "id")))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Sent | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Sent | None = None) -> bool:
        return False
