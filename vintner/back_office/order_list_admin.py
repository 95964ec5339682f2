"""The list of orders: what it shows, how it is searched, what is done to many orders at once."""

from collections.abc import Callable
from typing import ClassVar, Final

from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import CheckboxFilter
from unfold.decorators import display

from vintner.attribution.details import label_of
from vintner.attribution.labels import KINDS, SOURCE_TYPES, UNKNOWN
from vintner.attribution.models import OrderAttribution
from vintner.back_office.subscriptions.boxes_of_orders import mark_of
from vintner.customers.models import User
from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status
from vintner.payments import order_panel, refunds, status_moves
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.payments.wallets.rules import Wallet
from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.web.admin.bounded_list import BoundedList
from vintner.web.admin.day_filter import DayFilter
from vintner.web.admin.term_search import Source, find

NO_ANSWER: Final = "The card service did not answer. Please try again in a minute."
_UNKNOWN: Final = "unknown"
_ANY_WALLET: Final = "any"
TONES: Final = {
    Status.PENDING.value: "warning",
    Status.PROCESSING.value: "info",
    Status.ON_HOLD.value: "warning",
    Status.COMPLETED.value: "success",
    Status.CANCELLED.value: "default",
    Status.REFUNDED.value: "default",
    Status.FAILED.value: "danger",
}
"""The color of each status, in the admin's words."""


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


class WalletFilter(admin.SimpleListFilter):
    """Filters orders by the wallet that paid for them or tried to."""

    title = "wallet"
    parameter_name = "wallet"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(_ANY_WALLET, "Any wallet"), *((each.value, each.label) for each in Wallet)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        chosen = self.value()
        attempts = Payment.objects.filter(order=OuterRef("pk"))
        if chosen == _ANY_WALLET:
            return queryset.filter(Exists(attempts.exclude(wallet="")))
        return queryset.filter(Exists(attempts.filter(wallet=chosen))) if chosen in set(Wallet) else queryset


class OriginFilter(admin.SimpleListFilter):
    """Filters orders by what led their shoppers here."""

    title = "origin"
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [*KINDS.items(), (_UNKNOWN, UNKNOWN)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        chosen = self.value()
        if chosen == _UNKNOWN:
            return queryset.filter(~Exists(_from(SOURCE_TYPES)))
        return queryset.filter(Exists(_from((chosen,)))) if chosen in KINDS else queryset


def _from(source_types: tuple[str, ...]) -> QuerySet[OrderAttribution]:
    return OrderAttribution.objects.filter(order=OuterRef("pk"), source_type__in=source_types)


class OrderList(BoundedList):
    list_display = ("number", "placed_at", "buyer", "state", "total", "payment", "box", "origin")
    list_filter = (StatusFilter, RefundFilter, WalletFilter, OriginFilter, ("placed_at", DayFilter))
    list_filter_submit = True
    search_fields = ("id",)  # Django shows the search box for it; `sources` say what is searched
    search_help_text = "Number, e-mail address, name, street, city, postcode, phone, wine, producer, SKU or payment id"
    text = "orders_order_text(orders_order.email, orders_order.billing, orders_order.shipping)"
    sources: ClassVar[tuple[Source, ...]] = (
        Source(sql="SELECT id FROM orders_order WHERE id = %s", by="number"),
        Source(
            sql="SELECT order_id FROM orders_orderline WHERE lower(sku || ' ' || name || ' ' || producer) LIKE %s",
            by="part",
        ),
        *order_panel.SOURCES,
    )
    actions = ("mark_completed", "mark_processing", "put_on_hold", "cancel", "set_to_refunded")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        """Leave drafts out: nobody has placed them yet."""
        orders = super().get_queryset(request).exclude(status=Status.DRAFT)
        of_row = order_panel.prefetches()
        is_list = request.resolver_match is not None and request.resolver_match.url_name == "orders_order_changelist"
        return orders.select_related("attribution").prefetch_related(*(["boxes"] if is_list else []), *of_row)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Order], search_term: str
    ) -> tuple[QuerySet[Order], bool]:
        return find(queryset, search_term, text=self.text, sources=self.sources), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Order | None = None) -> bool:
        return False

    def has_move_money_permission(self, request: HttpRequest, object_id: object = None) -> bool:
        """Say whether the user may capture, void and refund: more than changing an order."""
        return self.has_change_permission(request) and request.user.has_perm(status_moves.MOVE_MONEY)

    @display(description="buyer", header=True)
    def buyer(self, order: Order) -> tuple[str, str]:
        return Address.read(order.billing).name, order.email

    @display(description="status", ordering="status", label=TONES)
    def state(self, order: Order) -> tuple[str, str]:
        return order.status, order.get_status_display()

    @display(description="box of subscription")
    def box(self, order: Order) -> str:
        return mark_of(order) or "–"

    @display(description="origin")
    def origin(self, order: Order) -> str:
        return label_of(getattr(order, "attribution", None))

    @display(description="payment", label=order_panel.TONES)
    def payment(self, order: Order) -> tuple[str, str] | None:
        return order_panel.payment_label(order)

    @admin.action(description="Mark as processing", permissions=["change"])
    def mark_processing(self, request: HttpRequest, chosen: QuerySet[Order]) -> None:
        self._move(request, chosen, Status.PROCESSING)

    @admin.action(description="Mark as completed", permissions=["change"])
    def mark_completed(self, request: HttpRequest, chosen: QuerySet[Order]) -> None:
        self._move(request, chosen, Status.COMPLETED)

    @admin.action(description="Put on hold", permissions=["change"])
    def put_on_hold(self, request: HttpRequest, chosen: QuerySet[Order]) -> None:
        self._move(request, chosen, Status.ON_HOLD)

    @admin.action(description="Cancel", permissions=["change"])
    def cancel(self, request: HttpRequest, chosen: QuerySet[Order]) -> None:
        self._move(request, chosen, Status.CANCELLED)

    @admin.action(description="Set to refunded (no money is moved)", permissions=["move_money"])
    def set_to_refunded(self, request: HttpRequest, chosen: QuerySet[Order]) -> None:
        self._change_each(request, chosen, lambda order, by: refunds.set_to_refunded(order.pk, by))

    def _move(self, request: HttpRequest, chosen: QuerySet[Order], to: Status) -> None:
        self._change_each(request, chosen, lambda order, by: move_order(order, to, by, ""))

    def _change_each(
        self, request: HttpRequest, chosen: QuerySet[Order], change: Callable[[Order, User], object]
    ) -> None:
        """Change every chosen order; say how many changed, and why others did not."""
        if not isinstance(request.user, User):
            return
        changed = 0
        for order in chosen.order_by("pk"):
            try:
                change(order, request.user)
                changed += 1
            except Refusal as refusal:
                self.message_user(request, f"Order {order.number}: {refusal.message}", messages.ERROR)
        if changed:
            self.message_user(request, f"{changed} changed.", messages.SUCCESS)


def move_order(order: Order, to: Status, by: User, why: str) -> None:
    """Move an order as staff decided. Raises Refusal."""
    try:
        status_moves.move_by_staff(order, to, by, why)
    except (ProviderDown, ForeignIntent) as error:
        raise Refusal("no_answer", NO_ANSWER) from error
