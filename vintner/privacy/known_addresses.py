"""By which e-mail addresses a customer is known, and which orders are theirs."""

from allauth.account.models import EmailAddress
from django.db.models import Q

from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.web.email_addresses import has_address, spellings_of


def list_proven_addresses(user: User) -> list[str]:
    """Return the user's confirmed e-mail addresses, as the store may have written them.

    Only these lead to what guests left with the address: whoever registers with somebody else's could read or erase
    that person's orders otherwise.
    """
    confirmed = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return sorted({spelling for address in confirmed for spelling in spellings_of(address)})


def is_theirs(user: User) -> Q:
    """Return the condition for rows that belong to the account, or to a guest with its confirmed address."""
    condition = Q(user=user)
    for address in list_proven_addresses(user):
        condition |= has_address("email", address) & Q(user=None)
    return condition


def list_order_ids(user: User) -> list[int]:
    """Return the ids of the customer's orders, drafts included, in their order."""
    return list(Order.objects.filter(is_theirs(user)).order_by("pk").values_list("pk", flat=True))
