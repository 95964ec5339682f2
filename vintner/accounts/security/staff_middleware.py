"""What the admin asks of a session of staff: that it is neither idle nor old, and that it has a second factor."""

from time import time
from typing import Final
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.mfa.models import Authenticator
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from vintner.accounts.security.factors import SECOND_FACTORS
from vintner.customers.middleware import customer_of
from vintner.customers.models import User

IDLE_SECONDS: Final = 30 * 60
LONGEST_SECONDS: Final = 12 * 60 * 60
WRITE_SECONDS: Final = 60
"""How exactly the last request is known: writing the session with each one would cost a query."""
SEEN, SINCE = "staff_seen_at", "staff_since"
EXPIRED = "You were logged out, because nothing was done for a while. Please log in again."
NEEDED = "Before the admin opens, your account needs a second step. Add a passkey or an authenticator app here."


def begin_session(sender: type[User], request: HttpRequest, user: User, **_: object) -> None:
    """Receive Django's signal of a log-in: note when a session of staff began."""
    if user.is_staff:
        request.session[SINCE] = request.session[SEEN] = time()


def use_new_factor(sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **_: object) -> None:
    """Receive allauth's signal of a new second factor. For staff it counts in this session: it was just used.

    The sessions from before end: the password alone has opened them, and they could add a factor of their own.
    """
    if not user.is_staff:
        return
    end_other_sessions(request, user)
    if authenticator.type in SECOND_FACTORS:
        record_authentication(request, user, method="mfa", id=authenticator.pk, type=authenticator.type)


def refuse_staff(request: HttpRequest) -> HttpResponse | None:
    """Return where a request of staff is sent instead of the admin, None when the admin may answer.

    Only the admin's pages are guarded. The shop's stay open to staff like to any customer.
    """
    if request.path == reverse("admin:logout"):
        return None
    if _is_expired(request):
        logout(request)
        messages.info(request, EXPIRED)
        return HttpResponseRedirect(f"{reverse('admin:login')}?{urlencode({'next': request.get_full_path()})}")
    user = customer_of(request)
    if settings.STAFF_SECOND_FACTOR and not _has_second_factor(request, user):
        return _ask_for_second_factor(request, user)
    return None


def _is_expired(request: HttpRequest) -> bool:
    """Return whether the session was idle too long or is too old, and note when it was used."""
    now = time()
    since, seen = request.session.get(SINCE, now), request.session.get(SEEN, now)
    if now - seen > IDLE_SECONDS or now - since > LONGEST_SECONDS:
        return True
    if SEEN not in request.session or now - seen > WRITE_SECONDS:
        request.session[SINCE], request.session[SEEN] = since, now
    return False


def _has_second_factor(request: HttpRequest, user: User) -> bool:
    """Return whether a passkey or a code was given in this session."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, user))


def _ask_for_second_factor(request: HttpRequest, user: User) -> HttpResponse:
    types = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    if not types:
        messages.info(request, NEEDED)
        return HttpResponseRedirect(reverse("security"))
    has_passkey = Authenticator.Type.WEBAUTHN in types
    name = "mfa_reauthenticate_webauthn" if has_passkey else "mfa_reauthenticate"
    return HttpResponseRedirect(f"{reverse(name)}?{urlencode({'next': request.get_full_path()})}")
