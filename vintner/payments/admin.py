"""Payments in the admin: to be read. Staff captures, voids and refunds them from the order's page (back_office/)."""

from typing import Final

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.decorators import action, display

from vintner.payments import models
from vintner.payments.health import views
from vintner.payments.wallets.rules import Wallet
from vintner.web.admin.bounded_list import BoundedList
from vintner.web.admin.menu import MenuPage
from vintner.web.admin.term_search import Source, find, order_sources

SOURCES: Final = (
    *order_sources("payments_payment"),
    Source(sql="SELECT id FROM payments_payment WHERE intent_id = %s", by="exact"),
    Source(sql="SELECT id FROM payments_payment WHERE charge_id = %s", by="exact"),
)
"""Where a search for payments looks. Each has an index."""
EVENT_SOURCES: Final = (
    Source(sql="SELECT id FROM payments_providerevent WHERE event_id = %s", by="exact"),
    Source(sql="SELECT id FROM payments_providerevent WHERE object_id = %s", by="exact"),
)


class _ReadOnlyAdmin(BoundedList):
    object_history_template = "web/object_history.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Payment)
class PaymentAdmin(_ReadOnlyAdmin):
    menu_pages = (MenuPage(title="Payment health", page="payments_health", may_open=views.may_open),)
    actions_list = ("health",)  # type: ignore[assignment]  # declared as the empty tuple
    list_display = (
        "order",
        "attempt",
        "status",
        "amount",
        "captured",
        "paid_by",
        "error_code",
        "intent_id",
        "charge_id",
        "created_at",
    )
    list_filter = ("status", "wallet")
    search_fields = ("id",)  # Django shows the search box for it; `SOURCES` say what is searched
    search_help_text = "Number of the order, or the whole id of an intent or a charge"
    list_select_related = ("order",)
    ordering = ("-id",)
    sortable_by = ()  # no index has another order

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[models.Payment]", search_term: str
    ) -> "tuple[QuerySet[models.Payment], bool]":
        return find(queryset, search_term, text=None, sources=SOURCES), False

    @action(description="How well payments work", url_path="health", icon="monitor_heart")  # type: ignore[operator]
    def health(self, request: HttpRequest) -> HttpResponse:
        return redirect("payments_health")


@admin.register(models.CardSetup)
class CardSetupAdmin(_ReadOnlyAdmin):
    list_display = ("user", "attempt", "type", "status", "error_code", "intent_id", "created_at", "closed_at")
    list_filter = ("status", "type")
    search_fields = ("user__email", "intent_id", "customer_id")
    list_select_related = ("user",)


@admin.register(models.Case)
class CaseAdmin(_ReadOnlyAdmin):
    list_display = ("provider_id", "order", "doubt", "verdict", "reason", "amount", "respond_by", "opened_at")
    list_filter = ("doubt", "verdict")
    search_fields = ("provider_id", "=payment__order__id", "payment__intent_id")
    list_select_related = ("payment__order",)

    @display(description="order")
    def order(self, case: models.Case) -> str:
        return str(case.payment.order)


@admin.register(models.StoreDomain)
class StoreDomainAdmin(_ReadOnlyAdmin):
    list_display = ("name", "mode", "provider_id", "enabled", "checked_at")
    fields = ("name", "provider_id", "enabled", "inactive_wallets", "mode", "checked_at")
    readonly_fields = ("inactive_wallets",)

    @display(description="inactive wallets")
    def inactive_wallets(self, domain: models.StoreDomain) -> str:
        inactive = domain.inactive.items()
        return "; ".join(f"{Wallet(name).label}: {reason or 'without a reason'}" for name, reason in inactive) or "none"


@admin.register(models.ProviderEvent)
class ProviderEventAdmin(_ReadOnlyAdmin):
    list_display = ("event_id", "type", "object_id", "received_at", "handled_at")
    search_fields = ("id",)  # Django shows the search box for it; `EVENT_SOURCES` say what is searched
    search_help_text = "The whole id of an event, or of what it is about"
    ordering = ("-id",)
    sortable_by = ()  # no index has another order

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[models.ProviderEvent]", search_term: str
    ) -> "tuple[QuerySet[models.ProviderEvent], bool]":
        return find(queryset, search_term, text=None, sources=EVENT_SOURCES), False
