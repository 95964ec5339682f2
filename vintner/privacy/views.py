"""The account's pages of privacy: the archive of what is known, and erasing the account."""

from urllib.parse import urlencode

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate, is_reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from vintner.customers.middleware import customer_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.privacy import closing, exports
from vintner.privacy.models import Export
from vintner.privacy.pages import EraseAccountPage, PrivacyPage, RetentionEntry
from vintner.privacy.retention import GOES, STAYS
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.dates import day_in_words
from vintner.web.email_addresses import read_address
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props

LONGEST_EMAIL = 254
CONFIRMED = "confirmed"
"""The parameter with which the password's form leads back to the page."""
INTRO = (
    (
        "Your account closes at once and is erased after thirty days. Until then you can change your mind: log in, or "
        "use the link in the email that we send you."
    ),
    "If you want to keep what we know of you, download your archive first.",
)
NOT_TYPED = "Type the email address of your account, so that we know you mean it."
NOW_READY = "Thank you, that was you. Your archive can be downloaded now."
CLOSED = "Your account is closed. We have sent you an email with the day on which it is erased."


@never_cache
@require_safe
@login_required
def privacy(request: HttpRequest) -> HttpResponse:
    """Show whether there is an archive, and where the account is erased."""
    page = _privacy_page(request)
    if page.download_url and CONFIRMED in request.GET and did_recently_reauthenticate(request):
        page = page.model_copy(update={"about": NOW_READY})
    return page_response(request, page)


@never_cache
@require_POST
@login_required
def ask_for_archive(request: HttpRequest) -> HttpResponse:
    """Have an archive made."""
    try:
        exports.request_export(customer_of(request))
    except Refusal as refusal:
        status = 429 if refusal.code == "too_many" else 409
        return page_response(request, _privacy_page(request, refusal.message), status)
    return HttpResponseRedirect(reverse("privacy"))


@never_cache
@require_safe
@login_required
def download_archive(request: HttpRequest, export_id: int) -> HttpResponse:
    """Send the customer's own archive, after the password was confirmed. 404 for another's, and a deleted one.

    Confirming leads back to the page: a browser that is led to a file saves it and stays on the form of the password.
    """
    if is_reauthentication_required(request, app="privacy"):
        query = urlencode({"next": f"{reverse('privacy')}?{CONFIRMED}"})
        return HttpResponseRedirect(f"{reverse('account_reauthenticate')}?{query}")
    export = exports.find_ready(customer_of(request), export_id, timezone.now())
    if export is None or export.archive is None:
        raise Http404
    headers = {
        "Content-Disposition": f'attachment; filename="your-data-{localtime(export.ready_at):%Y-%m-%d}.zip"',
        "Cache-Control": "no-store, private",
    }
    return HttpResponse(bytes(export.archive), "application/zip", headers=headers)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required
def erase(request: HttpRequest) -> HttpResponse:
    """Show what erasing the account means; a POST with its e-mail address typed closes it and logs out."""
    user = customer_of(request)
    if request.method != "POST":
        return page_response(request, _erase_page(request, user))
    typed = request.POST.get("email", "").strip()[:LONGEST_EMAIL]
    if read_address(typed) != user.email:
        return page_response(request, _erase_page(request, user, typed, field_error=NOT_TYPED), 400)
    try:
        closing.close_account(user, timezone.now())
    except Refusal as refusal:
        return page_response(request, _erase_page(request, user, typed, error=refusal.message), 409)
    logout(request)
    messages.success(request, CLOSED)
    return HttpResponseRedirect(reverse("account"))


def _privacy_page(request: HttpRequest, error: str = "") -> PrivacyPage:
    user = customer_of(request)
    export = exports.newest_export(user, timezone.now())
    state, about = _describe(export)
    return PrivacyPage(
        head=Head(title=f"Privacy – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("privacy", user),
        error=error,
        state=state,
        about=about,
        page_url=reverse("privacy"),
        request_url=reverse("ask_for_archive"),
        download_url=reverse("download_archive", args=[export.pk]) if export and state == "ready" else "",
        erase_url=reverse("erase_account"),
    )


def _describe(export: Export | None) -> tuple[str, str]:
    """Return the archive's state and what the page says about it."""
    if export is None:
        return "none", ""
    if export.failed_at:
        return "failed", "The archive could not be made. Please try again, or write to us."
    if not export.ready_at:
        return (
            "waiting",
            "Your archive is being made. We send you an email when it is ready, in a minute or two.",
        )
    until = day_in_words(localtime(export.requested_at + exports.LIFETIME).date())
    return "ready", f"Your archive is ready. It stays here until {until}. We ask for your password before the download."


def _erase_page(
    request: HttpRequest, user: User, typed: str = "", *, error: str = "", field_error: str = ""
) -> EraseAccountPage:
    field = FormField(
        name="email",
        label="Email address of your account",
        kind="email",
        required=True,
        autocomplete="off",
        inputmode="email",
        placeholder="",
        hint=f"Type {user.email} to confirm.",
        value=typed,
        error=field_error,
    )
    obstacles = closing.list_obstacles(user)
    return EraseAccountPage(
        head=Head(title=f"Erase your account – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("privacy", user),
        paragraphs=INTRO,
        error=error,
        goes=tuple(RetentionEntry(data=data, outcome=outcome) for data, outcome in GOES),
        stays=tuple(RetentionEntry(data=data, outcome=outcome) for data, outcome in STAYS),
        obstacles=obstacles,
        fields=() if obstacles else (field,),
        back_url=reverse("privacy"),
    )
