"""Saves payment methods of customers. No fault in here prevents an order from being paid."""

import hashlib
import logging
from typing import Final

from django.db import DatabaseError, transaction
from procrastinate.contrib.django import app

from vintner.customers.models import User
from vintner.payments.gateway import Intent, NewCustomer, ReusableMethod
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, SavedMethod
from vintner.payments.provider import gateway
from vintner.payments.saved_methods.signals import method_saved

NEW_CUSTOMER_SUFFIX: Final = ":new-customer"
"""The suffix of an idempotency key when the call is repeated with another customer."""

MAX_ACCOUNT_LENGTH: Final = 254

log = logging.getLogger(__name__)


def ensure_customer(attempt: Payment | CardSetup, owner: User) -> None:
    """Store the provider's customer of the user for whom the attempt saves its method. Creates it if needed.

    The id is stored before the call, because a repeat with the same key must have the same parameters. Raises
    ProviderDown and Rejected.
    """
    if not attempt.customer_id:
        attempt.customer_id = find_or_open_customer(owner).customer_id
        attempt.save(update_fields=["customer_id", "changed_at"])


def replace_lost_customer(attempt: Payment | CardSetup) -> bool:
    """Replace the customer of a new method who was deleted at the provider. Returns whether to repeat the call.

    The repeat gets another key, because its parameters differ. Raises ProviderDown and Rejected.
    """
    owner = attempt.saves_for
    if owner is None or attempt.idempotency_key.endswith(NEW_CUSTOMER_SUFFIX):
        return False
    forget_customer(attempt.customer_id)
    attempt.customer_id = find_or_open_customer(owner).customer_id
    attempt.idempotency_key = f"{attempt.idempotency_key}{NEW_CUSTOMER_SUFFIX}"
    attempt.save(update_fields=["customer_id", "idempotency_key", "changed_at"])
    return True


def find_or_open_customer(user: User) -> ProviderCustomer:
    """Return the provider's customer of an account. Creates one if needed. Raises ProviderDown and Rejected."""
    known = ProviderCustomer.objects.filter(user=user).first()
    if known is not None:
        return known
    # The key makes one customer of two requests at once, and of a repeat after a lost answer. It depends on the
    # customers who were deleted at the provider: the same key would return the deleted one for a day.
    removed = [
        rows.exclude(customer_id="").order_by("pk").values_list("customer_id", flat=True).last()
        for rows in (Payment.objects.filter(keep_for=user), CardSetup.objects.filter(user=user))
    ]
    text = f"{user.pk} {user.joined_at.isoformat()} {user.email} {user.full_name} {removed}"
    mark = hashlib.sha256(text.encode()).hexdigest()
    new = NewCustomer(email=user.email, name=user.full_name, reference=str(user.pk), key=f"customer:{mark[:40]}")
    customer_id = gateway().open_customer(new)
    return ProviderCustomer.objects.get_or_create(user=user, defaults={"customer_id": customer_id})[0]


def lock_customer_of(payment: Payment) -> None:
    """Lock the provider's customer of a payment, before what follows its order is locked (docs/payments.md#locks)."""
    if payment.customer_id:
        ProviderCustomer.objects.select_for_update().filter(customer_id=payment.customer_id).first()


def lock_customer(user: User) -> ProviderCustomer | None:
    """Return the locked provider's customer of an account, None when it has none."""
    return ProviderCustomer.objects.select_for_update().filter(user=user).first()


def save_method_of_payment(payment: Payment, user: User, intent: Intent) -> None:
    """Save the method that has just paid for its owner. Faults are only logged: the order is paid anyway."""
    card = intent.paid_with
    if card is None or not intent.saves_method:
        return
    try:
        with transaction.atomic():
            if save_method(user, payment.customer_id, card):
                payment.method = card.method_id
                send_method_saved(payment)
    except DatabaseError:
        log.exception("the card of attempt %s could not be kept", payment.pk)


def send_method_saved(payment: Payment) -> None:
    """Tell packages above that a saved method has paid for an order, whether it was saved now or before.

    What was charged without its owner tells nothing new: the owner may have chosen another method meanwhile.
    """
    if payment.off_session:
        return
    method = SavedMethod.objects.filter(customer__customer_id=payment.customer_id, method_id=payment.method).first()
    if method is not None:
        method_saved.send(SavedMethod, order=payment.order, method=method, chosen_at=payment.created_at)


def send_setup_method_saved(setup: CardSetup) -> None:
    """Tell the same of a method that was saved for later boxes of an order that cost nothing."""
    method = SavedMethod.objects.filter(customer__customer_id=setup.customer_id, method_id=setup.method).first()
    if setup.order is not None and method is not None:
        method_saved.send(SavedMethod, order=setup.order, method=method, chosen_at=setup.chosen_at or setup.created_at)


def save_method(user: User, customer_id: str, card: ReusableMethod) -> bool:
    """Save a method, or update the saved one with the same fingerprint.

    Returns False when the account has another customer at the provider by now: the method could not be charged.
    """
    owner = ProviderCustomer.objects.select_for_update().filter(customer_id=customer_id, user=user).first()
    if owner is None:
        return False
    row = owner.methods.filter(fingerprint=card.fingerprint).first() or SavedMethod(customer=owner)
    replaced = row.method_id
    row.is_default = row.is_default or not owner.methods.filter(is_default=True).exists()
    update_method(row, card)
    if replaced and replaced != card.method_id:
        detach_later(replaced)
    return True


def update_method(row: SavedMethod, card: ReusableMethod) -> None:
    """Update a saved method from the provider's."""
    row.method_id, row.fingerprint, row.type = card.method_id, card.fingerprint, card.type
    row.brand, row.last_four = card.brand, card.last_four
    row.account, row.mandate = card.account[:MAX_ACCOUNT_LENGTH], card.mandate or row.mandate
    row.expires_year, row.expires_month = card.expires_year, card.expires_month
    row.save()


def detach_later(method_id: str) -> None:
    """Detach a method at the provider by a job, as soon as this transaction is committed."""
    app.configure_task("payments.detach").defer(method_id=method_id)


def erase_customer(user: User) -> None:
    """Delete the provider's customer of an account with all saved methods: here at once, at the provider by jobs, as
    soon as this transaction is committed. What was paid stays there.
    """
    owner = lock_customer(user)
    if owner is None:
        return
    for method in owner.methods.all():
        detach_later(method.method_id)
    app.configure_task("payments.delete_customer").defer(customer_id=owner.customer_id)
    owner.delete()


def forget_customer(customer_id: str) -> None:
    """Delete a customer whom the provider does not have, with all saved methods."""
    with transaction.atomic():
        for owner in ProviderCustomer.objects.select_for_update().filter(customer_id=customer_id):
            owner.delete()


def forget_unknown(payment: Payment, unknown: str) -> bool:
    """Delete what the provider does not have: the `customer`, or the attempt's saved `payment_method`.

    Returns whether the attempt was to be paid with a saved method.
    """
    if not payment.customer_id or unknown not in ("customer", "payment_method"):
        return False
    was_saved = payment.keep_for_id is None
    with transaction.atomic():
        owner = ProviderCustomer.objects.select_for_update().filter(customer_id=payment.customer_id).first()
        if owner is not None and unknown == "customer":
            owner.delete()
        elif owner is not None and was_saved:
            owner.methods.filter(method_id=payment.method).delete()
            ensure_default(owner)
    return was_saved


def ensure_default(owner: ProviderCustomer) -> None:
    """Make the newest method the default if there is none."""
    newest = owner.methods.order_by("-pk").first()
    if newest is not None and not owner.methods.filter(is_default=True).exists():
        newest.is_default = True
        newest.save(update_fields=["is_default"])
