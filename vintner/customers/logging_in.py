"""Logging in by e-mail address and password, wherever the form stands."""

from django.contrib import auth

from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.email_addresses import fold_address
from vintner.web.rate_limits import count_try, reset_tries, return_try

LONGEST_PASSWORD = 256
"""What is longer is cut before it is hashed: hashing a very long password would take seconds."""


def authenticate(email: str, password: str, *, address: str, known_browser: bool = False) -> User:
    """Return the account that the e-mail address and password belong to.

    `address` is the key that rate limits count the client's network address by (`client_address.rate_limit_key`).
    `known_browser` says that the account was logged in with this browser before (`middleware.is_known_browser`).

    Raises Refusal, with the same words for an unknown address and a wrong password: nobody learns who has an account.
    Only failures count against the limits. A wrong password for an account at one address does not keep its owner out
    at another one. Those from everywhere do, when they are many, except in a browser that the account knows.
    """
    email = fold_address(email)
    account_here = f"{email} {address}"
    is_within = count_try("log_in", account_here) and count_try("log_in_from", address)
    if not (is_within and (known_browser or count_try("log_in_to", email))):
        raise Refusal("too_many", "Too many tries. Please wait a quarter of an hour.", "username")
    user = auth.authenticate(username=email, password=password[:LONGEST_PASSWORD])
    if not isinstance(user, User):
        raise Refusal("no_match", "That email address and password don't match an account.", "password")
    reset_tries("log_in", account_here)
    return_try("log_in_from", address)
    if not known_browser:
        return_try("log_in_to", email)
    return user
