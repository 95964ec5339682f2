"""Changes the e-mail address of an account: by a link to the new address. The old one is told once that is opened."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from vintner.accounts.engine.account_emails import queue_account_email
from vintner.accounts.engine.registration import confirmation_url, ensure_email_address
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.email_addresses import read_address

SAME = "That is the email address of your account already."


def request_email_change(user: User, email: str) -> None:
    """Mail a link to the new address. An earlier request that was not confirmed is forgotten.

    An address that has an account gets an e-mail that says so instead. Neither the answer nor the account's pages tell:
    the request is kept like any other, but no link to it exists. Raises Refusal `same`.
    """
    email = read_address(email)
    if email == user.email:
        raise Refusal("same", SAME, "email")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        cancel_email_change(user)
        ensure_email_address(user)
        address = EmailAddress.objects.create(user=user, email=email)
        if User.objects.filter(email=email).exists():
            reset = settings.STORE_URL + reverse("account_reset_password")
            queue_account_email("account/email/account_already_exists", email, {"password_reset_url": reset})
        else:
            queue_account_email("account/email/email_confirmation", email, {"activate_url": confirmation_url(address)})


def find_requested_email(user: User) -> str:
    """Return the address that the user wants to change to, '' for none."""
    return EmailAddress.objects.filter(user=user, primary=False).values_list("email", flat=True).first() or ""


def cancel_email_change(user: User) -> None:
    """Forget the address that was not confirmed; its link does not work any more."""
    EmailAddress.objects.filter(user=user, primary=False, verified=False).delete()
