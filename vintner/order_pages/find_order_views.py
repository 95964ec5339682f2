"""The page where guests find their order again, by number and e-mail address. A link is mailed to that address."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from vintner.order_pages.pages import FindOrderPage
from vintner.orders import jobs
from vintner.orders.emails import mailed_link
from vintner.orders.numbers.order_numbers import read_number
from vintner.orders.ownership import link, remember_proof
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key
from vintner.web.email_addresses import read_address
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.rate_limits import count_in_turn
from vintner.web.shared_props import shared_props
from vintner.web.text_input import read_line

NO_NUMBER = "Enter the order number. It is in the email that confirmed the order."
NO_EMAIL = "Enter an email address like name@example.com."
TOO_MANY_TRIES = "Too many tries. Please wait a quarter of an hour."
LINK_EXPIRED = "This link is too old, or incomplete. Ask for a new one: it takes a moment."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find_order(request: HttpRequest) -> HttpResponse:
    """Ask for number and address. The answer and its time are the same whether or not there is such an order."""
    if request.method != "POST":
        return page_response(request, _page(request, link_requested="sent" in request.GET))
    number = read_number(read_line(request.POST.get("order_number", "")))
    email = read_address(request.POST.get("email", ""))
    if not number or not email:
        return page_response(request, _page(request, bad_number=not number, bad_email=not email))
    if not count_in_turn("order_look_ups", rate_limit_key(request), email):
        return page_response(request, _page(request, problem=TOO_MANY_TRIES), 429)
    jobs.send_link.defer(number=number, email=email)
    return HttpResponseRedirect(f"{reverse('find_order')}?sent")


@never_cache
@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Remember that the visitor followed a mailed link, and redirect to the receipt."""
    order = mailed_link.order_of(token)
    if order is None:
        messages.error(request, LINK_EXPIRED)
        return HttpResponseRedirect(reverse("find_order"))
    remember_proof(request.session, order.pk)
    response = HttpResponseRedirect(link("order_received", order))
    response["Referrer-Policy"] = "no-referrer"
    return response


def _page(
    request: HttpRequest,
    *,
    link_requested: bool = False,
    bad_number: bool = False,
    bad_email: bool = False,
    problem: str = "",
) -> FindOrderPage:
    return FindOrderPage(
        head=Head(title=f"Find your order – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        action=reverse("find_order"),
        number=_field(request, "order_number", "Order number", NO_NUMBER if bad_number else ""),
        email=_field(
            request,
            "email",
            "Email address of the order",
            NO_EMAIL if bad_email else "",
            kind="email",
            autocomplete="email",
        ),
        problem=problem,
        link_requested=link_requested,
    )


def _field(
    request: HttpRequest,
    name: str,
    label: str,
    error: str,
    *,
    kind: str = "text",
    autocomplete: str = "off",
    inputmode: str = "",
) -> FormField:
    return FormField(
        name=name,
        label=label,
        kind=kind,
        required=True,
        autocomplete=autocomplete,
        inputmode=inputmode or kind,
        placeholder="",
        hint="",
        value=request.POST.get(name, "")[:254],
        error=error,
    )
