"""Handles webhook events of payment methods and customers. Events are hints: the object is read again."""

import logging

from django.db import transaction

from vintner.payments.gateway import CardOnFile, ReusableMethod
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, SavedMethod
from vintner.payments.provider import gateway
from vintner.payments.saved_methods import saved_methods
from vintner.payments.saved_methods.signals import method_leaves

log = logging.getLogger(__name__)


def refresh_card(method_id: str, *, may_be_new: bool = False) -> None:
    """Update a saved method that was renewed by its bank, or detached in the provider's dashboard.

    With `may_be_new`, also save one that was attached there. Raises ProviderDown.
    """
    found = gateway().find_card(method_id)
    with transaction.atomic():
        owner = _lock_owner(method_id, found)
        if owner is None:
            return
        row = owner.methods.filter(method_id=method_id).first()
        if found is None or found.customer_id != owner.customer_id:
            _delete_method(owner, row)
        elif row is not None:
            _renew_method(owner, row, found.card)
        elif may_be_new and not _is_attached_by_store(method_id):
            _save_attached(owner, found.card)


def refresh_customer(customer_id: str) -> None:
    """Delete a customer who was deleted at the provider, with all saved methods. Raises ProviderDown."""
    is_ours = ProviderCustomer.objects.filter(customer_id=customer_id).exists()
    if is_ours and not gateway().knows_customer(customer_id):
        saved_methods.forget_customer(customer_id)
        log.warning("customer %s was deleted at the provider", customer_id)


def _lock_owner(method_id: str, found: CardOnFile | None) -> ProviderCustomer | None:
    """Lock and return the owner of a method: the store's, or for a new method the provider's."""
    owners = ProviderCustomer.objects.select_for_update()
    number = SavedMethod.objects.filter(method_id=method_id).values_list("customer_id", flat=True).first()
    if number is not None:
        return owners.filter(pk=number).first()
    return owners.filter(customer_id=found.customer_id).first() if found and found.customer_id else None


def _delete_method(owner: ProviderCustomer, row: SavedMethod | None) -> None:
    if row is not None:
        row.delete()
        saved_methods.ensure_default(owner)


def _renew_method(owner: ProviderCustomer, row: SavedMethod, card: ReusableMethod) -> None:
    """Update a method's number or date. If it has become the same as another one, only that one stays."""
    twin = owner.methods.filter(fingerprint=card.fingerprint).exclude(pk=row.pk).first()
    if twin is None:
        saved_methods.update_method(row, card)
        return
    was_default = row.is_default
    method_leaves.send(SavedMethod, method=row, heir=twin)
    row.delete()
    saved_methods.detach_later(row.method_id)
    if was_default:
        twin.is_default = True
        twin.save(update_fields=["is_default"])


def _is_attached_by_store(method_id: str) -> bool:
    """Return whether the store attached a method. Its attempt saves it, and a late event must not bring back a method
    that the customer has deleted since.
    """
    tries = (CardSetup.objects.filter(method=method_id), Payment.objects.filter(method=method_id))
    return any(each.exists() for each in tries)


def _save_attached(owner: ProviderCustomer, card: ReusableMethod) -> None:
    """Save a method that was attached at the provider. If its fingerprint is known, the saved record stays.

    Only the customer's own action replaces a record: two events could otherwise replace each other's forever.
    """
    if not owner.methods.filter(fingerprint=card.fingerprint).exists():
        saved_methods.save_method(owner.user, owner.customer_id, card)
