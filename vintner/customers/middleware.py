"""Which customer sent a request, and the cookie that tells scripts: cached pages say nothing about the visitor."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from vintner.customers import devices
from vintner.customers.models import User
from vintner.web.email_addresses import read_address

MARK = "vintner_customer"
NEW_DEVICE_VALUE = "vintner.device"
"""The entry of request.META with the new value of the device's cookie."""
GUESTS_COOKIES = "vintner.guests_cookies"
"""The entry of request.META with names of cookies whose content a log-in has taken into the account."""
P = ParamSpec("P")
CustomerView = Callable[Concatenate[HttpRequest, User, P], HttpResponse]
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


class CustomerMark:
    """Sets a cookie at log-in that lives as long as the session, and deletes it at log-out. It grants nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; only an answer that changes the session bears the cookie."""
        response = self._get_response(request)
        session = request.session
        if session.modified:
            if SESSION_KEY in session:
                seconds = None if session.get_expire_at_browser_close() else session.get_expiry_age()
                response.set_cookie(MARK, "1", max_age=seconds, samesite="Lax", secure=settings.HTTPS)
                _set_device_cookie(request, response)
                for name in request.META.get(GUESTS_COOKIES, ()):
                    response.delete_cookie(name, samesite="Lax")
            elif MARK in request.COOKIES:
                response.delete_cookie(MARK, samesite="Lax")
        return response


def _set_device_cookie(request: HttpRequest, response: HttpResponse) -> None:
    if value := request.META.get(NEW_DEVICE_VALUE):
        response.set_cookie(
            devices.COOKIE, value, devices.SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS
        )


def is_known_browser(request: HttpRequest, email: str) -> bool:
    """Return whether the account with this e-mail address was logged in with this browser before. One query at most."""
    marks = devices.read_marks(request.COOKIES.get(devices.COOKIE, ""))
    found = User.objects.filter(email=read_address(email)).values_list("pk", flat=True).first() if marks else None
    return found is not None and devices.device_mark(found) in marks


def user_of(request: HttpRequest) -> User | None:
    """Return whose account a request comes from, None for a guest's."""
    return request.user if isinstance(request.user, User) else None


def customer_of(request: HttpRequest) -> User:
    """Return whose account a request comes from, where a decorator lets no guests through."""
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    return user


def customer_required(back: str) -> Callable[[CustomerView[P]], View[P]]:
    """Pass the logged-in customer to a view, whose answers no cache may store.

    Everybody else is redirected to the log-in page and from there back: to the same page, or to the one that is named
    `back` in urls.py after a POST, to which a log-in cannot redirect.
    """

    def decorate(view: CustomerView[P]) -> View[P]:
        @wraps(view)
        def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            user = user_of(request)
            if user is not None:
                return view(request, user, *args, **kwargs)
            is_safe = request.method in ("GET", "HEAD")
            return redirect_to_login(request.path if is_safe else reverse(back), settings.LOGIN_URL)

        return never_cache(wrapped)

    return decorate
