"""Coupons on carts. A coupon that becomes unusable stays on the cart with the reason, and counts again when it can."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.text import get_text_list

from vintner.cart.models import Cart, CartCoupon, CartLine
from vintner.cart.prices.quoted_cart import quote_cart
from vintner.cart.rows import lock_and_touch
from vintner.cart.saved.price_inputs import PriceInputs, save_price_inputs
from vintner.pricing import coupons
from vintner.pricing.field_checks import read_coupon_code
from vintner.pricing.rules.coupons import added
from vintner.refusal import Refusal
from vintner.web.text_input import read_line

EMPTY_CART = "Your cart is empty: put a wine in first, then use the coupon."


class UnknownCoupon(Refusal):
    """There is no such code. Guesses are rate limited."""


def add(cart: Cart, code: str, *, now: datetime, email: str = "") -> tuple[str, ...]:
    """Add a coupon to the cart. A coupon for individual use takes the others off; returns their codes.

    `email` is saved with the cart, because some coupons depend on it. Raises Refusal and then changes nothing.
    """
    if not code.strip():
        raise Refusal("coupon_empty", "Please type the code of your coupon.", "coupon_code")
    with transaction.atomic():
        lock_and_touch(cart)
        if not CartLine.objects.filter(cart=cart, removed_at=None).exists():
            raise Refusal("no_cart", EMPTY_CART, "coupon_code")
        save_price_inputs(cart, PriceInputs(email=email))
        coupon = coupons.find(code)
        if coupon is None:
            text = f"We don’t recognize the coupon “{read_line(code)[:60]}”. Please check the spelling."
            raise UnknownCoupon("coupon_unknown", text, "coupon_code")
        there = [coupons.terms(row) for row in coupons.all_of(ids_on(cart))]
        remaining = [terms.id for terms in added(there, coupons.terms(coupon))]
        CartCoupon.objects.filter(cart=cart).exclude(coupon__in=remaining).delete()
        CartCoupon.objects.create(cart=cart, coupon=coupon)
        _refuse_if_useless(cart, coupon.pk, now)
    return tuple(terms.code for terms in there if terms.id not in remaining)


def added_message(taken_off: Sequence[str]) -> str:
    """Return the message for an added coupon, with the codes of those that were taken off for it."""
    words = "The coupon has been added to your cart."
    if not taken_off:
        return words
    codes = get_text_list([f"“{code.upper()}”" for code in taken_off], "and")
    return (
        f"{words} It cannot be combined with others, so {codes} {'was' if len(taken_off) == 1 else 'were'} taken off."
    )


def ids_on(cart: Cart) -> list[int]:
    return list(CartCoupon.objects.filter(cart=cart).values_list("coupon_id", flat=True))


def codes_on(cart: Cart) -> set[str]:
    return set(CartCoupon.objects.filter(cart=cart).values_list("coupon__code", flat=True))


def _refuse_if_useless(cart: Cart, coupon_id: int, now: datetime) -> None:
    """Refuse a coupon that the cart's quote refuses: it is the quote that the cart displays."""
    for refused in quote_cart(cart, now=now).quote.refused:
        if refused.id == coupon_id:
            raise refused.reason


def remove(cart: Cart, code: str) -> None:
    """Remove a coupon. One that is not on the cart is no error. Refuses an empty code."""
    if not code.strip():
        raise Refusal("coupon_empty", "Please say which coupon to take off.", "coupon")
    with transaction.atomic():
        lock_and_touch(cart)
        CartCoupon.objects.filter(cart=cart, coupon__code=read_coupon_code(code)).delete()
