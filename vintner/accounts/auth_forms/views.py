"""The forms on a page of their own, which works without JavaScript, and as props for the popup."""

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from vintner.accounts.auth_forms.calls import FORM
from vintner.accounts.auth_forms.outcomes import Outcome
from vintner.accounts.auth_forms.pages import LogInPage
from vintner.accounts.auth_forms.sections import FormState, auth_forms
from vintner.accounts.auth_forms.submit_views import SUBMIT, USER, redirect_target
from vintner.accounts.engine.password_reset import BAD_KEY, find_user
from vintner.accounts.engine.reset_views import RESET_KEY
from vintner.customers.middleware import user_of
from vintner.web.answers import page_response
from vintner.web.page import Head
from vintner.web.shared_props import shared_props

SINGLE_FORM: Final = "single"
SECTIONS: Final = ("single", "login", "register", "lostpw")
_NEVER_SHOWN_AGAIN: Final = ("csrfmiddlewaretoken", FORM)


def show_forms(request: HttpRequest) -> HttpResponse:
    """Show the section that the address names to a guest: single, login, register or lostpw."""
    section = request.GET.get("section", "")
    if section not in SECTIONS:
        section = _first_section()
    return _page(request, FormState(section=section, redirect=_redirect(request), resets=_may_reset(request)))


def send_form(request: HttpRequest) -> HttpResponse:
    """Do what the form asks for. A form without a name logs in."""
    name = request.POST.get(FORM, "login")
    if name not in SUBMIT or name.endswith("Password"):
        return show_forms(request)
    outcome = SUBMIT[name](request)
    if outcome.redirect:
        return HttpResponseRedirect(outcome.redirect)
    values = {key: str(value) for key, value in request.POST.items() if key not in _NEVER_SHOWN_AGAIN}
    values.setdefault(USER, values.get("username", ""))
    section = name
    if outcome.leads_to:
        section = "login" if outcome.leads_to == USER else "register"
        values[outcome.leads_to] = outcome.value
    state = FormState(section=section, redirect=_redirect(request), values=values, outcome=outcome)
    return _page(request, state, outcome.status)


@never_cache
def show_reset(request: HttpRequest) -> HttpResponse:
    """Show the form for a new password to a visitor who came by a mailed link; its key is in the session."""
    if user_of(request) is not None:
        return redirect("account")
    if not _may_reset(request):
        messages.error(request, BAD_KEY)
        return redirect("account_reset_password")
    return _page(request, FormState(section="resetpw", resets=True))


def _page(request: HttpRequest, state: FormState, status: int = 200) -> HttpResponse:
    forms = auth_forms(state, is_single=settings.AUTH_FORM_PATTERN == SINGLE_FORM)
    title = next((each.title for each in forms.sections if each.name == state.section), "Log in")
    page = LogInPage(
        head=Head(title=f"{title} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        signed_in=False,
        error=_words(state.outcome),
        forms=forms,
    )
    return page_response(request, page, status)


def _words(outcome: Outcome | None) -> str:
    return outcome.words if outcome is not None and outcome.is_error else ""


def _redirect(request: HttpRequest) -> str:
    """Return where the forms lead to, '' for the account: then the popup leads back to the page that it is on."""
    target = redirect_target(request)
    return "" if target == "/my-source/" else target


def _may_reset(request: HttpRequest) -> bool:
    user_id, token = request.session.get(RESET_KEY, ("", ""))
    return bool(token) and find_user(user_id, token) is not None


def _first_section() -> str:
    return "single" if settings.AUTH_FORM_PATTERN == SINGLE_FORM else "login"
