"""Changing an unpaid order in the admin: what it costs is quoted, so it is done from up here."""

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from unfold.decorators import action

from vintner.cart.quoted_cart import QuotedCart
from vintner.customers.models import User
from vintner.order_edits.edits import edit_order, quote_change
from vintner.order_edits.forms import EditForm
from vintner.orders.models import Order
from vintner.orders.rewrite_order import NOT_UNPAID, is_editable
from vintner.payments.admin import NO_ANSWER, PaidOrderAdmin
from vintner.payments.gateway import ProviderDown
from vintner.refusal import Refusal, Refusals

admin.site.unregister(Order)


@admin.register(Order)
class StoreOrderAdmin(PaidOrderAdmin):
    change_form_template = "order_edits/admin_order.html"
    actions_detail = ("edit", *PaidOrderAdmin.actions_detail)

    def shown(self, request: HttpRequest, order: Order) -> dict[str, object]:
        may_edit = is_editable(order) and self.has_change_permission(request, order)
        return {**super().shown(request, order), "may_edit": may_edit}

    def fits(self, order: Order, deed: str) -> bool:
        return is_editable(order) if deed == "edit" else super().fits(order, deed)

    @action(description="Change the order", url_path="edit", permissions=["change"], icon="edit")  # type: ignore[operator]
    def edit(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = self._order(request, object_id)
        if not is_editable(order):
            return self._sheet(request, order, {"refused": NOT_UNPAID})
        form = EditForm(order, self._posted(request))
        problems: tuple[Refusal, ...] = ()
        if request.POST.get("do") == "save" and isinstance(request.user, User):
            problems = self._save(request, order, form, request.user)
            if not problems:
                return redirect("admin:orders_order_change", order.pk)
        shown, more = _quote_form(order, form)
        lines = form.lines(shown)
        elsewhere = form.add_problems(problems or more, lines)
        return self._sheet(
            request,
            order,
            {
                "form": form,
                "problems": elsewhere,
                "marked": any(line.problem for line in lines) or (form.is_bound and bool(form.errors)),
                "lines": lines,
                "found": form.find_wines(),
                "sought": form.search_text,
                "quote": shown.quote if shown else None,
            },
        )

    def _sheet(self, request: HttpRequest, order: Order, shown: dict[str, object]) -> HttpResponse:
        return self.page(request, order, "Change the order", "order_edits/admin_edit.html", shown)

    def _save(self, request: HttpRequest, order: Order, form: EditForm, by: User) -> tuple[Refusal, ...]:
        """Change the order as the form says; return what stood in the way."""
        tell = bool(form["tell"].value())
        try:
            edit_order(order.pk, form.read_change(), by=by, now=timezone.now(), tell=tell)
        except Refusal as refusal:
            return (refusal,)
        except Refusals as refusals:
            return refusals.items
        except ProviderDown:
            return (Refusal("no_answer", NO_ANSWER),)
        told = " The customer is sent a link to pay." if tell else ""
        self.message_user(request, f"The order is changed.{told}", messages.SUCCESS)
        return ()


def _quote_form(order: Order, form: EditForm) -> tuple[QuotedCart | None, tuple[Refusal, ...]]:
    """Return what the order would cost, or why that cannot be said."""
    try:
        shown = quote_change(order, form.read_change(), timezone.now())
    except Refusals as refusals:
        form.keep_delivery()
        return None, refusals.items
    form.offer_deliveries(shown)
    coupons = tuple(each.reason for each in shown.quote.refused)
    return shown, coupons
