"""What a shopper chose about the lines that promotions give: another variation, or not to have one."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from vintner.cart.gifts.gifts import Gift, gift_key
from vintner.cart.models import Cart, CartLine, GiftWish
from vintner.cart.prices.quoted_cart import quote_cart
from vintner.cart.rows import lock_and_touch
from vintner.catalogue.models import Variation
from vintner.refusal import Refusal


def choose_variation(cart: Cart, rule_id: str, target_id: int, variation_id: int, *, now: datetime) -> None:
    """Choose another variation of the product that a promotion gives. Raises Refusal if the promotion gives nothing at
    this moment, or if the variation is not one of that product (docs/behaviour/cart.md#gifts).
    """
    with transaction.atomic():
        lock_and_touch(cart)
        gifts = _current_gifts(cart, now)
        gift = next((each for each in gifts if (each.due.rule_id, each.due.target_id) == (rule_id, target_id)), None)
        if gift is None or variation_id not in {choice.pk for choice in gift.choices}:
            raise Refusal("no_such_choice", "That bottle cannot be chosen here.")
        _save_choice(cart, gift, variation_id=variation_id, removed_at=None)


def decline_gift(cart: Cart, key: str, *, now: datetime) -> CartLine:
    """Save that the shopper does not want a given line; returns the line. Refuses an unknown key."""
    gift = next((gift for gift in _current_gifts(cart, now) if gift.line.key == key), None)
    if gift is None:
        raise Refusal("unknown_line", "That wine is not in your cart.")
    _save_choice(cart, gift, removed_at=now)
    return gift.line


def _current_gifts(cart: Cart, now: datetime) -> list[Gift]:
    return [line.gift for line in quote_cart(cart, now=now).lines if line.gift is not None]


def _save_choice(cart: Cart, gift: Gift, **changes: object) -> None:
    GiftWish.objects.update_or_create(
        cart=cart, rule_id=gift.due.rule_id, target_id=gift.due.target_id, defaults=changes
    )


def restore_gift(cart: Cart, key: str) -> CartLine | None:
    """Undo the removal of a given line; returns the line, or None if no given line of that key was removed."""
    for wish in GiftWish.objects.filter(cart=cart).exclude(removed_at=None):
        ids = Q(pk=wish.target_id) | Q(product_id=wish.target_id)
        for variation in Variation.objects.filter(ids).select_related("product"):
            line = CartLine(cart=cart, variation=variation, quantity=1)
            line.given_by = gift_key(wish.rule_id, wish.target_id)
            if line.key == key:
                GiftWish.objects.filter(pk=wish.pk).update(removed_at=None)
                return line
    return None
