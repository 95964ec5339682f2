"""Intents that a page opens before there is an order, for types whose fields need one.

See docs/behaviour/payments.md#intents-before-the-order.
"""

import logging
import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from vintner.money import Money
from vintner.orders.models import Order
from vintner.payments.attempts import card_testing
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.gateway import Intent, NewIntent, ProviderDown, RefundRequest
from vintner.payments.messages import NOT_THIS_ORDER
from vintner.payments.models import OpenIntent
from vintner.payments.provider import gateway
from vintner.payments.types import MethodType
from vintner.refusal import Refusal

UNUSED_LIFETIME = timedelta(hours=1)
"""A page may leave an intent unused for this long."""
log = logging.getLogger(__name__)

_UNUSED = frozenset({IntentStatus.REQUIRES_PAYMENT_METHOD, IntentStatus.REQUIRES_CONFIRMATION})


def find_or_open(owner: UUID | Order, method_type: MethodType, amount: Money, currency: str, origin: str) -> Intent:
    """Return an unconfirmed intent for a cart or an order, the same one as before if it still fits.

    A cart or order has one at a time: other open ones are cancelled. Its declines are counted for `origin`.
    May raise Rejected and ProviderDown.
    """
    whose = {"order": owner} if isinstance(owner, Order) else {"cart_id": owner}
    still_open = OpenIntent.objects.filter(**whose, ended_at=None, intent_id__isnull=False)
    known = still_open.filter(type=method_type.name, amount=amount, currency=currency).last()
    found = gateway().find(str(known.intent_id)) if known is not None else None
    if found is not None and found.status in _UNUSED and found.error is None and found.amount == amount:
        return found
    for beside in still_open:
        try:
            give_up(str(beside.intent_id), timezone.now())
        except ProviderDown as error:
            log.warning("an intent beside a new one stays open: %s", error)
    row = OpenIntent.objects.create(
        **whose,
        type=method_type.name,
        amount=amount,
        currency=currency,
        origin=origin,
        idempotency_key=f"open:{secrets.token_hex(20)}",
    )
    opened = gateway().open(NewIntent(amount=amount, currency=currency, type=method_type.name, key=row.idempotency_key))
    row.intent_id = opened.id
    row.save(update_fields=["intent_id"])
    return opened


def take_over(intent_id: str, order: Order, method_type: MethodType, now: datetime) -> None:
    """Use an open intent for an attempt of a locked order. Raises Refusal unless it is of this order or its cart."""
    own = OpenIntent.objects.select_for_update(of=("self",)).filter(
        intent_id=intent_id, type=method_type.name, ended_at=None
    )
    intent = own.first()
    of_cart = intent is not None and intent.cart_id is not None and intent.cart_id == order.cart_id
    if intent is None or not (of_cart or intent.order_id == order.pk):
        raise Refusal("foreign_intent", NOT_THIS_ORDER)
    intent.ended_at = now
    intent.save(update_fields=["ended_at"])


def find_amount(intent_id: str) -> Money | None:
    """Return the amount for which a page opened an intent, and which it displayed; None for other intents."""
    return OpenIntent.objects.filter(intent_id=intent_id).values_list("amount", flat=True).first()


def give_up(intent_id: str, now: datetime) -> None:
    """Cancel an intent that no attempt uses: a browser could test cards on an open one.

    Money that came by it belongs to no order, so it is refunded. Raises ProviderDown, also while the bank is
    processing.
    """
    if not OpenIntent.objects.filter(intent_id=intent_id, ended_at=None).exists():
        return
    ended = gateway().cancel(intent_id)
    if ended.status is IntentStatus.PROCESSING:
        raise ProviderDown(f"intent {intent_id} is for no order, and the bank is working on it")
    if ended.received:
        log.error("intent %s brought %s for no order: it goes back", intent_id, ended.received)
        gateway().refund(RefundRequest(intent_id=intent_id, amount=ended.received, key=f"open:{intent_id}:back"))
    OpenIntent.objects.filter(intent_id=intent_id, ended_at=None).update(ended_at=now)


def count_decline(intent_id: str) -> None:
    """Count a decline on an intent without an attempt, also when the intent was cancelled since."""
    opened = OpenIntent.objects.filter(intent_id=intent_id).select_related("order").first()
    if opened is not None:
        card_testing.count_open_intent_decline(opened)


def find_unused(now: datetime) -> QuerySet[OpenIntent]:
    """Return intents that pages opened and left, oldest first. Those that never reached the provider are closed."""
    unused = OpenIntent.objects.filter(ended_at=None, created_at__lt=now - UNUSED_LIFETIME)
    unused.filter(intent_id=None).update(ended_at=now)
    return unused.exclude(intent_id=None).order_by("pk")
