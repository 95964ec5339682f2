"""The actions of customers on their saved methods. Somebody else's method counts as missing."""

from django.db import transaction

from vintner.customers.models import User
from vintner.payments.models import ProviderCustomer, SavedMethod
from vintner.payments.saved_methods import saved_methods
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
    """Delete a method here, and detach it at the provider by a job. Raises Refusal: `no_such_card`.

    There is no undo: a detached method has to be entered again.
    """
    with transaction.atomic():
        card = _lock_own_method(user, number)
        SavedMethod.objects.filter(pk=card.pk).delete()
        saved_methods.ensure_default(card.customer)
        saved_methods.detach_later(card.method_id)
    return card


def _lock_own_method(user: User, number: int) -> SavedMethod:
    """Lock the customer, and return the method if it is theirs."""
    owner = ProviderCustomer.objects.select_for_update().filter(user=user).first()
    card = owner.methods.filter(pk=number).select_related("customer").first() if owner else None
    if card is None:
        raise Refusal("no_such_card", METHOD_GONE)
    return card
