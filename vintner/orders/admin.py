"""Orders in the admin: to be read, and moved along. What was bought and what it cost never changes."""

from typing import ClassVar

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from vintner.customers.models import User
from vintner.orders import models, orders
from vintner.orders.addresses import Address
from vintner.orders.rules import Status
from vintner.refusal import Refusal


class ReadOnlyInline(TabularInline):
    """Rows to be read below an order."""

    extra = 0
    can_delete = False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return tuple(str(field) for field in self.fields or ())

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class LineInline(ReadOnlyInline):
    model = models.OrderLine
    fields = ("name", "options", "sku", "quantity", "regular_unit_price", "subtotal", "discount", "tax", "promotion")


class AdjustmentInline(ReadOnlyInline):
    model = models.OrderAdjustment
    fields = ("kind", "label", "rate", "amount")


class RedemptionInline(ReadOnlyInline):
    model = models.Redemption
    verbose_name_plural = "coupons and promotions used"
    fields = ("code", "held_at", "released_at")


class ReservationInline(ReadOnlyInline):
    model = models.StockReservation
    fields = ("variation", "quantity", "expires_at", "ended_at", "sold")


class EventInline(ReadOnlyInline):
    model = models.OrderEvent
    verbose_name_plural = "history"
    fields = ("at", "was", "became", "note", "alert", "by")


class EmailInline(ReadOnlyInline):
    model = models.Email
    fields = ("subject", "to", "created_at", "sent_at")


@admin.register(models.Order)
class OrderAdmin(ModelAdmin):
    list_display = ("number", "placed_at", "buyer", "email", "status", "total", "paid_at")
    list_filter = ("status", ("placed_at", admin.DateFieldListFilter))
    search_fields = ("=id", "email", "lines__sku", "lines__name")
    date_hierarchy = "placed_at"
    inlines: ClassVar[tuple[type[TabularInline], ...]] = (
        LineInline,
        AdjustmentInline,
        RedemptionInline,
        EventInline,
        ReservationInline,
        EmailInline,
    )
    actions = ("mark_processing", "mark_completed", "put_on_hold", "cancel")
    fields = (
        ("number", "status"),
        ("placed_at", "paid_at"),
        ("buyer", "email", "user"),
        ("billed_to", "sent_to"),
        "customer_note",
        ("payment_title", "shipping_title"),
        ("subtotal", "discount", "shipping_total", "fee_total", "tax_total", "total", "currency"),
    )
    readonly_fields = tuple(field for row in fields for field in ((row,) if isinstance(row, str) else row))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Order | None = None) -> bool:
        return False

    @admin.display(description="buyer")
    def buyer(self, order: models.Order) -> str:
        return Address.read(order.billing).name

    @admin.display(description="billed to")
    def billed_to(self, order: models.Order) -> str:
        return ", ".join((*Address.read(order.billing).lines(), Address.read(order.billing).phone))

    @admin.display(description="sent to")
    def sent_to(self, order: models.Order) -> str:
        return ", ".join(Address.read(order.shipping).lines())

    @admin.action(description="Mark as processing", permissions=["change"])
    def mark_processing(self, request: HttpRequest, chosen: QuerySet[models.Order]) -> None:
        self._move(request, chosen, Status.PROCESSING)

    @admin.action(description="Mark as completed", permissions=["change"])
    def mark_completed(self, request: HttpRequest, chosen: QuerySet[models.Order]) -> None:
        self._move(request, chosen, Status.COMPLETED)

    @admin.action(description="Put on hold", permissions=["change"])
    def put_on_hold(self, request: HttpRequest, chosen: QuerySet[models.Order]) -> None:
        self._move(request, chosen, Status.ON_HOLD)

    @admin.action(description="Cancel", permissions=["change"])
    def cancel(self, request: HttpRequest, chosen: QuerySet[models.Order]) -> None:
        self._move(request, chosen, Status.CANCELLED)

    def _move(self, request: HttpRequest, chosen: QuerySet[models.Order], to: Status) -> None:
        if not isinstance(request.user, User):
            return
        moved = 0
        for order_id in chosen.values_list("pk", flat=True):
            try:
                with transaction.atomic():
                    orders.move_by_staff(orders.lock(order_id), to, request.user)
                moved += 1
            except Refusal as refusal:
                messages.error(request, refusal.message)
        if moved:
            messages.success(request, f"{moved} changed.")
