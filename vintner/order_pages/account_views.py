"""An order's page in its customer's account. It needs the log-in, and no key."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.order_pages.pages import ViewOrderPage
from vintner.order_pages.receipt import (
    again_url,
    billing_lines,
    customer_updates,
    day_of,
    find_pickup,
    line_views,
    payment_title,
    recurring_lines,
    refund_rows,
    shipping_lines,
    total_rows,
)
from vintner.order_pages.views import refresh_payments
from vintner.orders.documents import documents
from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link
from vintner.orders.rules import Status
from vintner.payments.attempts.pay_again import is_payable
from vintner.subscriptions.recurring import recurring_sentences
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head, Shared
from vintner.web.shared_props import shared_props


@require_safe
@customer_required("orders")
def view_order(request: HttpRequest, user: User, order_id: int) -> HttpResponse:
    """Show one of the customer's own orders. Others' are answered like those that do not exist."""
    order = get_object_or_404(user.orders.exclude(status=Status.DRAFT), pk=order_id)
    return page_response(request, _page(refresh_payments(order), user, shared_props(request)))


def _page(order: Order, user: User, shared: Shared) -> ViewOrderPage:
    payable = is_payable(order)
    refunds, total_after_refunds = refund_rows(order)
    return ViewOrderPage(
        head=Head(title=f"Order {order.number} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("orders", user),
        number=order.number,
        date=day_of(order.placed_at),
        status=order.get_status_display(),
        updates=customer_updates(order),
        lines=line_views(order),
        rows=total_rows(order),
        total=order.total.text,
        recurring=recurring_lines(order, recurring_sentences(order, timezone.now()), user),
        refunds=refunds,
        total_after_refunds=total_after_refunds,
        payment_title=payment_title(order),
        billing_address=billing_lines(order),
        shipping_address=shipping_lines(order),
        pickup=find_pickup(order),
        customer_note=order.customer_note,
        pay_url=pay_link(order) if payable else "",
        cancel_url=link("order_cancel", order) if payable else "",
        again_url=again_url(order),
        invoice_url=link("order_invoice", order) if documents.has_invoice(order) else "",
    )
