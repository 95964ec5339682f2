"""Pages that recover an account: asking for a link, and choosing a new password with it."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from vintner.accounts.engine.password_reset import BAD_KEY, find_user, make_key, request_reset, reset_password
from vintner.accounts.pages import AccountStepPage
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key, read_browser
from vintner.web.email_addresses import read_address
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head, Link
from vintner.web.rate_limits import count_in_turn
from vintner.web.shared_props import shared_props

RESET_KEY = "password_reset_key"
"""The session's entry with the key of a mailed link, so that it does not stay in the address bar."""
FORM = "/?reset_password=true"
LONGEST_EMAIL = 254
ASKED = (
    "A password reset email has been sent to the email address on file for your account, but may take several minutes"
    " to show up in your inbox. Please wait at least 10 minutes before attempting another reset."
)
LOST = (
    "Lost your password? Please enter your username or email address. You will receive a link to create a new password"
    " via email."
)
NO_EMAIL = "Enter a username or email address."
BAD_EMAIL = "Please enter a valid email address."
TOO_MANY = "Too many tries. Please wait an hour."
NEW = "Please enter a new password"
MISMATCH = "Passwords don't match"
DONE = "Your password has been reset successfully! Please Login"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lost_password(request: HttpRequest, log_in: str = "account") -> HttpResponse:
    """Ask for the e-mail address and mail a link. The answer is the same for an address without an account.

    `log_in` names the log-in that it leads back to.
    """
    if request.method != "POST":
        return _lost_page(request, log_in)
    email = request.POST.get("user_login", "").strip()[:LONGEST_EMAIL]
    try:
        ask_for_link(email, rate_limit_key(request))
    except Refusal as refusal:
        return _lost_page(request, log_in, email, refusal.message, 429 if refusal.code == "too_many" else 400)
    messages.success(request, ASKED)
    return HttpResponseRedirect(reverse(log_in))


def ask_for_link(email: str, network: str) -> None:
    """Mail a reset link. `network` is the visitor's rate_limit_key. Raises Refusal."""
    if not email:
        raise Refusal("required", NO_EMAIL, "user_login")
    address = read_address(email)
    if not address:
        raise Refusal("invalid", BAD_EMAIL, "user_login")
    if not count_in_turn("password_resets", network, address):
        raise Refusal("too_many", TOO_MANY, "user_login")
    request_reset(address)


@never_cache
@require_safe
def open_reset_link(request: HttpRequest, user_id: str, token: str) -> HttpResponse:
    """Keep the key of a mailed link in the session, and redirect to the form; staff to the page of its own, which has
    no age gate.
    """
    request.session[RESET_KEY] = [user_id[:20], token[:100]]
    user = find_user(user_id, token)
    response = HttpResponseRedirect(reverse("new_password") if user is not None and user.is_staff else FORM)
    response["Referrer-Policy"] = "no-referrer"
    return response


def lead_to_new_password(request: HttpRequest, user: User) -> HttpResponse:
    """Redirect to the form, with a key for whoever has just proved the address of this account. In another account's
    browser it has to be the page of its own: the form among the log-in's is for guests.
    """
    request.session[RESET_KEY] = list(make_key(user))
    return HttpResponseRedirect(FORM if user_of(request) is None else reverse("new_password"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest) -> HttpResponse:
    """Choose a new password with the key that the session has."""
    user_id, token = request.session.get(RESET_KEY, ("", ""))
    if find_user(user_id, token) is None:
        messages.error(request, BAD_KEY)
        return HttpResponseRedirect(reverse("account_reset_password"))
    if request.method != "POST":
        return _new_page(request)
    password, again = request.POST.get("xoo-el-rp-pass", ""), request.POST.get("xoo-el-rp-pass-again", "")
    if password != again:
        return _new_page(request, again_error=MISMATCH)
    try:
        user = reset_password(user_id, token, password, read_browser(request))
    except Refusal as refusal:
        return _new_page(request, error=refusal.message)
    del request.session[RESET_KEY]
    messages.success(request, DONE)
    return HttpResponseRedirect(reverse("admin:login" if user.is_staff else "account"))


def _lost_page(request: HttpRequest, log_in: str, email: str = "", error: str = "", status: int = 200) -> HttpResponse:
    field = _field("user_login", "Email address", "email", "username", email, error)
    page = _page(request, "Lost password", LOST, (field,), "Email Reset Link", log_in)
    return page_response(request, page, status)


def _new_page(request: HttpRequest, *, error: str = "", again_error: str = "") -> HttpResponse:
    fields = (
        _field("xoo-el-rp-pass", "New password", "password", "new-password", "", error),
        _field("xoo-el-rp-pass-again", "New password again", "password", "new-password", "", again_error),
    )
    page = _page(request, "Choose a new password", NEW, fields, "Change Password")
    return page_response(request, page, 400 if error or again_error else 200)


def _field(name: str, label: str, kind: str, autocomplete: str, value: str, error: str) -> FormField:
    return FormField(
        name=name,
        label=label,
        kind=kind,
        required=True,
        autocomplete=autocomplete,
        inputmode="",
        placeholder="",
        hint="",
        value=value,
        error=error,
    )


def _page(
    request: HttpRequest,
    heading: str,
    text: str,
    fields: tuple[FormField, ...],
    button: str,
    log_in: str = "account",
) -> AccountStepPage:
    return AccountStepPage(
        head=Head(title=f"{heading} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        heading=heading,
        paragraphs=(text,),
        fields=fields,
        button=button,
        links=(Link(label="Back to the log-in", url=reverse(log_in)),),
    )
