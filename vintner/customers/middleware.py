"""Which customer sent a request, and the cookie that tells scripts: cached pages say nothing about the visitor."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import auth
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from vintner.customers.logging_in import authenticate
from vintner.customers.models import User
from vintner.web.client_address import rate_limit_key

MARK = "vintner_customer"


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
            elif MARK in request.COOKIES:
                response.delete_cookie(MARK, samesite="Lax")
        return response


def user_of(request: HttpRequest) -> User | None:
    """Return whose account a request comes from, None for a guest's."""
    return request.user if isinstance(request.user, User) else None


def log_in(request: HttpRequest) -> None:
    """Log in the user that the form data name by `username` and `password`, or raise Refusal."""
    email, password = request.POST.get("username", ""), request.POST.get("password", "")
    auth.login(request, authenticate(email, password, address=rate_limit_key(request)))
