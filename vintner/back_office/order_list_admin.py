"""The list of orders: what it shows, how it is searched, what is done to many orders at once."""

from collections.abc import Callable
from typing import ClassVar, Final

from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from unfold.decorators import display

from vintner.attribution.details import label_of
from vintner.attribution.labels import KINDS, SOURCE_TYPES, UNKNOWN
from vintner.attribution.models import OrderAttribution
from vintner.back_office.list_confirmation import (
    ACTIONS,
    EXPECTED,
    MOST_AT_ONCE,
    TOO_MANY,
    ask_before,
    check_status,
    completion_refusal,
    count_orders,
)
from vintner.back_office.subscriptions import boxes_of_orders
from vintner.customers.models import User
from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status
from vintner.orders.shipments.promises import declined_orders, held_orders, held_until
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
from vintner.web.admin.titled_filter import CheckboxesFilter

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


class StatusFilter(CheckboxesFilter):
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


class HoldFilter(admin.SimpleListFilter):
    """Filters orders by whether they wait for better weather."""

    title = "weather hold"
    parameter_name = "weather"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("held", "Held for weather"), ("declined", "Sent at once in a season"), ("released", "Released")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        match self.value():
            case "held":
                return queryset.filter(held_orders(timezone.now()))
            case "declined":
                return queryset.filter(declined_orders())
            case "released":
                return queryset.filter(hold_released_at__isnull=False)
        return queryset


class OrderList(BoundedList):
    list_display = ("number", "placed_at", "buyer", "state", "total", "payment", "box", "origin")
    list_filter = (StatusFilter, HoldFilter, RefundFilter, WalletFilter, OriginFilter, ("placed_at", DayFilter))
    list_filter_submit = True
    sortable_by = ("placed_at",)  # no index has another order
    search_fields = ("id",)  # Django shows the search box for it; `sources` say what is searched
    search_help_text = "Number, email address, name, street, city, ZIP code, phone, wine, producer, SKU or payment id"
    text = "orders_searched_text(orders_order.email, orders_order.billing, orders_order.shipping)"
    sources: ClassVar[tuple[Source, ...]] = (
        Source(sql="SELECT id FROM orders_order WHERE number = %s", by="code", of="order"),
        *boxes_of_orders.SOURCES,
        Source(
            sql="SELECT order_id FROM orders_orderline"
            " WHERE plain_text(sku || ' ' || name || ' ' || producer) LIKE plain_text(%s)",
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
        return find(
            queryset, search_term, text=self.text, sources=self.sources, number_of="order", has_phone=True
        ), False

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
        until = held_until(order, timezone.localdate())
        held = f"held until {until:%b} {until.day}" if until else ""
        return order.status, " · ".join(
            filter(None, (order.get_status_display(), held, "gift" if order.is_gift else ""))
        )

    @display(description="box of subscription")
    def box(self, order: Order) -> str:
        return boxes_of_orders.mark_of(order) or "–"

    @display(description="origin")
    def origin(self, order: Order) -> str:
        return label_of(getattr(order, "attribution", None))

    @display(description="payment", label=order_panel.TONES)
    def payment(self, order: Order) -> tuple[str, str] | None:
        return order_panel.payment_label(order)

    @admin.action(description=ACTIONS[Status.PROCESSING].label, permissions=["change"])
    def mark_processing(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        return self._move(request, chosen, Status.PROCESSING)

    @admin.action(description=ACTIONS[Status.COMPLETED].label, permissions=["change"])
    def mark_completed(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        return self._ask_or_change(request, chosen, Status.COMPLETED, _complete)

    @admin.action(description=ACTIONS[Status.ON_HOLD].label, permissions=["change"])
    def put_on_hold(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        return self._move(request, chosen, Status.ON_HOLD)

    @admin.action(description=ACTIONS[Status.CANCELLED].label, permissions=["change"])
    def cancel(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        ids = list(chosen.values_list("pk", flat=True)[:MOST_AT_ONCE])  # a filter by status finds them no longer then
        answer = self._move(request, chosen, Status.CANCELLED)
        if answer is not None:
            return answer
        for order in Order.objects.filter(pk__in=ids).order_by("pk"):
            if order.status == Status.CANCELLED and (left := refunds.remaining_amount(order)):
                text = f"Order {order.number}: {left} has not been paid back. Refund it on the order’s page."
                self.message_user(request, text, messages.WARNING)
        return None

    @admin.action(description=ACTIONS[Status.REFUNDED].label, permissions=["move_money"])
    def set_to_refunded(self, request: HttpRequest, chosen: QuerySet[Order]) -> HttpResponse | None:
        return self._ask_or_change(
            request, chosen, Status.REFUNDED, lambda order, by: refunds.set_to_refunded(order.pk, by)
        )

    def _move(self, request: HttpRequest, chosen: QuerySet[Order], to: Status) -> HttpResponse | None:
        return self._ask_or_change(request, chosen, to, lambda order, by: move_order(order, to, by, ""))

    def _ask_or_change(
        self, request: HttpRequest, chosen: QuerySet[Order], to: Status, change: Callable[[Order, User], object]
    ) -> HttpResponse | None:
        """Return the page that asks to confirm the action; once it is confirmed, change the orders."""
        orders = list(chosen.order_by("pk")[: MOST_AT_ONCE + 1])
        if len(orders) > MOST_AT_ONCE:
            self.message_user(request, TOO_MANY, messages.ERROR)
            return redirect(request.get_full_path())
        if EXPECTED in request.POST or not orders:
            self._change_each(request, orders, change)
            return None
        step = ask_before(to, orders)
        page = {
            **self.admin_site.each_context(request),
            "title": step.context["heading"],
            "opts": self.opts,
            "back": request.get_full_path(),
            **step.context,
        }
        return TemplateResponse(request, step.template, page)

    def _change_each(self, request: HttpRequest, orders: list[Order], change: Callable[[Order, User], object]) -> None:
        """Change every order whose status is as the page displayed it; say how many changed, and why others did not."""
        if not isinstance(request.user, User):
            return
        changed = 0
        for order in orders:
            try:
                check_status(order, request.POST)
                change(order, request.user)
                changed += 1
            except Refusal as refusal:
                self.message_user(request, f"Order {order.number}: {refusal.message}", messages.ERROR)
        if changed:
            self.message_user(request, f"{count_orders(changed)} changed.", messages.SUCCESS)


def _complete(order: Order, by: User) -> None:
    """Complete an order. Raises Refusal, also for one that its own page asks about."""
    is_offered = order.paid_at is None and Status.COMPLETED in status_moves.allowed_targets(order, by)
    if why := completion_refusal(order, is_offered=is_offered):
        raise Refusal("not_ready", why)
    move_order(order, Status.COMPLETED, by, "")


def move_order(order: Order, to: Status, by: User, why: str) -> None:
    """Move an order as staff decided. Raises Refusal."""
    try:
        status_moves.move_by_staff(order, to, by, why)
    except (ProviderDown, ForeignIntent) as error:
        raise Refusal("no_answer", NO_ANSWER) from error
