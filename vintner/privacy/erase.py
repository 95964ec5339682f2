"""Erases accounts for good. What stays, and why, is in docs/behaviour/accounts.md."""

import logging
import re
from collections.abc import Collection
from datetime import datetime
from uuid import uuid4

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import Model, Q

from vintner.alerts.models import Alert, DigestReader
from vintner.attribution.attributions import erase_attribution
from vintner.cart.models import Cart
from vintner.catalogue.models import Review
from vintner.catalogue.reviews.reviews import refresh_ratings
from vintner.content.models import ContactMessage
from vintner.customers.models import User
from vintner.customers.proven_addresses import build_owner_condition, list_proven_addresses
from vintner.newsletter.models import NewsletterReader
from vintner.orders.erase_orders import erase_emails, erase_orders
from vintner.orders.models import Email
from vintner.orders.ownership import list_own_order_ids
from vintner.payments.models import Payment
from vintner.payments.saved_methods.saved_methods import erase_customer, lock_customer
from vintner.privacy.closing import end_sessions, list_obstacles
from vintner.privacy.models import Erasure
from vintner.subscriptions.changes.own_actions import cancel_all
from vintner.subscriptions.changes.personal_data import erase_subscriptions
from vintner.web.email_addresses import has_address

_FORGET_JOBS = """
DELETE FROM procrastinate_jobs
WHERE status NOT IN ('todo', 'doing')
    AND args::text ~* ANY (%s::text[])
"""

log = logging.getLogger(__name__)


def erase_account(erasure_id: int, now: datetime) -> bool:
    """Erase an account whose time has come, in one transaction. Returns whether it is erased now.

    An account for which something is running again waits, and so does one that has become staff's.
    """
    with transaction.atomic():
        due = Erasure.objects.select_for_update(of=("self",)).filter(
            pk=erasure_id, undone_at=None, erased_at=None, due_at__lte=now
        )
        erasure = due.first()
        if erasure is None or erasure.user_id is None:
            return False
        user = User.objects.select_for_update().get(pk=erasure.user_id)
        if obstacles := list_obstacles(user):
            log.warning("erasure %s waits: %s", erasure.pk, " ".join(obstacles))
            return False
        Erasure.objects.filter(user=user).update(user=None)
        Erasure.objects.filter(pk=erasure.pk).update(erased_at=now)
        _erase(user, now)
    return True


def _erase(user: User, now: datetime) -> None:
    order_ids, addresses = list_own_order_ids(user), list_proven_addresses(user)
    lock_customer(user)
    cancel_all(user, now, by=None)
    erase_subscriptions(user, now)
    erase_customer(user)
    end_sessions(user)
    Cart.objects.filter(build_owner_condition(user)).delete()
    Alert.objects.filter(build_owner_condition(user)).delete()
    DigestReader.objects.filter(email__in=addresses).delete()
    NewsletterReader.objects.filter(build_owner_condition(user)).delete()
    _delete_messages(user)
    _delete_reviews(user)
    _blot_payments(order_ids)
    erase_orders(order_ids, now, people=f"erased:{uuid4()}")
    erase_attribution(order_ids)
    everywhere = sorted({user.email, *addresses, *_list_former_addresses(user)})
    _erase_emails(everywhere, now)
    _blot_log(User, [user.pk])
    _forget_jobs(everywhere)
    user.delete()


def _delete_messages(user: User) -> None:
    """Delete what the customer wrote by the contact page."""
    found = ContactMessage.objects.filter(build_owner_condition(user))
    _blot_log(ContactMessage, list(found.values_list("pk", flat=True)))
    found.delete()


def _delete_reviews(user: User) -> None:
    """Delete the customer's reviews: their texts may say who wrote them."""
    found = list(Review.objects.filter(build_owner_condition(user)).values_list("pk", "product_id"))
    _blot_log(Review, [pk for pk, _ in found])
    Review.objects.filter(pk__in=[pk for pk, _ in found]).delete()
    refresh_ratings(product_id for _, product_id in found)


def _blot_payments(order_ids: Collection[int]) -> None:
    """Keep of payments the amounts, the provider's ids, brand and last four digits."""
    payments = Payment.objects.filter(order__in=order_ids)
    payments.filter(card__contains="@").update(card="")
    payments.update(
        sent_from="", user_agent="", origin="", provider_page="", customer_id="", error_message="", keep_for=None
    )


def _list_former_addresses(user: User) -> list[str]:
    """Return the addresses that were told of a change to the account's present one."""
    told = Email.objects.filter(order=None, kind="email_changed", text__iregex=_address_pattern(user.email))
    return [address.lower() for address in told.values_list("to", flat=True)]


def _erase_emails(addresses: Collection[str], now: datetime) -> None:
    """Erase what is not about an order, and was mailed to an address of the account or names one."""
    about = Q(pk=None)
    for address in addresses:
        about |= has_address("to", address) | Q(text__iregex=_address_pattern(address))
    erase_emails(Email.objects.filter(about, order=None), now)


def _blot_log(model: type[Model], ids: Collection[int]) -> None:
    """Take the names out of what staff did to these rows. Who did it, and when, stays."""
    of_rows = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(model), object_id__in=[str(each) for each in ids]
    )
    of_rows.update(object_repr="An erased account", change_message="")


def _forget_jobs(addresses: Collection[str]) -> None:
    """Delete finished jobs whose arguments have an address of the customer."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET_JOBS, [[_address_pattern(address) for address in addresses]])


def _address_pattern(address: str) -> str:
    """Return PostgreSQL's regular expression for an e-mail address that is not a part of a longer one."""
    return rf"(?<![\w.+-]){re.escape(address)}(?![\w-]|\.\w)"
