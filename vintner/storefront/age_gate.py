"""The gate before the store: who has not said that they are of age is asked, over whatever page they came to.

The page lies behind it all the same, out of reach: search engines read it, and it is there at once.
"""

from typing import Final

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.cart.origin import same_origin
from vintner.shipping import age
from vintner.storefront.page_parameters import page_address
from vintner.storefront.pages import AgePage
from vintner.web.answers import json_response, page_response, wants_props
from vintner.web.page import AgeGate, Head
from vintner.web.shared_props import shared_props

OPEN: Final = frozenset(
    {
        *("order_received", "order_received_unnamed", "order_pay", "order_link", "find_order"),
        *("order_cancel", "order_again", "order_account"),
        "style_guide",
    }
)
"""Pages, by the names of their addresses, about an order that was placed, which e-mails lead to; and one that sells
nothing.
"""
ANSWER, YES = "answer", "yes"


def stands_before(request: HttpRequest) -> bool:
    """Say whether this visitor meets the gate on this page. No query."""
    found = request.resolver_match
    return (found is None or found.view_name not in OPEN) and age.is_asked(request)


def gate(request: HttpRequest) -> AgeGate | None:
    """Return what the page asks this visitor first, if anything. The same for all who are asked."""
    if not stands_before(request):
        return None
    if request.resolver_match is not None and request.resolver_match.view_name == "age":
        return age.farewell()
    return age.question(back=page_address(request) if request.method in ("GET", "HEAD") else "/")


@csrf_exempt  # pages with the gate are kept for all, so it bears nobody's token: the origin is checked instead
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def age_page(request: HttpRequest) -> HttpResponse:
    """Take the answer. A yes leads back to the page that asked; whoever says no is let go kindly."""
    if request.method == "POST":
        return _answered(request)
    if not age.is_asked(request):
        return HttpResponseRedirect("/")
    page = AgePage(
        head=Head(title=f"Wine is for adults – {settings.STORE_NAME}", robots="noindex"), shared=shared_props(request)
    )
    return page_response(request, page)


def _answered(request: HttpRequest) -> HttpResponse:
    if not same_origin(request):
        raise PermissionDenied
    said_yes = request.POST.get(ANSWER) == YES
    to = _local(request.POST.get("back", "")) if said_yes else reverse("age")
    # Scripts stay where they are: they want to know what was kept.
    response = json_response({"of_age": said_yes}) if wants_props(request) else HttpResponseRedirect(to)
    if said_yes:
        age.remember(response)
    return response


def _local(path: str) -> str:
    """Return the path if it is one of ours, else home: nobody is sent elsewhere by a form."""
    ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if ours else "/"
