"""Reads a visitor's consent, and keeps the cookies of the browser in line with it."""

from collections.abc import Callable
from http.cookies import Morsel

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from vintner.consent import cookie
from vintner.consent.cookies import list_domains, list_withdrawn
from vintner.consent.rules import ConsentState, CookieConsent, VisitorRegion, default_consent, find_region
from vintner.consent.signals import page_viewed
from vintner.web.client_address import client_country
from vintner.web.page_views import is_page_view


class ConsentMiddleware:
    """Tells scripts, by a cookie, what holds before an answer, and deletes the cookies that are not allowed.

    Pages are cached for everybody, so they cannot say it. The cookie is set when it changes; it holds no name of the
    visitor.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if request.method != "GET" or not is_page_view(request, response):
            return response
        consent = read_consent(request)
        text = cookie.write_state(consent)
        if consent.state is not ConsentState.ANSWERED and request.COOKIES.get(cookie.NAME) != text:
            response.set_cookie(cookie.NAME, text, samesite="Lax", secure=settings.HTTPS)
        if consent.statistics:
            page_viewed.send(sender=None, request=request, response=response)
        else:
            delete_withdrawn(request, response, consent)
        return response


def read_consent(request: HttpRequest) -> CookieConsent:
    """Return what the visitor allows now: by their answer, or else by what their browser and their place say. No query.

    The open question stays open once a script has found the guess of the place to be wrong.
    """
    text = request.COOKIES.get(cookie.NAME, "")
    answer = cookie.read_answer(text) if text else None
    if answer is not None:
        return answer
    objects = request.META.get("HTTP_SEC_GPC") == "1"
    if text and not objects and text == cookie.write_asked():
        return CookieConsent(ConsentState.ASKED)
    return default_consent(read_region(request), objects=objects)


def read_region(request: HttpRequest) -> VisitorRegion:
    """Return where the visitor is, by the proxy's header, or else by the browser's languages."""
    languages = request.META.get("HTTP_ACCEPT_LANGUAGE", "")[:200]
    return find_region(client_country(request)[:10], languages, settings.STORE_BASE_ADDRESS["country"])


def save_answer(response: HttpResponse, text: str) -> None:
    """Set the cookie of an answer."""
    response.set_cookie(cookie.NAME, text, cookie.SECONDS, samesite="Lax", secure=settings.HTTPS)


def delete_withdrawn(request: HttpRequest, response: HttpResponse, consent: CookieConsent) -> None:
    """Delete the cookies that are not allowed, for each domain that they may have been set for."""
    for name in list_withdrawn(consent, request.COOKIES):
        for domain in list_domains(request.get_host()):
            expired: Morsel[str] = Morsel()
            expired.set(name, "", "")
            expired.update({"path": "/", "max-age": "0", "expires": "Thu, 01 Jan 1970 00:00:00 GMT", "samesite": "Lax"})
            if domain:
                expired["domain"] = domain
            if settings.HTTPS:
                expired["secure"] = True
            response.cookies[f"{name} {domain}"] = expired  # several of one name: it is sent by the cookie's own key
