"""The actions of customers on their saved methods. Somebody else's method counts as missing."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from vintner.customers.models import User
from vintner.payments.models import SavedMethod
from vintner.payments.saved_methods import saved_methods
from vintner.payments.saved_methods.signals import method_leaves
from vintner.refusal import Refusal

METHOD_GONE = "That payment method is not among your saved ones any more."


def make_default(user: User, number: int) -> SavedMethod:
    """Make a method the one that is preselected at the checkout. Raises Refusal: `no_such_card`."""
    with transaction.atomic():
        card = _lock_own_method(user, number)
        card.customer.methods.filter(is_default=True).exclude(pk=card.pk).update(is_default=False)
        card.is_default = True
        card.save(update_fields=["is_default"])
    return card


def delete(user: User, number: int) -> SavedMethod:
    """Delete a method here, and detach it at the provider by a job. What it is used for goes to the heir.

    There is no undo: a detached method has to be entered again. Raises Refusal: `no_such_card`, and what packages above
    refuse, when it is used and nothing takes over.
    """
    with transaction.atomic():
        card = _lock_own_method(user, number)
        method_leaves.send(SavedMethod, method=card, heir=find_heir(card, timezone.now()), by=user)
        SavedMethod.objects.filter(pk=card.pk).delete()
        saved_methods.ensure_default(card.customer)
        saved_methods.detach_later(card.method_id)
    return card


def find_heir(method: SavedMethod, now: datetime) -> SavedMethod | None:
    """Return the method that takes over when one is deleted: the default, or the newest that has not expired."""
    others = method.customer.methods.exclude(pk=method.pk).order_by("-is_default", "-pk")
    return next((each for each in others if not each.has_expired(now)), None)


def _lock_own_method(user: User, number: int) -> SavedMethod:
    """Lock the customer, and return the method if it is theirs."""
    owner = saved_methods.lock_customer(user)
    card = owner.methods.filter(pk=number).select_related("customer").first() if owner else None
    if card is None:
        raise Refusal("no_such_card", METHOD_GONE)
    return card
