"""What each form does when it is sent, by a page or by the call: a function from the request to its outcome."""

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.timezone import localdate

from vintner.accounts.auth_forms.code_views import mail_code
from vintner.accounts.auth_forms.outcomes import Outcome, refused
from vintner.accounts.auth_forms.redirects import own_address, with_parameter
from vintner.accounts.auth_forms.registration import EMAIL, PICTURE, check_registration, create_customer
from vintner.accounts.engine.middleware import UNPROVEN, log_in, log_in_new_user
from vintner.accounts.engine.password_reset import BAD_KEY, reset_password
from vintner.accounts.engine.reset_views import ASKED, DONE, MISMATCH, RESET_KEY, ask_for_link
from vintner.accounts.fields.pictures import BUSY
from vintner.accounts.fields.upload_views import dropped_files
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.client_address import rate_limit_key, read_browser
from vintner.web.email_addresses import read_address
from vintner.web.rate_limits import count_try, is_exhausted

USER, PASSWORD, REMEMBER = "xoo-el-username", "xoo-el-password", "xoo-el-rememberme"
SINGLE: Final = "xoo-el-sing-user"
LOST: Final = "user_login"
NEW, NEW_AGAIN = "xoo-el-rp-pass", "xoo-el-rp-pass-again"
REDIRECT: Final = "xoo_el_redirect"
REQUIRED: Final = "Username is required."
NO_ACCOUNT: Final = "We couldn't find your account."
CODE_MAILED: Final = "If there is an account with this address, a code is on its way there."
EMAIL_EXISTS: Final = "registration-error-email-exists"
PRIVATE: Final = "private"
"""The value of AUTH_SINGLE_STEP with which the first step does not tell who has an account."""
TOO_MANY: Final = "Too many tries. Please wait an hour."


def redirect_target(request: HttpRequest) -> str:
    """Return where the form leads to when it has succeeded: an address of this store, the account by default."""
    wanted = request.POST.get(REDIRECT) or request.POST.get("next") or request.GET.get("next") or ""
    return own_address(wanted, host=request.get_host(), is_secure=request.is_secure(), default="/my-source/")


def ask_who(request: HttpRequest) -> Outcome:
    """Say by the e-mail address which form comes next. This tells who has an account, so tries are counted."""
    typed = _text(request, SINGLE)
    if not typed:
        return refused(REQUIRED, at=SINGLE, title="Error:")
    if not count_try("single_step", rate_limit_key(request)):
        return refused("Too many tries. Please wait a quarter of an hour.", at=SINGLE, status=429)
    if settings.AUTH_SINGLE_STEP == PRIVATE:
        return _mail_code(request, typed)
    email = read_address(typed)
    if not email:
        return refused(NO_ACCOUNT, at=SINGLE, value=typed)
    if User.objects.filter(email=email, is_active=True).exists():
        return Outcome(kind="warning", text="Please enter your password to login", leads_to=USER, value=email)
    wants_account = request.POST.get("_xoo_el_referral") == "register"
    ask = "enter your details to register" if wants_account else "register"
    return Outcome(kind="warning", text=f"{NO_ACCOUNT} Please {ask}.", leads_to=EMAIL, value=email)


def _mail_code(request: HttpRequest, email: str) -> Outcome:
    """Answer alike whether or not there is an account."""
    try:
        page = mail_code(request, email, with_parameter(redirect_target(request), "login", "success"))
    except Refusal as refusal:
        return refused(refusal.message, at=SINGLE)
    return Outcome(kind="success", text=CODE_MAILED, redirect=page)


def log_in_by_password(request: HttpRequest) -> Outcome:
    """Log in. The plain names `username` and `password` are those of the store's other log-in forms."""
    email = _text(request, USER) or _text(request, "username")
    if not email:
        return refused(REQUIRED, at=USER)
    password = request.POST.get(PASSWORD) or request.POST.get("password", "")
    is_plain = USER not in request.POST
    remember = is_plain or REMEMBER in request.POST
    target = redirect_target(request)
    if not is_plain:
        target = with_parameter(target, "login", "success")
    try:
        target = log_in(request, email, password, next_url=target, remember=remember)
    except Refusal as refusal:
        if refusal.code == "too_many":
            return refused(refusal.message, at=USER, status=429)
        if refusal.code == UNPROVEN:
            return refused(refusal.message, status=403)
        is_single = "_xoo_el_login_has_single" in request.POST
        text = "Wrong password." if is_single else "Incorrect Email or Password."
        return refused(text, at=PASSWORD, status=401, offers_reset=True)
    return Outcome(kind="success", text="Login successful", redirect=target)


def register(request: HttpRequest) -> Outcome:
    """Make an account and log its owner in."""
    now, network = timezone.now(), rate_limit_key(request)
    pictures = tuple(request.FILES.getlist(PICTURE))
    too_large = PICTURE in dropped_files(request)
    if (pictures or too_large) and not count_try("profile_pictures", network):
        return refused(BUSY, at=PICTURE, status=429)
    form = check_registration(request.POST.dict(), pictures, too_large=too_large, today=localdate(now))
    if form.errors:
        return Outcome(kind="error", text="\n".join(form.errors.values()), problems=form.errors, status=400)
    if is_exhausted("taken_emails", network) or not count_try("registrations", network):
        return refused(TOO_MANY, at=EMAIL, status=429)
    try:
        user = create_customer(form, now=now)
    except Refusal as refusal:
        count_try("taken_emails", network)
        return refused(refusal.message, at=EMAIL, code=EMAIL_EXISTS)
    log_in_new_user(request, user)
    target = with_parameter(redirect_target(request), "register", "success")
    return Outcome(kind="success", text="Registration successful", redirect=target)


def lose_password(request: HttpRequest) -> Outcome:
    """Mail a link to choose a new password. The answer is the same for an address without an account."""
    try:
        ask_for_link(_text(request, LOST), rate_limit_key(request))
    except Refusal as refusal:
        return refused(refusal.message, at=LOST, status=429 if refusal.code == "too_many" else 400)
    return Outcome(kind="success", text=ASKED)


def choose_password(request: HttpRequest) -> Outcome:
    """Set a new password by the key of the mailed link, from the session or the form."""
    password = request.POST.get(NEW, "")
    if password != request.POST.get(NEW_AGAIN, ""):
        return refused(MISMATCH, at=NEW_AGAIN)
    in_form = [request.POST.get("rp_login", "")[:20], request.POST.get("rp_key", "")[:100]]
    user_id, token = request.session.get(RESET_KEY) or in_form
    try:
        reset_password(user_id, token, password, read_browser(request))
    except Refusal as refusal:
        return refused(refusal.message, at="" if refusal.message == BAD_KEY else NEW)
    request.session.pop(RESET_KEY, None)
    return Outcome(kind="success", text=DONE)


SUBMIT: Final[Mapping[str, Callable[[HttpRequest], Outcome]]] = {
    "single": ask_who,
    "login": log_in_by_password,
    "register": register,
    "lostPassword": lose_password,
    "resetPassword": choose_password,
}
"""Name of the form (`_xoo_el_form`) → what it does."""


def _text(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "").strip()[:254]
