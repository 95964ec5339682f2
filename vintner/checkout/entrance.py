"""The address /checkout/, to which every link to the checkout leads."""

from django.http import HttpRequest, HttpResponse

from vintner.checkout import block_views, views, which


def checkout(request: HttpRequest) -> HttpResponse:
    """Show the checkout that the store has chosen. A form that is posted here is the classic one's."""
    if which.chosen() is which.Which.BLOCK and request.method in ("GET", "HEAD"):
        return block_views.block_checkout(request)
    return views.checkout(request)
