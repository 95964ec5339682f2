"""The call xoo_el_form_action: every form of the popup, by the names of the plugin that introduced them."""

from typing import Final

from django.http import HttpRequest, HttpResponse

from vintner.accounts.auth_forms.outcomes import Outcome, notice_html, refused
from vintner.accounts.auth_forms.submit_views import SUBMIT, redirect_target
from vintner.customers.middleware import user_of
from vintner.web.answers import json_response
from vintner.web.nonce import valid_nonce

FORM: Final = "_xoo_el_form"
TOKENS: Final = ("csrfmiddlewaretoken", "_ajax_nonce")
EXPIRED: Final = "This page has been open for too long. Please reload it and try again."
MAILED: Final = (
    '<div class="xoo-el-notice-success "><div class="xoo-el-lostpw-success">\n\t'
    '<div class="woocommerce-message" role="alert">\n\t\tPassword reset email has been sent.\t</div>\n\n\n'
    "<p>{}</p>\n\n</div></div>"
)


def xoo_el_form_action(request: HttpRequest) -> HttpResponse:
    """Field _xoo_el_form: single, login, register, lostPassword or resetPassword, with the form's fields.

    The status is always 200. `fields` says besides which input of our own page an error is about.
    """
    name = request.POST.get(FORM)
    if name is None:
        return HttpResponse("0")
    submit = SUBMIT.get(name)
    if submit is None:
        return json_response(_answer(refused("Form type not found")))
    if not any(valid_nonce(request, field) for field in TOKENS):
        return json_response(_answer(_lead_on(request, name) or refused(EXPIRED)))
    outcome = submit(request)
    body = _answer(outcome)
    if name == "lostPassword" and not outcome.is_error:
        body["notice"] = MAILED.format(outcome.text)
    return json_response(body)


def _lead_on(request: HttpRequest, name: str) -> Outcome | None:
    """Return where a log-in leads to that was done already in another tab, which made this one's token void."""
    if name != "login" or user_of(request) is None:
        return None
    return Outcome(kind="success", text="Login successful", redirect=redirect_target(request))


def _answer(outcome: Outcome) -> dict[str, object]:
    body: dict[str, object] = {"error": int(outcome.is_error), "notice": notice_html(outcome)}
    if outcome.leads_to:
        return body | {"field": f'input[name="{outcome.leads_to}"]', "fieldValue": outcome.value}
    if not outcome.is_error:
        return body | {"redirect": outcome.redirect or False}
    body |= {"fieldValue": outcome.value} if outcome.value else {"error_code": outcome.code or None}
    return body | ({"fields": dict(outcome.problems)} if outcome.problems else {})
