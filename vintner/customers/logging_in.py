"""Logging in by e-mail address and password, wherever the form stands, and who is logged in."""

from django.contrib import auth
from django.http import HttpRequest

from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.limits import spend
from vintner.web.visitors import address_of

LONGEST_PASSWORD = 256
"""What is longer is cut before it is hashed (quality B.3, 24)."""


def log_in(request: HttpRequest) -> None:
    """Log in whom the fields username and password name (contract 2.9), or refuse.

    The same words for an unknown address and a wrong password: nobody learns who has an account.
    """
    email = request.POST.get("username", "").strip().lower()
    if not spend("log_in", email, address_of(request)):
        raise Refusal("too_many", "Too many tries. Please wait a quarter of an hour.", "username")
    password = request.POST.get("password", "")[:LONGEST_PASSWORD]
    user = auth.authenticate(request, username=email, password=password)
    if user is None:
        raise Refusal("no_match", "That e-mail address and password don't match an account.", "password")
    auth.login(request, user)


def user_of(request: HttpRequest) -> User | None:
    """Return whose account a request comes from, None for a guest's."""
    return request.user if isinstance(request.user, User) else None
