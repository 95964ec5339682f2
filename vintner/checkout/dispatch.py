"""Serves /checkout/, to which every link to the checkout leads, with the active checkout."""

from django.http import HttpRequest, HttpResponse

from vintner.checkout import checkout_kind, views
from vintner.checkout.block import views as block


def checkout(request: HttpRequest) -> HttpResponse:
    """Show the active checkout. A form that is posted here is the classic one's."""
    if checkout_kind.active_kind() is checkout_kind.CheckoutKind.BLOCK and request.method in ("GET", "HEAD"):
        return block.block_checkout(request)
    return views.checkout(request)
