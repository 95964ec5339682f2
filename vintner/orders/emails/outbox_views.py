"""The outbox: pages with the store's e-mails, for the demo and for staff with the permission `orders.view_email`."""

from collections.abc import Callable
from typing import Final

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin

from vintner.orders.emails.order_texts import write_texts
from vintner.orders.models import Email

SHOWN = 100
PERMISSION: Final = "orders.view_email"
PRIVATE: Final = "Only the recipient may read this email: it could open their account."

View = Callable[..., HttpResponseBase]


def may_read(request: HttpRequest) -> bool:
    """Return whether this visitor may read e-mails: in the demo everybody may, because it sends none."""
    return settings.SANDBOX or request.user.has_perm(PERMISSION)


def _readers_only(view: View) -> View:
    """Outside the demo, require the admin's log-in and the permission."""

    def checked(request: HttpRequest, **arguments: int) -> HttpResponseBase:
        if not may_read(request):
            raise PermissionDenied
        return view(request, **arguments)

    for_staff = admin.site.admin_view(checked)

    def guarded(request: HttpRequest, **arguments: int) -> HttpResponseBase:
        return checked(request, **arguments) if settings.SANDBOX else for_staff(request, **arguments)

    return never_cache(guarded)


@_readers_only
@csp_replace({"style-src": [SELF, UNSAFE_INLINE]})
def outbox(request: HttpRequest) -> HttpResponse:
    """The newest e-mails."""
    emails = Email.objects.all()[:SHOWN]
    context = {"emails": emails, "store": settings.STORE_NAME, "is_demo": settings.SANDBOX}
    return render(request, "orders/outbox.html", context)


@_readers_only
@csp_replace({"style-src": [SELF, UNSAFE_INLINE], "frame-src": [SELF]})  # type: ignore[arg-type]  # takes any view
def email(request: HttpRequest, email_id: int) -> HttpResponse:
    """One e-mail, as text and as it looks."""
    return render(request, "orders/outbox_email.html", {"email": _find(email_id)})


@_readers_only
@xframe_options_sameorigin
# The pictures of e-mails have the store's own address, under which staff need not have opened the admin.
@csp_update({"img-src": [settings.STORE_URL]})
@csp_replace({"style-src": [UNSAFE_INLINE], "script-src": [], "frame-ancestors": [SELF]})  # type: ignore[arg-type]
def body(request: HttpRequest, email_id: int) -> HttpResponse:
    """The e-mail's HTML alone, as a mail program would show it."""
    return HttpResponse(_find(email_id).html)


def _find(email_id: int) -> Email:
    """Return the e-mail. Outside the demo staff does not read the links that open customers' accounts."""
    email = get_object_or_404(Email.objects.select_related("order"), pk=email_id)
    write_texts(email)
    if email.private and not settings.SANDBOX:
        email.text = email.html = PRIVATE
    return email
