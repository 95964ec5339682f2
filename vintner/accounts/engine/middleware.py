"""Logging in and registering by a request, through django-allauth's stages: a second factor may be asked for first."""

from allauth.account.internal.flows.login import perform_login, perform_password_login
from allauth.account.models import Login
from allauth.account.signals import user_signed_up
from django.http import HttpRequest

from vintner.accounts.engine.address_proof import mail_confirmation, waits_for_proof
from vintner.customers.logging_in import authenticate
from vintner.customers.middleware import is_known_browser
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.client_address import rate_limit_key

BROWSER_SESSION = 0
"""Django's expiry of a session that ends with the browser. The store forgets it after SESSION_COOKIE_AGE."""
UNPROVEN = "unproven"
"""The code of the refusal of an account that waits for the proof of its address."""
CONFIRM_FIRST = "We have sent you a link to confirm your address first."


def log_in(request: HttpRequest, email: str, password: str, *, next_url: str, remember: bool = True) -> str:
    """Log in by e-mail address and password; return the address to go to.

    That is `next_url`, or the page that asks for the second factor, which leads there. Without `remember` the session
    ends with the browser. Raises Refusal; `unproven`, after a link was mailed, if the account's address has to be
    confirmed first.
    """
    known = is_known_browser(request, email)
    user = authenticate(email, password, address=rate_limit_key(request), known_browser=known)
    if waits_for_proof(user):
        mail_confirmation(user, rate_limit_key(request))
        raise Refusal(UNPROVEN, CONFIRM_FIRST)
    if not remember:
        request.session.set_expiry(BROWSER_SESSION)
    return log_in_with_password(request, user, next_url=next_url)


def log_in_with_password(request: HttpRequest, user: User, *, next_url: str) -> str:
    """Log in a user whose password was right; return the address to go to, as `log_in` does."""
    login = Login(user=user, redirect_url=next_url, email=user.email)
    return perform_password_login(request, {"email": user.email}, login)["Location"]


def log_in_new_user(request: HttpRequest, user: User) -> None:
    """Log in the owner of an account that was made by this request. Sends `user_signed_up`."""
    perform_login(request, Login(user=user, redirect_url="/", signup=True, email_verification="none"))
    user_signed_up.send(sender=User, request=request, user=user)
