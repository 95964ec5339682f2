"""The call wcp_save_email: an address for the list of a wine that is coming soon."""

from typing import Final

from django.http import HttpRequest, HttpResponse

from vintner.alerts.form_views import ask
from vintner.refusal import Refusal
from vintner.web.answers import json_response
from vintner.web.client_address import same_origin

SUCCESS: Final = ("Thank You!", "We will notify you when this product is available.", "success")
ALREADY: Final = ("Already Subscribed", "This email address is already on the list.", "info")
FOREIGN: Final = "The request did not come from a page of this store. Please reload it and try again."


def wcp_save_email(request: HttpRequest) -> HttpResponse:
    """Fields: email, id (of the product). The status is always 200; `status` in the answer says what became of it."""
    title, message, status = answer_form(request)
    return json_response({"title": title, "message": message, "status": status})


def answer_form(request: HttpRequest) -> tuple[str, str, str]:
    """Return title, message and status (success, info or error) for a request."""
    if not same_origin(request):
        return "Error", FOREIGN, "error"
    try:
        return SUCCESS if ask(request) else ALREADY
    except Refusal as refusal:
        return "Error", refusal.message, "error"
