"""The contact page and its form."""

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from vintner.content.contact import ContactForm, send_message
from vintner.content.pages import contact_page
from vintner.customers.middleware import user_of
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key
from vintner.web.rate_limits import count_in_turn
from vintner.web.shared_props import shared_props
from vintner.web.text_input import read_line, read_lines

TOO_MANY: Final = "You have sent several messages already. Please wait an hour, call us, or write an email."
_LONGEST: Final = 10_000
"""Characters of a field that are read. Django refuses larger forms as a whole."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def contact(request: HttpRequest) -> HttpResponse:
    """Show the form, or send it. Mistakes stand beside their fields, and what was typed stays."""
    shared = shared_props(request)
    if request.method != "POST":
        page = contact_page(_prefilled(request), shared, was_sent="sent" in request.GET)
        return page_response(request, page)
    form = _read(request)
    if errors := form.find_errors():
        return page_response(request, contact_page(form, shared, errors=errors), 422)
    if not count_in_turn("contact_messages", rate_limit_key(request), form.address):
        return page_response(request, contact_page(form, shared, problem=TOO_MANY), 429)
    send_message(form, user_of(request), timezone.now())
    return HttpResponseRedirect(f"{reverse('contact')}?sent")


def _prefilled(request: HttpRequest) -> ContactForm:
    """Return the form with what the store knows: the customer who is logged in, and the order that a link names."""
    user = user_of(request)
    number = read_line(request.GET.get("order", "")[:30])
    if user is None:
        return ContactForm(order_number=number)
    return ContactForm(name=user.full_name, email=user.email, order_number=number)


def _read(request: HttpRequest) -> ContactForm:
    fields = {name: request.POST.get(name, "")[:_LONGEST] for name in ("name", "email", "order_number", "message")}
    return ContactForm(
        name=read_line(fields["name"]),
        email=read_line(fields["email"]),
        order_number=read_line(fields["order_number"]),
        text=read_lines(fields["message"]),
    )
