"""The pages that list the customer's orders. An order's own page is in order_pages/."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from vintner.accounts.area.order_list import orders_of_page
from vintner.accounts.area.pages import OrdersPage
from vintner.accounts.engine.address_proof import is_proven
from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props


@require_safe
@customer_required("orders")
def orders(request: HttpRequest, user: User, page: int = 1) -> HttpResponse:
    """Show ten orders, the newest first."""
    found = orders_of_page(user, page)
    if found is None:
        raise Http404
    return page_response(
        request,
        OrdersPage(
            head=Head(title=f"Orders – {settings.STORE_NAME}", robots="noindex"),
            shared=shared_props(request),
            csrf_token=CSRF_TOKEN,
            menu=account_menu("orders", user),
            orders=found.orders,
            page=page,
            pages=found.pages,
            newer_url=_page_url(page - 1) if page > 1 else "",
            older_url=_page_url(page + 1) if page < found.pages else "",
            confirm_url="" if is_proven(user) else reverse("security"),
        ),
    )


def _page_url(page: int) -> str:
    return reverse("orders") if page == 1 else reverse("orders", args=[page])
