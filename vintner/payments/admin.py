"""Payments in the admin: to be read, captured, voided and given back."""

from datetime import datetime

from django.contrib import admin, messages
from django.db.models import Model, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.decorators import action, display

from vintner.customers.models import User
from vintner.money import ZERO
from vintner.orders.admin import OrderAdmin
from vintner.orders.models import Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import Status
from vintner.orders.timeline import Entry
from vintner.payments import models, refunds, status_moves
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.capture import AUTHORIZATION_LIFETIME, find_authorized
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.forms import CaptureForm, VoidForm
from vintner.payments.gateway import ProviderDown
from vintner.payments.health import views
from vintner.payments.refund_form import RefundForm, outcome
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.web.admin_menu import MenuPage
from vintner.web.declared_filters import DeclaredFilters
from vintner.web.term_search import Source

NO_ANSWER = "The card service did not answer. Please try again in a minute."
TOLD = {
    PaymentStatus.CREATED.value: ("Begun", "default"),
    PaymentStatus.ACTION_REQUIRED.value: ("At the bank", "default"),
    PaymentStatus.PROCESSING.value: ("On its way", "info"),
    PaymentStatus.AUTHORIZED.value: ("Set aside", "warning"),
    PaymentStatus.SUCCEEDED.value: ("Paid", "success"),
    PaymentStatus.DECLINED.value: ("Declined", "danger"),
    PaymentStatus.CANCELLED.value: ("Given up", "default"),
    PaymentStatus.UNEXPECTED.value: ("Not expected", "danger"),
}
"""Where an order's last attempt stands, in the list's words and the admin's colours."""

# Orders do not know of payments: what is done to both is added here.
admin.site.unregister(Order)


@admin.register(Order)
class PaidOrderAdmin(OrderAdmin):
    list_display = (*OrderAdmin.list_display, "payment")
    sources = (
        *OrderAdmin.sources,
        Source(sql="SELECT order_id FROM payments_payment WHERE intent_id = %s", by="exact"),
        Source(sql="SELECT order_id FROM payments_payment WHERE charge_id = %s", by="exact"),
    )
    change_form_template = "payments/admin_order.html"
    actions = (*OrderAdmin.actions, "set_to_refunded")
    actions_detail = ("capture", "void", "refund", *OrderAdmin.actions_detail)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        attempts = Prefetch("payments", models.Payment.objects.order_by("attempt"))
        back = Prefetch("refunds", Refund.objects.select_related("by").order_by("-id"))
        return super().get_queryset(request).prefetch_related(attempts, back)

    def has_move_money_permission(self, request: HttpRequest, object_id: object = None) -> bool:
        """Say whether somebody may capture, void and refund: more than changing an order."""
        return self.has_change_permission(request) and request.user.has_perm(status_moves.MOVE_MONEY)

    @display(description="payment", label={status: tone for status, (_, tone) in TOLD.items()})
    def payment(self, order: Order) -> tuple[str, str] | None:
        last = next((each for each in reversed(order.payments.all())), None)
        if last is None:
            return None
        went_back = any(refund.state == Refund.State.DONE for refund in order.refunds.all())
        if last.status != PaymentStatus.SUCCEEDED or not went_back:
            return last.status, TOLD[last.status][0]
        return last.status, "Refunded" if order.status == Status.REFUNDED else "Partly refunded"

    def shown(self, request: HttpRequest, order: Order) -> dict[str, object]:
        aside = find_authorized(order)
        return {
            **super().shown(request, order),
            "attempts": order.payments.order_by("-attempt"),
            "aside": aside,
            "aside_until": _lapses(aside),
            "back": order.refunds.all(),
            "left": refunds.left(order),
            "may_move_money": self.has_move_money_permission(request),
        }

    def fits(self, order: Order, deed: str) -> bool:
        if deed in ("capture", "void"):
            return find_authorized(order) is not None
        if deed == "refund":
            return refunds.left(order) > ZERO
        return super().fits(order, deed)

    def more_history(self, order: Order) -> tuple[Entry, ...]:
        return tuple(_attempted(payment) for payment in order.payments.order_by("attempt"))

    def targets(self, request: HttpRequest, order: Order) -> tuple[Status, ...]:
        return status_moves.targets_for(order, request.user) if isinstance(request.user, User) else ()

    def move_order(self, order: Order, to: Status, by: User, why: str) -> None:
        try:
            status_moves.move_by_staff(order, to, by, why)
        except (ProviderDown, ForeignIntent) as error:
            raise Refusal("no_answer", NO_ANSWER) from error

    @action(description="Capture", url_path="capture", permissions=["move_money"], icon="price_check")  # type: ignore[operator]
    def capture(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._ask(request, order, "Capture the payment", CaptureForm(order, self._posted(request)))

    @action(description="Void", url_path="void", permissions=["move_money"], icon="block")  # type: ignore[operator]
    def void(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._ask(request, order, "Void the payment", VoidForm(order, self._posted(request)))

    @action(description="Refund", url_path="refund", permissions=["move_money"], icon="undo")  # type: ignore[operator]
    def refund(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask what goes back, show its sum, and send it once that sum was confirmed."""
        order = self._order(request, object_id)
        form = RefundForm(order, self._posted(request))
        if form.before is not None:
            return self._refund_made(request, order, outcome(form.before))
        do = request.POST.get("do", "")
        if do == "everything":
            form = form.with_everything()
        new = form.plan() if form.is_bound else None
        if do == "send" and new is not None and form.confirms(new) and isinstance(request.user, User):
            try:
                return self._refund_made(request, order, form.send(new, request.user))
            except Refusal as refusal:
                form.refuse(refusal)
                new = None
        is_review = new is not None and do not in ("sum", "change")
        template = "payments/admin_refund_review.html" if is_review else "payments/admin_refund.html"
        return self.page(request, order, "Refund", template, {"form": form, "new": new, **_review(form, new)})

    def _refund_made(self, request: HttpRequest, order: Order, text: str) -> HttpResponse:
        self.message_user(request, text, messages.SUCCESS)
        return redirect("admin:orders_order_change", order.pk)

    @admin.action(description="Set to refunded (no money is moved)", permissions=["move_money"])
    def set_to_refunded(self, request: HttpRequest, chosen: QuerySet[Order]) -> None:
        self.each(request, chosen, lambda order, by: refunds.set_to_refunded(order.pk, by))


def _review(form: RefundForm, new: NewRefund | None) -> dict[str, object]:
    return {} if new is None else {"chosen": form.chosen(new), "goes_to": form.goes_to(new)}


def _lapses(aside: models.Payment | None) -> datetime | None:
    """Return until when what is set aside can be taken."""
    return None if aside is None else aside.created_at + AUTHORIZATION_LIFETIME


def _attempted(payment: models.Payment) -> Entry:
    means = payment.card or ("" if payment.method_type is CARD else payment.method_type.label)
    by = f" by {means}" if means else ""
    stands = f"{payment.get_status_display()}{f': {payment.error_message}' if payment.error_message else ''}"
    return Entry(
        at=payment.created_at,
        icon="credit_card",
        title=f"Payment of {payment.amount}{by}, attempt {payment.attempt}",
        text=f"{stands} {payment.intent_id or ''}".strip(),
        who="the customer",
        tone="good" if payment.status == PaymentStatus.SUCCEEDED else "",
    )


class _ReadOnlyAdmin(DeclaredFilters):
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
        "card",
        "error_code",
        "intent_id",
        "charge_id",
        "created_at",
    )
    list_filter = ("status",)
    search_fields = ("=order__id", "intent_id", "charge_id")
    list_select_related = ("order",)

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


@admin.register(models.ProviderEvent)
class ProviderEventAdmin(_ReadOnlyAdmin):
    list_display = ("event_id", "type", "object_id", "received_at", "handled_at")
    search_fields = ("event_id", "object_id")
