"""The first proof that somebody reads the mail of an account's address, and what it takes from the account.

Until then somebody else may have made the account, and kept a key to it (docs/behaviour/accounts.md#new-accounts).
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from vintner.accounts.engine.account_emails import queue_account_email
from vintner.accounts.engine.registration import confirmation_url, ensure_email_address
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.web.rate_limits import count_in_turn


def is_proven(user: User) -> bool:
    """Return whether the address of an account was ever confirmed. That of staff counts as confirmed."""
    confirmed = list(EmailAddress.objects.filter(user=user).values_list("verified", flat=True))
    return any(confirmed) or (user.is_staff and not confirmed)


def waits_for_proof(user: User) -> bool:
    """Return whether an account was opened along with an order, none of its orders was paid, and nobody has confirmed
    its address. Only the browser that opened it is in it: a declined card would give anybody the address otherwise.
    """
    if user.opened_with_order_at is None or is_proven(user):
        return False
    return not Order.objects.filter(user=user, paid_at__isnull=False).exists()


def mail_confirmation(user: User, network: str) -> bool:
    """Mail the link that confirms the address. `network` is the visitor's rate_limit_key. Returns False, without an
    e-mail, when there were too many.
    """
    if not count_in_turn("confirmation_links", network, user.email):
        return False
    link = confirmation_url(ensure_email_address(user))
    queue_account_email("account/email/email_confirmation", user.email, {"activate_url": link})
    return True


def drop_unproven_access(user: User) -> bool:
    """Remove what opens an account whose address is confirmed only now, by whoever reads its mail: its password,
    passkeys and second factors. Its sessions end, and so does a change of its address. Returns whether there was a key.
    """
    if is_proven(user):
        return False
    factors, _ = Authenticator.objects.filter(user=user).delete()
    had_key = user.has_usable_password() or bool(factors)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    EmailAddress.objects.filter(user=user, primary=False).delete()
    return had_key


def prove_address(user: User) -> None:
    """Confirm the address of an account, for somebody who came by a link in its mail and sets a new password. Other
    addresses of the account, such as one that it asked to change to, are forgotten.
    """
    drop_unproven_access(user)
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()
    address = ensure_email_address(user)
    address.set_verified(commit=False)
    address.primary = True
    address.save()
