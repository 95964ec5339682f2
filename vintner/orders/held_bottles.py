"""Bottles held for shoppers who have no order yet (docs/behaviour/orders.md#held-bottles).

They are part of `reserved`, so nobody else can buy them. `stock.reserve` hands those of a cart over to its order.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from vintner.orders import stock
from vintner.orders.models import HeldBottle

BATCH = 200
"""Bottles that one transaction gives back."""


def hold_bottle(variation_id: int, until: datetime) -> HeldBottle | None:
    """Hold a bottle, in the caller's transaction. Returns None if none is free."""
    if not stock.hold_free(variation_id, 1):
        return None
    return HeldBottle.objects.create(variation_id=variation_id, expires_at=until)


def assign_to_cart(held_id: int, cart_id: UUID, now: datetime) -> bool:
    """Let a held bottle count as free for this cart alone. Returns False if it is not held any more."""
    return bool(HeldBottle.objects.filter(pk=held_id, ended_at=None, expires_at__gt=now).update(cart_id=cart_id))


def holds_another(held_id: int, cart_id: UUID) -> bool:
    """Return whether another bottle of the same product is held for a cart."""
    product = HeldBottle.objects.filter(pk=held_id).values("variation__product")
    others = HeldBottle.objects.filter(cart_id=cart_id, ended_at=None, variation__product__in=product)
    return others.exclude(pk=held_id).exists()


def end_hold(held_id: int, now: datetime) -> None:
    """Give a held bottle back, once."""
    with transaction.atomic():
        held = HeldBottle.objects.select_for_update().filter(pk=held_id, ended_at=None).first()
        if held is not None:
            _give_back([held], now)


def end_expired(now: datetime) -> int:
    """Give back the bottles whose time is over; returns how many. Several processes may do so at once."""
    count = 0
    while batch := _end_batch(now):
        count += batch
    return count


def _end_batch(now: datetime) -> int:
    with transaction.atomic():
        due = HeldBottle.objects.filter(ended_at=None, expires_at__lte=now).order_by("variation_id", "pk")
        expired = list(due.select_for_update(skip_locked=True)[:BATCH])
        _give_back(expired, now)
    return len(expired)


def _give_back(held: list[HeldBottle], now: datetime) -> None:
    for each in held:
        stock.give_back(each.variation_id, 1)
    HeldBottle.objects.filter(pk__in=[each.pk for each in held]).update(ended_at=now)
