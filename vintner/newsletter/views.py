"""The form of the newsletter, which stands at the foot of every page, and what mailed links lead to."""

from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.accounts.pages import AccountStepPage
from vintner.alerts.form_views import read_address
from vintner.alerts.step_views import HOME, gone, step_page
from vintner.content.models import StoreDetails
from vintner.newsletter import readers
from vintner.newsletter.words import consent_words
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.client_address import same_origin
from vintner.web.form_props import FormField
from vintner.web.page import Link

TITLE: Final = "Newsletter"
SENT: Final = (
    "If the address is not on the list yet, we have sent it an email. Press the link in it to confirm it is yours.",
    "Nothing there after a few minutes? Check your spam folder. We send at most three of these a day.",
)


@csrf_exempt  # the form stands on cached pages, which have no token: the origin is checked instead
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def newsletter(request: HttpRequest) -> HttpResponse:
    """Show the form, or sign up the address. The answer is the same whether or not the address is known."""
    details = StoreDetails.objects.first()
    consent = consent_words(details.newsletter_text) if details else ""
    if not consent:
        raise Http404
    if request.method != "POST":
        return page_response(request, _form_page(request, consent))
    if not same_origin(request):
        raise PermissionDenied
    try:
        readers.sign_up(read_address(request), consent, timezone.now())
    except Refusal as refusal:
        status = 429 if refusal.code == "too_many" else 422
        return page_response(request, _form_page(request, consent, error=refusal.message), status)
    return page_response(request, step_page(request, "Please check your inbox", SENT, HOME))


@csrf_exempt  # the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by the mailed link. It asks first: programs that look through mails open every link."""
    reader = readers.find_reader(token)
    if reader is None or reader.stopped_at is not None:
        return gone(request)
    if request.method != "POST" and reader.confirmed_at is None:
        question = (f"Shall we send the newsletter to {reader.email}?",)
        return page_response(request, step_page(request, "Please confirm", question, HOME, button="Yes, please"))
    if not readers.confirm_reader(reader.pk, timezone.now()):
        return gone(request)
    stop = Link(label="Unsubscribe", url=reverse("stop_newsletter", args=[token]))
    text = (f"{reader.email} gets our newsletter.",)
    return page_response(request, step_page(request, "Thank you!", text, HOME, stop))


@csrf_exempt  # mail programs post here at the press of their own button (RFC 8058); the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe an address by the link in every e-mail."""
    reader = readers.find_reader(token)
    if reader is None:
        return gone(request)
    if request.method != "POST":
        question = (f"Shall we send no newsletter to {reader.email}?",)
        return page_response(request, step_page(request, "Unsubscribe", question, HOME, button="Unsubscribe"))
    readers.stop_reader(reader, timezone.now())
    text = (f"{reader.email} gets no newsletter.",)
    return page_response(request, step_page(request, "You are unsubscribed", text, HOME))


def _form_page(request: HttpRequest, consent: str, *, error: str = "") -> AccountStepPage:
    field = FormField(
        name="email",
        label="Email address",
        kind="email",
        required=True,
        autocomplete="email",
        inputmode="email",
        placeholder="",
        hint="",
        value=request.POST.get("email", "")[:254],
        error=error,
    )
    page = step_page(request, TITLE, (consent,), HOME, button="Join the newsletter")
    return page.model_copy(update={"fields": (field,), "action": reverse("newsletter")})
