"""Puts a whole case into a cart, or nothing of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.refusal import Refusal
from vintner.storefront.mixed_case.rules import MixedCase
from vintner.storefront.mixed_case.wines import find_sold

GONE = "A wine of your case is no longer sold. Choose another in its place."


@dataclass
class CaseRefused(Exception):
    """Why nothing was added: by variation, and for the case as a whole."""

    by_variation: Mapping[int, str]
    problem: str = ""


def add_case(visitor: carts.CartVisitor, case: MixedCase, *, now: datetime) -> Cart:
    """Add all bottles of a full case. Raises CaseRefused, and then the cart is as it was.

    Every wine that is short is named, not the first alone.
    """
    if case.missing > 0:
        raise CaseRefused({}, missing_words(case))
    refused, cart = dict[int, str](), None
    with transaction.atomic():
        sold = find_sold(case)
        for variation in sold:
            try:
                if cart is None:
                    cart = carts.add_to_cart(visitor, variation, case.quantity(variation.pk), now=now)
                else:
                    carts.add(cart, variation, case.quantity(variation.pk), now=now)
            except Refusal as refusal:
                refused[variation.pk] = refusal.message
        problem = GONE if len(sold) < len(case.bottles) else ""
        if refused or problem or cart is None:
            raise CaseRefused(refused, problem)
    return cart


def missing_words(case: MixedCase) -> str:
    """Return what is missing: 'Add 2 more bottles to fill the case.'"""
    return f"Add {case.missing} more {'bottle' if case.missing == 1 else 'bottles'} to fill the case."
