"""Orders in the admin: to be read, and changed by named actions only, never by typing into an order's fields."""

from collections.abc import Callable
from typing import ClassVar, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action

from vintner.attribution.details import label_of, list_details
from vintner.back_office.action_step import ActionStep
from vintner.back_office.edit_page import take_edit_step
from vintner.back_office.order_list_admin import TONES, OrderList, move_order
from vintner.back_office.refund_page import take_refund_step
from vintner.back_office.shipment_page import shipment_form
from vintner.back_office.subscriptions.boxes_of_orders import list_boxes
from vintner.customers.models import User
from vintner.orders.emails.outbox_views import may_read
from vintner.orders.forms import EmailForm, NoteForm, OrderForm, StatusForm
from vintner.orders.models import Order
from vintner.orders.order_view import order_details
from vintner.orders.rewrite_order import is_editable
from vintner.orders.rules import PAID
from vintner.orders.shipments.forms import ReleaseForm
from vintner.orders.shipments.promises import hold_words, is_declined
from vintner.orders.timeline import timeline
from vintner.payments import order_panel, status_moves
from vintner.payments.forms import CaptureForm, KeepMoneyForm, VoidForm
from vintner.refusal import Refusal, Refusals
from vintner.web.numbers import whole

OFFERED_IF: Final[dict[str, Callable[[Order], bool]]] = {
    "edit": is_editable,
    "capture": order_panel.may_capture,
    "void": order_panel.may_capture,
    "refund": order_panel.may_refund,
    "keep_money": lambda order: False,
    "change_status": lambda order: False,
    "record_shipment": lambda order: False,
    "release_hold": lambda order: False,
}
"""Actions that are offered at the top of some orders only. The status has a form of its own on the page; keeping money,
recording shipments and releasing holds are offered beside what they are about.
"""


@admin.register(Order)
class OrderAdmin(OrderList):
    change_form_template = "back_office/order.html"
    actions_detail = (
        "edit",
        "capture",
        "void",
        "refund",
        "keep_money",
        "write_note",
        "send_email",
        "change_status",
        "record_shipment",
        "release_hold",
    )  # type: ignore[assignment]  # declared as the empty tuple
    readonly_fields = tuple(field.name for field in Order._meta.fields)
    fields: ClassVar[tuple[str, ...]] = ()

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("orders/admin.css",)}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show the order's own page; nothing on it is saved by the admin's form."""
        if request.method == "POST":
            raise PermissionDenied
        order = self._order(request, object_id)
        context = self._page_context(request, order) if self.has_view_permission(request, order) else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Lead to the timeline of the order's page: what staff did is in it, and stands nowhere else."""
        order = self._order(request, object_id)
        if not self.has_view_permission(request, order):
            raise PermissionDenied
        return redirect(f"{reverse('admin:orders_order_change', args=[order.pk])}#order-history")

    def get_actions_detail(self, request: HttpRequest, object_id: int) -> list[UnfoldAction]:
        """Offer at the top what can be done to this order as it stands."""
        order = Order.objects.filter(pk=object_id).first()
        allowed = super().get_actions_detail(request, object_id)
        return [each for each in allowed if order is None or _is_offered(order, each)]

    @action(description="Change the order", url_path="edit", permissions=["change"], icon="edit")  # type: ignore[operator]
    def edit(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_step(
            request, order, "Change the order", take_edit_step(order, self._posted(request), request.user)
        )

    @action(description="Capture", url_path="capture", permissions=["move_money"], icon="price_check")  # type: ignore[operator]
    def capture(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_form(request, order, "Capture the payment", CaptureForm(order, self._posted(request)))

    @action(description="Void", url_path="void", permissions=["move_money"], icon="block")  # type: ignore[operator]
    def void(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_form(request, order, "Void the payment", VoidForm(order, self._posted(request)))

    @action(description="Refund", url_path="refund", permissions=["move_money"], icon="undo")  # type: ignore[operator]
    def refund(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_step(request, order, "Refund", take_refund_step(order, self._posted(request), request.user))

    @action(description="Keep the money", url_path="keep-money", permissions=["move_money"], icon="savings")  # type: ignore[operator]
    def keep_money(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_form(request, order, "Keep the money", KeepMoneyForm(order, self._posted(request)))

    @action(description="Write a note", url_path="note", permissions=["change"], icon="edit_note")  # type: ignore[operator]
    def write_note(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_form(request, order, "Write a note", NoteForm(order, self._posted(request)))

    @action(description="Send an email", url_path="email", permissions=["change"], icon="mail")  # type: ignore[operator]
    def send_email(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_form(request, order, "Send an email", EmailForm(order, self._posted(request)))

    @action(description="Change the status", url_path="status", permissions=["change"], icon="sync_alt")  # type: ignore[operator]
    def change_status(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_form(request, order, "Change the status", self._status_form(request, order))

    @action(description="Record a shipment", url_path="shipment", permissions=["change"], icon="local_shipping")  # type: ignore[operator]
    def record_shipment(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Record a parcel, or that a pickup was collected; with a `shipment` in the address, correct that one."""
        order = self._order(request, object_id)
        heading, form = shipment_form(order, self._posted(request), request.GET.get("shipment", ""))
        return self._show_form(request, order, heading, form)

    @action(description="Release the hold", url_path="release", permissions=["change"], icon="local_shipping")  # type: ignore[operator]
    def release_hold(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._show_form(request, order, "Release the hold", ReleaseForm(order, self._posted(request)))

    def _page_context(self, request: HttpRequest, order: Order) -> dict[str, object]:
        may_change = self.has_change_permission(request, order)
        origin = getattr(order, "attribution", None)
        entries = timeline(order, order_panel.payment_entries(order), links_to_emails=may_read(request))
        return {
            "title": f"Order {order.number}",
            "shown": order_details(order),
            "shipments": order.shipments.prefetch_related("lines__line"),
            "may_ship": may_change and order.status in PAID,
            "hold": hold_words(order, timezone.now()),
            "declined_hold": order.get_hold_kind_display().lower() if is_declined(order) else "",
            "may_change": may_change,
            "tone": TONES.get(order.status, "default"),
            "timeline": entries,
            "boxes": list_boxes(order),
            "origin": label_of(origin),
            "origin_details": list_details(origin),
            "status_form": self._status_form(request, order) if may_change else None,
            "may_edit": may_change and is_editable(order),
            "may_move_money": self.has_move_money_permission(request),
            **order_panel.payment_panel(order),
        }

    def _status_form(self, request: HttpRequest, order: Order) -> StatusForm:
        targets = status_moves.allowed_targets(order, request.user) if isinstance(request.user, User) else ()
        return StatusForm(order, self._posted(request), targets, move_order)

    def _order(self, request: HttpRequest, object_id: str) -> Order:
        """Return the order that an action is about. Raises Http404 for one that is missing or hidden."""
        number = whole(unquote(object_id))
        if number is None:
            raise Http404
        return get_object_or_404(self.get_queryset(request), pk=number)

    def _posted(self, request: HttpRequest) -> QueryDict | None:
        return request.POST if request.method == "POST" else None

    def _show_form(self, request: HttpRequest, order: Order, heading: str, form: OrderForm) -> HttpResponse:
        """Show a form about an order; when it is filled in, do it and go back to the order."""
        if request.method == "POST" and isinstance(request.user, User) and form.is_valid():
            try:
                return self._return_to(request, order, form.act(request.user))
            except Refusal as refusal:
                form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
            except Refusals as refusals:
                for each in refusals.items:
                    form.add_error(each.field if each.field in form.fields else None, each.message)
        context: dict[str, object] = {"form": form, "button": form.button or heading}
        return self._show_page(request, order, heading, "back_office/form.html", context)

    def _show_step(self, request: HttpRequest, order: Order, heading: str, step: ActionStep) -> HttpResponse:
        """Show the next page of an action of several steps, or go back to the order after the last one."""
        if step.outcome:
            return self._return_to(request, order, step.outcome)
        return self._show_page(request, order, heading, step.template, step.context)

    def _return_to(self, request: HttpRequest, order: Order, message: str) -> HttpResponse:
        self.message_user(request, message, messages.SUCCESS)
        return redirect("admin:orders_order_change", order.pk)

    def _show_page(
        self, request: HttpRequest, order: Order, heading: str, template: str, context: dict[str, object]
    ) -> HttpResponse:
        page = {
            **self.admin_site.each_context(request),
            "title": f"{heading}: order {order.number}",
            "opts": self.opts,
            "order": order,
            "heading": heading,
            **context,
        }
        return TemplateResponse(request, template, page)


def _is_offered(order: Order, each: UnfoldAction) -> bool:
    name = each.action_name.removeprefix("orders_order_")
    return name not in OFFERED_IF or OFFERED_IF[name](order)
