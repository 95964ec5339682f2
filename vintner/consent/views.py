"""The page of cookies, and the form that saves a choice, for the dialog as well."""

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.consent import cookie
from vintner.consent.answers import record_answer
from vintner.consent.middleware import delete_withdrawn, read_consent, read_region, save_answer
from vintner.consent.pages import cookies_page
from vintner.consent.rules import ConsentState, CookieConsent
from vintner.consent.signals import consent_saved
from vintner.consent.store_words import words_version
from vintner.web.answers import json_response, page_response, wants_props
from vintner.web.client_address import came_from_path, rate_limit_key, same_origin
from vintner.web.shared_props import shared_props

SAVED = "Your choice about cookies is saved."
UNCLEAR = "Please choose which cookies we may set."
OUTDATED = "The words about cookies have changed since you opened this page. Please read them and choose again."
_LONGEST = 2000
_KINDS = ("statistics", "preferences")


@csrf_exempt  # the dialog stands on cached pages, which have no token: the origin is checked instead
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cookies(request: HttpRequest) -> HttpResponse:
    """Show the page, or save a choice: the field `choice` is accept, reject, or save with a field for each kind.

    Scripts send `ask` when the browser is not where the store took it to be: the question is open then.
    """
    if request.method != "POST":
        back = came_from_path(request)
        return _show(request, back="" if back.partition("?")[0] == request.path else back)
    if not same_origin(request):
        raise PermissionDenied
    choice = request.POST.get("choice", "")
    if choice == "ask":
        return _ask(request)
    consent = _read_choice(request, choice)
    is_outdated = request.POST.get("version") != str(words_version())
    if consent is None or is_outdated:
        return _refuse(request, OUTDATED if is_outdated else UNCLEAR)
    return _save(request, consent)


def _read_choice(request: HttpRequest, choice: str) -> CookieConsent | None:
    if choice not in ("accept", "reject", "save"):
        return None
    granted = {name: choice == "accept" or (choice == "save" and name in request.POST) for name in _KINDS}
    return CookieConsent(ConsentState.ANSWERED, **granted)


def _save(request: HttpRequest, consent: CookieConsent) -> HttpResponse:
    text = record_answer(consent, read_region(request), key=rate_limit_key(request), now=timezone.now())
    if wants_props(request):
        response = json_response({"statistics": consent.statistics, "preferences": consent.preferences})
    else:
        messages.success(request, SAVED)
        response = HttpResponseRedirect(_read_back(request) or reverse("cookies"))
    save_answer(response, text)
    delete_withdrawn(request, response, consent)
    consent_saved.send(sender=None, request=request, response=response, consent=consent)
    return response


def _ask(request: HttpRequest) -> HttpResponse:
    """Open the question, unless there is an answer."""
    response = json_response({"statistics": False, "preferences": False})
    if read_consent(request).state is ConsentState.GUESSED:
        response.set_cookie(cookie.NAME, cookie.write_asked(), samesite="Lax", secure=settings.HTTPS)
        delete_withdrawn(request, response, CookieConsent(ConsentState.ASKED))
    return response


def _refuse(request: HttpRequest, message: str) -> HttpResponse:
    if wants_props(request):
        return json_response({"error": message}, 409)
    return _show(request, back=_read_back(request), error=message, status=409)


def _show(request: HttpRequest, *, back: str, error: str = "", status: int = 200) -> HttpResponse:
    page = cookies_page(read_consent(request), shared_props(request), back=back, error=error)
    return page_response(request, page, status)


def _read_back(request: HttpRequest) -> str:
    """Return the page of the store to go back to, '' for none: a form must not redirect to another site."""
    path = request.POST.get("back", "")[:_LONGEST]
    is_ours = path.startswith("/") and path.isprintable() and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_ours else ""
