"""The confirmed e-mail addresses of a customer, and what guests left with them."""

from allauth.account.models import EmailAddress
from django.db.models import Q

from vintner.customers.models import User
from vintner.web.email_addresses import has_address, spellings_of


def list_proven_addresses(user: User) -> list[str]:
    """Return the user's confirmed e-mail addresses, as the store may have written them.

    Only these lead to what guests left with the address: whoever registers with somebody else's could read or erase
    that person's orders otherwise.
    """
    confirmed = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return sorted({spelling for address in confirmed for spelling in spellings_of(address)})


def build_owner_condition(user: User) -> Q:
    """Return the condition for rows that belong to the account, or to a guest with its confirmed address. One query."""
    condition = Q(user=user)
    for address in list_proven_addresses(user):
        condition |= has_address("email", address) & Q(user=None)
    return condition
