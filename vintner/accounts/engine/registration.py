"""Makes accounts, wherever the form stands: the account's own pages, the checkout, the receipt."""

from datetime import datetime

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse

from vintner.accounts.engine.account_emails import queue_account_email
from vintner.customers.models import User
from vintner.refusal import Refusal

EMAIL_TAKEN = "An account is already registered with your email address. Please log in."


def create_account(
    email: str,
    password: str | None,
    *,
    first_name: str = "",
    last_name: str = "",
    opened_with_order_at: datetime | None = None,
) -> User:
    """Create a customer's account and queue its first e-mail, in one transaction.

    Without a password the account has none: its owner logs in by a mailed code or a passkey, or sets one by the reset.
    One that is opened with an order has to wait for its payment (address_proof.py: waits_for_proof).
    Raises Refusal `email_taken`, also if the same address registers at the same moment.
    """
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                email,
                password,
                first_name=first_name[:100],
                last_name=last_name[:100],
                opened_with_order_at=opened_with_order_at,
            )
            address = EmailAddress.objects.create(user=user, email=user.email, primary=True)
            queue_account_email(
                "account/email/email_confirmation_signup", user.email, {"activate_url": confirmation_url(address)}
            )
    except IntegrityError as error:
        raise Refusal("email_taken", EMAIL_TAKEN) from error
    return user


def confirmation_url(address: EmailAddress) -> str:
    """Return the absolute address that confirms an e-mail address. It is signed, and works for three days."""
    return settings.STORE_URL + reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(address).key])


def ensure_email_address(user: User) -> EmailAddress:
    """Return allauth's record of a user's e-mail address, made when it is missing.

    The address of staff counts as confirmed: another member of staff entered it, or the command line. The record of an
    address that staff has replaced in the admin is deleted.
    """
    found = EmailAddress.objects.filter(user=user, email=user.email).first()
    if found is not None and found.primary:
        return found
    EmailAddress.objects.filter(user=user, primary=True).delete()
    if found is not None:
        found.primary = True
        found.save(update_fields=["primary"])
        return found
    address, _ = EmailAddress.objects.get_or_create(
        user=user, email=user.email, defaults={"primary": True, "verified": user.is_staff}
    )
    return address
