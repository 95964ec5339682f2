"""Decides on each page view where its visitor comes from, and keeps it in cookies."""

from collections.abc import Mapping
from dataclasses import replace
from http.cookies import Morsel
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.attribution import cookies
from vintner.attribution.addresses import public_path
from vintner.attribution.attributions import fields_of, record_customer
from vintner.attribution.rules import NONE, ViewedPage, Visit, view_page
from vintner.consent.cookies import list_domains
from vintner.consent.middleware import read_consent
from vintner.consent.rules import CookieConsent
from vintner.customers.models import User
from vintner.web.client_address import same_origin
from vintner.web.page_views import read_referrer

_LONGEST = 2000


def attribute_view(sender: object, request: HttpRequest, response: HttpResponse, **_: object) -> None:
    """Set the tracker's cookies that a page view changes. Receiver of `page_viewed`.

    Pages that shoppers browse reach the store at each view, so no script is needed. Programs that name no browser are
    no visitors.
    """
    if "HTTP_USER_AGENT" in request.META:
        _attribute(request, response, _read_page(request))


def attribute_answer(
    sender: object, request: HttpRequest, response: HttpResponse, consent: CookieConsent, **_: object
) -> None:
    """Attribute the page on which a visitor allowed statistics, as if it was opened now. Receiver of `consent_saved`.

    The dialog sends the page's own referrer. Without a script it is not known, and the way back is a page view itself.
    """
    if not consent.statistics or "referrer" not in request.POST:
        return
    try:
        parts = urlsplit(request.headers.get("Referer", "")[:_LONGEST])
    except ValueError:
        return
    if not parts.path or not same_origin(request):
        return
    page = ViewedPage(
        origin=_origin(request),
        path=parts.path,
        query=parts.query,
        referrer=request.POST["referrer"][:_LONGEST],
        user_agent=_browser(request),
        at=timezone.now(),
        public_path=public_path,
    )
    _attribute(request, response, page)


def read_visit(request: HttpRequest) -> Visit | None:
    """Return what is known of where a visitor comes from, None for those who do not allow it."""
    return cookies.read_visit(request.COOKIES) if read_consent(request).statistics else None


def fields_for_form(request: HttpRequest) -> dict[str, str]:
    """Return the values of a checkout's hidden fields, with the view of the page that they stand on."""
    visit = read_visit(request)
    if visit is not None and request.method == "GET":
        visit = view_page(visit, _read_page(request))
    return fields_of(visit)


def read_attribution_of(request: HttpRequest, posted: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return where the shopper of an order, or a new customer, comes from; empty if that is not known or not allowed.

    `posted` are the fields of a form, by the names of NAMES; without any, the cookies say it. The browser is always
    that of the request.
    """
    visit = read_visit(request)
    if visit is None:
        return {}
    sent = {name: value for name, value in (posted or {}).items() if value not in ("", NONE)}
    return (sent or fields_of(visit)) | {"user_agent": _browser(request)}


def record_registration(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Store where a new customer comes from. Receiver of `user_signed_up`, which every way of registering sends."""
    record_customer(user, read_attribution_of(request))


def _attribute(request: HttpRequest, response: HttpResponse, page: ViewedPage) -> None:
    before = cookies.read_visit(request.COOKIES)
    after = view_page(before, page)
    domain = next(iter(list_domains(page.origin.partition("//")[2])[1:]), None)
    lifetime = int(settings.ATTRIBUTION_MONTHS * 43_200) * 60 or None
    # Cookies that outlive the browser begin to count anew with each visit.
    written = replace(before, current=None, current_mark=None) if lifetime and not before.pages else before
    for name, text in cookies.write_changes(written, after).items():
        seconds = cookies.SESSION_SECONDS if name == cookies.SESSION else lifetime
        _set_cookie(response, name, text, seconds, domain)


def _set_cookie(response: HttpResponse, name: str, text: str, seconds: int | None, domain: str | None) -> None:
    """Do what `set_cookie` does, in a third of its time: a first view sets seven. The text is encoded already."""
    morsel: Morsel[str] = Morsel()
    morsel.set(name, text, text)
    dict.update(morsel, path="/", samesite="Lax")
    if domain:
        dict.__setitem__(morsel, "domain", domain)
    if seconds is not None:
        dict.__setitem__(morsel, "max-age", seconds)
    if settings.HTTPS:
        dict.__setitem__(morsel, "secure", True)
    dict.__setitem__(response.cookies, name, morsel)


def _read_page(request: HttpRequest) -> ViewedPage:
    meta = request.META
    return ViewedPage(
        origin=_origin(request),
        path=request.path[:_LONGEST],
        query=meta.get("QUERY_STRING", ""),
        referrer=read_referrer(request)[:_LONGEST],
        user_agent=_browser(request),
        at=timezone.now(),
        public_path=public_path,
    )


def _origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def _browser(request: HttpRequest) -> str:
    return str(request.META.get("HTTP_USER_AGENT", ""))[:500]
