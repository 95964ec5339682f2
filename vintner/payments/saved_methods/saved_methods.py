"""Cards that their owners let the provider keep. Nothing in here ever stands between a payment and its order."""

import hashlib
import logging
from typing import Final

from django.db import DatabaseError, transaction
from procrastinate.contrib.django import app

from vintner.customers.models import User
from vintner.payments.gateway import Intent, NewCustomer, ReusableMethod
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, SavedMethod
from vintner.payments.provider import gateway

NEW_CUSTOMER_SUFFIX: Final = ":new-customer"
"""What the key of an attempt ends in when it is asked for again, with another customer."""

MAX_ACCOUNT_LENGTH: Final = 254

log = logging.getLogger(__name__)


def ensure_customer(payment: Payment) -> Payment:
    """Return the attempt with the provider's customer who is to keep the card, made when first needed.

    The attempt remembers it before the card is charged: asked again by its key, the provider must hear the same.
    Raises ProviderDown and Rejected.
    """
    if payment.keep_for is None or payment.customer_id:
        return payment
    payment.customer_id = find_or_open_customer(payment.keep_for).customer_id
    payment.save(update_fields=["customer_id", "changed_at"])
    return payment


def forget_lost_customer(payment: Payment) -> bool:
    """Forget a customer who was to keep a new card and was deleted at the provider; says whether another one may.

    Another key makes it another request.
    """
    if payment.keep_for is None or payment.idempotency_key.endswith(NEW_CUSTOMER_SUFFIX):
        return False
    forget_customer(payment.customer_id)
    payment.customer_id, payment.idempotency_key = "", f"{payment.idempotency_key}{NEW_CUSTOMER_SUFFIX}"
    payment.save(update_fields=["customer_id", "idempotency_key", "changed_at"])
    return True


def find_or_open_customer(user: User) -> ProviderCustomer:
    """Return the provider's customer of an account, made when first needed. Raises ProviderDown and Rejected."""
    known = ProviderCustomer.objects.filter(user=user).first()
    if known is not None:
        return known
    # By this key, two requests at once and one whose answer was lost make one customer. One that was removed at the
    # provider is not asked for again: the key counts for a day.
    removed = [
        rows.exclude(customer_id="").order_by("pk").values_list("customer_id", flat=True).last()
        for rows in (Payment.objects.filter(keep_for=user), CardSetup.objects.filter(user=user))
    ]
    told = f"{user.pk} {user.joined_at.isoformat()} {user.email} {user.full_name} {removed}"
    mark = hashlib.sha256(told.encode()).hexdigest()
    new = NewCustomer(email=user.email, name=user.full_name, reference=str(user.pk), key=f"customer:{mark[:40]}")
    made = gateway().open_customer(new)
    return ProviderCustomer.objects.get_or_create(user=user, defaults={"customer_id": made})[0]


def save_method_of_payment(payment: Payment, intent: Intent) -> None:
    """Remember the card that has just paid, if its owner wants that. A fault is logged, and the order is paid."""
    user, card = payment.keep_for, intent.paid_with
    if user is None or card is None or not intent.keeps:
        return
    try:
        with transaction.atomic():
            save_method(user, payment.customer_id, card)
    except DatabaseError:
        log.exception("the card of attempt %s could not be kept", payment.pk)


def save_method(user: User, customer_id: str, card: ReusableMethod) -> bool:
    """Write a new card down, or the newer name and date of one that is known by its fingerprint.

    False when the account has another customer at the provider by now: the card is nobody's to pay with.
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
    """Write down what the provider says of a payment method."""
    row.method_id, row.fingerprint, row.type = card.method_id, card.fingerprint, card.type
    row.brand, row.last_four = card.brand, card.last_four
    row.account, row.mandate = card.account[:MAX_ACCOUNT_LENGTH], card.mandate or row.mandate
    row.expires_year, row.expires_month = card.expires_year, card.expires_month
    row.save()


def detach_later(method_id: str) -> None:
    """Have the provider forget a card as soon as this transaction is committed."""
    app.configure_task("payments.detach").defer(method_id=method_id)


def forget_customer(customer_id: str) -> None:
    """Forget a customer whom the provider does not know, with all their cards."""
    ProviderCustomer.objects.filter(customer_id=customer_id).delete()


def forget_unknown(payment: Payment, unknown: str) -> bool:
    """Forget what the provider said it does not know: `customer`, or the attempt's saved `payment_method`.

    Says whether a saved card was asked for in vain.
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
    """Let the newest card take the default's place when that is gone (resolutions 2.12)."""
    newest = owner.methods.order_by("-pk").first()
    if newest is not None and not owner.methods.filter(is_default=True).exists():
        newest.is_default = True
        newest.save(update_fields=["is_default"])
