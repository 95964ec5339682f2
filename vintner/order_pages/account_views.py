"""An order's page in its customer's account. It needs the log-in, and no key."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.order_pages.order_page import order_page
from vintner.order_pages.views import refresh_payments
from vintner.orders.ownership import find_own_orders
from vintner.web.answers import page_response
from vintner.web.shared_props import shared_props


@require_safe
@customer_required("orders")
def view_order(request: HttpRequest, user: User, order_id: int) -> HttpResponse:
    """Show one of the customer's own orders. Others' are answered like those that do not exist."""
    order = get_object_or_404(find_own_orders(user), pk=order_id)
    return page_response(request, order_page(refresh_payments(order), shared_props(request), user, in_account=True))
