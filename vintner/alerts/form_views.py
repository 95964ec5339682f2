"""Reads a request for an alert, from the call and the form alike."""

from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.utils import timezone

from vintner.alerts.alerts import BAD_EMAIL, AlertAddress, AskedAlert, ask_for_launch
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.orders.ownership import has_proven
from vintner.refusal import Refusal
from vintner.web import email_addresses
from vintner.web.client_address import rate_limit_key
from vintner.web.numbers import whole

TRAP = "topic"
"""The name of a field that people do not see."""
TRAPPED = "A field that people don't see was filled in. It is empty now; please send again."


def ask(request: HttpRequest) -> AskedAlert:
    """Put the address of the form on the list. Raises Refusal."""
    return ask_for_launch(read_product_id(request), read_address(request), timezone.now())


def read_address(request: HttpRequest) -> AlertAddress:
    """Return the field `email` of a form and who sent it.

    Raises Refusal `invalid`, and `trapped` for the form of a program.
    """
    if request.POST.get(TRAP):
        raise Refusal("trapped", TRAPPED)
    email = _read_email(request)
    owner = _find_owner(request, email)
    return AlertAddress(
        email=email,
        user=owner,
        has_proven=owner is not None or has_proven(request.session, email),
        network=rate_limit_key(request),
    )


def _read_email(request: HttpRequest) -> str:
    email = email_addresses.read_address(request.POST.get("email", ""))
    if not email:
        raise Refusal("invalid", BAD_EMAIL, "email")
    return email


def read_product_id(request: HttpRequest) -> int:
    """Return the product that the form is about, 0 for none."""
    return read_id(request.POST.get("id", ""))


def read_id(text: str) -> int:
    """Return an id, 0 for what is none."""
    return whole(text) or 0


def _find_owner(request: HttpRequest, email: str) -> User | None:
    """Return the customer who is logged in, if the address is a confirmed one of the account.

    Whoever types the address of somebody else does not get to see, or end, what that person confirms.
    """
    user = user_of(request)
    if user is not None and EmailAddress.objects.filter(user=user, email=email, verified=True).exists():
        return user
    return None
