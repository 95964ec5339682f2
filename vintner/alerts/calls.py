"""The call wcp_save_email: an address for the list of a wine that is coming soon."""

from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse

from vintner.alerts.form_views import ask
from vintner.refusal import Refusal
from vintner.web.answers import json_response
from vintner.web.client_address import same_origin


class FormAnswer(NamedTuple):
    """`status` is success, info or error; `note` is a second line, about an e-mail that was just sent."""

    title: str
    message: str
    status: str
    note: str = ""


SUCCESS: Final = FormAnswer("Thank You!", "We will notify you when this product is available.", "success")
ALREADY: Final = FormAnswer("Already Subscribed", "This email address is already on the list.", "info")
FOREIGN: Final = "The request did not come from a page of this store. Please reload it and try again."


def wcp_save_email(request: HttpRequest) -> HttpResponse:
    """Fields: email, id (of the product). The status is always 200; `status` in the answer says what became of it.

    Our own page displays `note` as well, where there is one.
    """
    answer = answer_form(request)
    fields: dict[str, object] = {"title": answer.title, "message": answer.message, "status": answer.status}
    return json_response(fields | ({"note": answer.note} if answer.note else {}))


def answer_form(request: HttpRequest) -> FormAnswer:
    """Return the answer to a request."""
    if not same_origin(request):
        return FormAnswer("Error", FOREIGN, "error")
    try:
        asked = ask(request)
    except Refusal as refusal:
        return FormAnswer("Error", refusal.message, "error")
    return (SUCCESS if asked else ALREADY)._replace(note=asked.note)
