"""The age gate: a question over every page, for visitors who have not confirmed their age.

The page is in the document behind the gate: search engines can read it, and it needs no further request.
"""

from typing import Final

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.accounts.security.urls import urlpatterns as security_pages
from vintner.shipping import age
from vintner.shipping.rules.age import Check
from vintner.storefront.layout import stored_layout
from vintner.storefront.page_parameters import page_address
from vintner.storefront.pages import AgePage
from vintner.web.answers import json_response, page_response, wants_props
from vintner.web.client_address import local_path, same_origin
from vintner.web.page import AgeGate, Head
from vintner.web.shared_props import Layout, shared_props

UNGATED: Final = frozenset(
    {
        *("order_received", "order_received_unnamed", "order_pay", "order_link", "find_order"),
        *("order_cancel", "order_again", "order_account"),
        *("subscription_link", "skip_by_link", "unskip_by_link", "delay_by_link", "undelay_by_link"),
        *("cancel_by_link", "reactivate_by_link"),
        *("confirm_alert", "stop_alert", "stop_all_alerts", "tell_weekly", "tell_at_once", "decline_bottle"),
        *("confirm_newsletter", "stop_newsletter"),
        *("account_confirm_email", "keep_account"),
        *("account_reset_password", "admin_password_reset", "new_password"),
        *(str(page.name) for page in security_pages),
        "style_guide",
        "cookies",
        "contact",
    }
)
"""Pages without the gate, by URL name: those of a placed order, those of other mailed links on which something is
stopped, changed or confirmed and no wine is sold, those of an account's security, which staff meets before the admin;
and three that sell nothing."""
ANSWER, YES = "answer", "yes"
COOKIE: Final = "vintner_of_age"
"""Scripts see it too: a page that was opened before the gate learns that the answer was given on another."""
SALT: Final = "vintner.age"
SECONDS: Final = 30 * 24 * 60 * 60


def has_gate(request: HttpRequest) -> bool:
    """Return whether this visitor sees the gate on this page. No query."""
    match = request.resolver_match
    return (match is None or match.view_name not in UNGATED) and is_asked(request)


def has_affirmed(request: HttpRequest) -> bool:
    """Say whether the visitor said at the gate within the last 30 days that they are of age. A forged cookie does not
    count.
    """
    return request.get_signed_cookie(COOKIE, default=None, salt=SALT, max_age=SECONDS) == "yes"


def save_affirmation(response: HttpResponse) -> None:
    """Save for 30 days that the visitor said yes."""
    response.set_signed_cookie(COOKIE, "yes", salt=SALT, max_age=SECONDS, samesite="Lax", secure=settings.HTTPS)


def is_asked(request: HttpRequest) -> bool:
    """Return whether a visitor has yet to say at the gate that they are of age. No query."""
    return age.check() is Check.AFFIRM and not has_affirmed(request)


def layout_for(request: HttpRequest) -> Layout:
    """Return the layout data of the requested page, with its gate."""
    return stored_layout()._replace(age_gate=age_gate(request))


def age_gate(request: HttpRequest) -> AgeGate | None:
    """Return the gate of this page for this visitor, None without one. It is the same for all visitors."""
    if not has_gate(request):
        return None
    if request.resolver_match is not None and request.resolver_match.view_name == "age":
        return age.farewell()
    return age.question(back=page_address(request.path, request.GET) if request.method in ("GET", "HEAD") else "/")


@csrf_exempt  # cached pages have no token: the origin is checked instead
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def age_page(request: HttpRequest) -> HttpResponse:
    """Save the answer (POST). A yes redirects to the page with the gate, a no to a page that says goodbye."""
    if request.method == "POST":
        return _save_answer(request)
    if not is_asked(request):
        return HttpResponseRedirect("/")
    page = AgePage(
        head=Head(title=f"Wine is for adults – {settings.STORE_NAME}", robots="noindex"), shared=shared_props(request)
    )
    return page_response(request, page)


def _save_answer(request: HttpRequest) -> HttpResponse:
    if not same_origin(request):
        raise PermissionDenied
    is_of_age = request.POST.get(ANSWER) == YES
    to = local_path(request.POST.get("back", "")) if is_of_age else reverse("age")
    # Scripts stay on their page; they need to know what was saved.
    response = json_response({"of_age": is_of_age}) if wants_props(request) else HttpResponseRedirect(to)
    if is_of_age:
        save_affirmation(response)
    return response
