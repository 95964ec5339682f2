"""Orders in the admin: to be read, and moved along. What was bought changes by named deeds only, never by typing."""

from collections.abc import Callable
from typing import ClassVar, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action, display

from vintner.customers.models import User
from vintner.orders import email_admin as email_admin
from vintner.orders import models, orders
from vintner.orders.addresses import Address
from vintner.orders.filters import RefundFilter, StatusFilter
from vintner.orders.forms import EmailForm, NoteForm, OrderForm, StatusForm
from vintner.orders.order_view import order_details
from vintner.orders.outbox import may_read
from vintner.orders.rules import Status, staff_targets
from vintner.orders.timeline import Entry, timeline
from vintner.refusal import Refusal, Refusals
from vintner.web.bounded_list import BoundedList
from vintner.web.day_filter import DayFilter
from vintner.web.numbers import whole
from vintner.web.term_search import Source, find

TONES: Final = {
    Status.PENDING.value: "warning",
    Status.PROCESSING.value: "info",
    Status.ON_HOLD.value: "warning",
    Status.COMPLETED.value: "success",
    Status.CANCELLED.value: "default",
    Status.REFUNDED.value: "default",
    Status.FAILED.value: "danger",
}
"""How each status is coloured, in the admin's words."""


@admin.register(models.Order)
class OrderAdmin(BoundedList):
    list_display: tuple[str, ...] = ("number", "placed_at", "buyer", "state", "total")
    list_filter = (StatusFilter, RefundFilter, ("placed_at", DayFilter))
    list_filter_submit = True
    search_fields = ("id",)  # the box is shown for it; `sources` say what is looked through
    search_help_text = "Number, e-mail address, name, street, city, postcode, phone, wine, producer, SKU or payment id"
    text = "orders_order_text(orders_order.email, orders_order.billing, orders_order.shipping)"
    sources: tuple[Source, ...] = (
        Source(sql="SELECT id FROM orders_order WHERE id = %s", by="number"),
        Source(
            sql="SELECT order_id FROM orders_orderline WHERE lower(sku || ' ' || name || ' ' || producer) LIKE %s",
            by="part",
        ),
    )
    change_form_template = "orders/admin_order.html"
    actions: tuple[str, ...] = ("mark_completed", "mark_processing", "put_on_hold", "cancel")
    actions_detail: tuple[str, ...] = ("write_note", "send_email", "change_status")  # type: ignore[assignment]  # declared as the empty tuple
    readonly_fields = tuple(field.name for field in models.Order._meta.fields)
    fields: ClassVar[tuple[str, ...]] = ()

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("orders/admin.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Order]:
        """Drafts are nobody's order yet."""
        return super().get_queryset(request).exclude(status=Status.DRAFT)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[models.Order], search_term: str
    ) -> tuple[QuerySet[models.Order], bool]:
        return find(queryset, search_term, text=self.text, sources=self.sources), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Order | None = None) -> bool:
        return False

    @display(description="buyer", header=True)
    def buyer(self, order: models.Order) -> tuple[str, str]:
        return Address.read(order.billing).name, order.email

    @display(description="status", ordering="status", label=TONES)
    def state(self, order: models.Order) -> tuple[str, str]:
        return order.status, order.get_status_display()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show the order's own page; nothing on it is saved by the admin's form."""
        if request.method == "POST":
            raise PermissionDenied
        order = self._order(request, object_id)
        shown = self.shown(request, order) if self.has_view_permission(request, order) else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **shown})

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
        order = self.get_queryset(request).filter(pk=object_id).first()
        allowed = super().get_actions_detail(request, object_id)
        return [
            each
            for each in allowed
            if order is None or self.fits(order, each.action_name.removeprefix("orders_order_"))
        ]

    def fits(self, order: models.Order, deed: str) -> bool:
        """Say whether a deed is offered at the top. The status has a form of its own on the page."""
        return deed != "change_status"

    def shown(self, request: HttpRequest, order: models.Order) -> dict[str, object]:
        """Return what the order's page shows."""
        may_change = self.has_change_permission(request, order)
        return {
            "title": f"Order {order.number}",
            "shown": order_details(order),
            "tone": TONES.get(order.status, "default"),
            "timeline": timeline(order, self.more_history(order), links_to_emails=may_read(request)),
            "status_form": self._status_form(request, order) if may_change else None,
        }

    def more_history(self, order: models.Order) -> tuple[Entry, ...]:
        """Return what others than orders themselves add to the timeline."""
        return ()

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

    @action(description="Write a note", url_path="note", permissions=["change"], icon="edit_note")  # type: ignore[operator]
    def write_note(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._ask(request, order, "Write a note", NoteForm(order, self._posted(request)))

    @action(description="Send an e-mail", url_path="e-mail", permissions=["change"], icon="mail")  # type: ignore[operator]
    def send_email(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._ask(request, order, "Send an e-mail", EmailForm(order, self._posted(request)))

    @action(description="Change the status", url_path="status", permissions=["change"], icon="sync_alt")  # type: ignore[operator]
    def change_status(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        return self._ask(request, order, "Change the status", self._status_form(request, order))

    def _status_form(self, request: HttpRequest, order: models.Order) -> StatusForm:
        return StatusForm(order, self._posted(request), self.targets(request, order), self.move_order)

    def targets(self, request: HttpRequest, order: models.Order) -> tuple[Status, ...]:
        """Return the statuses that the form of an order offers."""
        return staff_targets(Status(order.status))

    def move_order(self, order: models.Order, to: Status, by: User, why: str) -> None:
        """Move an order as staff decided. Raises Refusal."""
        with transaction.atomic():
            orders.move_by_staff(orders.lock(order.pk), to, by, why)

    def _order(self, request: HttpRequest, object_id: str) -> models.Order:
        """Return the order that an action is about; one that is not there, or not to be seen, is 404."""
        number = whole(unquote(object_id))
        if number is None:
            raise Http404
        return get_object_or_404(self.get_queryset(request), pk=number)

    def _posted(self, request: HttpRequest) -> QueryDict | None:
        return request.POST if request.method == "POST" else None

    def _ask(self, request: HttpRequest, order: models.Order, title: str, form: OrderForm) -> HttpResponse:
        """Show a form about an order; when it is filled in, do it and go back to the order."""
        if request.method == "POST" and isinstance(request.user, User) and form.is_valid():
            try:
                self.message_user(request, form.act(request.user), messages.SUCCESS)
                return redirect("admin:orders_order_change", order.pk)
            except Refusal as refusal:
                form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
            except Refusals as refusals:
                for each in refusals.items:
                    form.add_error(each.field if each.field in form.fields else None, each.message)
        return self.page(
            request, order, title, "orders/admin_form.html", {"form": form, "button": form.button or title}
        )

    def page(
        self, request: HttpRequest, order: models.Order, title: str, template: str, shown: dict[str, object]
    ) -> HttpResponse:
        """Return a page of the admin about an order."""
        context = {
            **self.admin_site.each_context(request),
            "title": f"{title}: order {order.number}",
            "opts": self.opts,
            "order": order,
            "deed": title,
            **shown,
        }
        return TemplateResponse(request, template, context)

    def _move(self, request: HttpRequest, chosen: QuerySet[models.Order], to: Status) -> None:
        self.each(request, chosen, lambda order, by: self.move_order(order, to, by, ""))

    def each(
        self, request: HttpRequest, chosen: QuerySet[models.Order], deed: Callable[[models.Order, User], object]
    ) -> None:
        """Do something to every chosen order; tell what became of it."""
        if not isinstance(request.user, User):
            return
        done = 0
        for order in chosen.order_by("pk"):
            try:
                deed(order, request.user)
                done += 1
            except Refusal as refusal:
                self.message_user(request, f"Order {order.number}: {refusal.message}", messages.ERROR)
        if done:
            self.message_user(request, f"{done} changed.", messages.SUCCESS)
