"""The documents of an order for staff, beside its page in the admin."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from vintner.orders.documents import documents
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.web.answers import pdf_response


@require_safe
def invoice(request: HttpRequest, order_id: int) -> HttpResponse:
    """Return the invoice, also of an unpaid order."""
    order = _order(request, order_id)
    return pdf_response(documents.invoice(order), f"invoice-{order.number}.pdf")


@require_safe
def packing_slip(request: HttpRequest, order_id: int) -> HttpResponse:
    order = _order(request, order_id)
    return pdf_response(documents.packing_slip(order), f"packing-slip-{order.number}.pdf")


def _order(request: HttpRequest, order_id: int) -> Order:
    """Return the order if this user may see orders. Drafts have no documents."""
    if not request.user.has_perm("orders.view_order"):
        raise PermissionDenied
    return get_object_or_404(Order.objects.exclude(status=Status.DRAFT), pk=order_id)
