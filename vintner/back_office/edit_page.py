"""Changing an unpaid order in the admin."""

from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.utils import timezone

from vintner.back_office.action_step import ActionStep
from vintner.back_office.order_list_admin import NO_ANSWER
from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.customers.models import User
from vintner.order_edits.edits import edit_order, quote_change
from vintner.order_edits.forms import EditForm
from vintner.orders.models import Order
from vintner.orders.rewrite_order import NOT_UNPAID, is_editable
from vintner.payments.gateway import ProviderDown
from vintner.refusal import Refusal, Refusals


def take_edit_step(order: Order, data: QueryDict | None, by: User | AnonymousUser) -> ActionStep:
    """Show the order's form with what the order would cost, and save it when asked to."""
    if not is_editable(order):
        return ActionStep(template="back_office/edit.html", context={"refused": NOT_UNPAID})
    form = EditForm(order, data)
    problems: tuple[Refusal, ...] = ()
    if data and data.get("do") == "save" and isinstance(by, User):
        problems = _save(order, form, by)
        if not problems:
            return ActionStep(outcome=f"The order is changed.{_email_note(form)}")
    quoted, more = _price(order, form)
    lines = form.lines(quoted)
    elsewhere = form.add_problems(problems or more, lines)
    return ActionStep(
        template="back_office/edit.html",
        context={
            "form": form,
            "problems": elsewhere,
            "marked": any(line.problem for line in lines) or (form.is_bound and bool(form.errors)),
            "lines": lines,
            "found": form.find_wines(),
            "sought": form.search_text,
            "quote": quoted.quote if quoted else None,
        },
    )


def _save(order: Order, form: EditForm, by: User) -> tuple[Refusal, ...]:
    """Change the order as the form says; return what stood in the way."""
    try:
        edit_order(order.pk, form.read_change(), by=by, now=timezone.now(), tell=_sends_email(form))
    except Refusal as refusal:
        return (refusal,)
    except Refusals as refusals:
        return refusals.items
    except ProviderDown:
        return (Refusal("no_answer", NO_ANSWER),)
    return ()


def _sends_email(form: EditForm) -> bool:
    return bool(form["tell"].value())


def _email_note(form: EditForm) -> str:
    return " The customer is sent a link to pay." if _sends_email(form) else ""


def _price(order: Order, form: EditForm) -> tuple[QuotedCart | None, tuple[Refusal, ...]]:
    """Return what the order would cost, or why that cannot be said."""
    try:
        quoted = quote_change(order, form.read_change(), timezone.now())
    except Refusals as refusals:
        form.keep_delivery()
        return None, refusals.items
    form.offer_deliveries(quoted)
    coupons = tuple(each.reason for each in quoted.quote.refused)
    return quoted, coupons
