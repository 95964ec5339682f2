"""Which wines customers want, and the lists that they share, in the admin."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from vintner.catalogue.staff_search import SEARCHED, find_products
from vintner.favourites.models import SharedList, WantedWine
from vintner.web.admin.declared_filters import DeclaredFilters


@admin.register(WantedWine)
class WantedWineAdmin(DeclaredFilters):
    """Only read. Lists of guests are in their browsers and not counted."""

    list_display = ("wine", "producer", "wanted_by", "in_stock", "published")
    list_display_links = None
    list_filter = ("in_stock", "published")
    list_select_related = ("producer",)
    search_fields = ("id",)  # Django shows the search box for it; `staff_search` says what is searched
    search_help_text = SEARCHED
    fields = readonly_fields = ("name", "sku", "producer", "in_stock", "published")
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[WantedWine], search_term: str
    ) -> tuple[QuerySet[WantedWine], bool]:
        return find_products(queryset, search_term), False

    @admin.display(description="wine", ordering="name")
    def wine(self, row: WantedWine) -> str:
        address = reverse("admin:catalogue_product_change", args=[row.pk])
        return format_html('<a class="underline" href="{}">{}</a>', address, row.name)

    @admin.display(description="customers who have it", ordering="customers")
    def wanted_by(self, row: WantedWine) -> int:
        return int(row.customers)  # type: ignore[attr-defined]  # the manager counts them

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("-customers", "name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: WantedWine | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: WantedWine | None = None) -> bool:
        return False


@admin.register(SharedList)
class SharedListAdmin(DeclaredFilters):
    """Links that customers made. Deleting one ends it; the list itself stays."""

    list_display = ("user", "shared_at", "address")
    list_select_related = ("user",)
    search_fields = ("user__email",)
    fields = ("user", "shared_at")
    ordering = ("-shared_at",)

    @admin.display(description="link")
    def address(self, row: SharedList) -> str:
        link = reverse("shared_favourites", args=[row.token])
        return format_html('<a class="underline break-all" href="{}">{}</a>', link, link)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: SharedList | None = None) -> bool:
        return False
