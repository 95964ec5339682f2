"""The filters of the admin's list of orders."""

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import CheckboxFilter

from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status


class StatusFilter(CheckboxFilter):
    """Filters orders by status. The list has no drafts."""

    title = "status"
    parameter_name = "status__in"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in Order.Status.choices if value != Status.DRAFT]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        chosen = self.value()
        return queryset.filter(status__in=chosen) if chosen else queryset


class RefundFilter(admin.SimpleListFilter):
    """Filters orders by the state of their refunds."""

    title = "refund"
    parameter_name = "refund"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [
            ("partly", "Partly refunded"),
            ("whole", "Refunded"),
            ("waiting", "Not answered by the card service yet"),
            ("failed", "Failed"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        match self.value():
            case "partly":
                return queryset.filter(_has(Refund.State.DONE)).exclude(status=Status.REFUNDED)
            case "whole":
                return queryset.filter(status=Status.REFUNDED)
            case "waiting":
                return queryset.filter(_has(Refund.State.REQUESTED))
            case "failed":
                return queryset.filter(_has(Refund.State.FAILED))
        return queryset


def _has(state: Refund.State) -> Exists:
    return Exists(Refund.objects.filter(order=OuterRef("pk"), state=state))
