"""Trial prices: a customer has that of a plan once, for one box."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import takewhile
from typing import cast

from vintner.cart.models import Cart, CartLine
from vintner.cart.signals import trials_asked
from vintner.catalogue.models import Variation
from vintner.catalogue.plans.plans import attach_terms, plan_of_product


def settle_trials(cart: Cart, variations: Iterable[Variation]) -> None:
    """Take the trial out of the plans of a cart's wines, in the order of its lines, where it is not to be had: the
    customer had it, or a line before has it.

    No query for wines without a trial and for guests, else one.
    """
    found = [(each.product, plan_of_product(each.product)) for each in variations]
    offered = [(product, plan) for product, plan in found if plan is not None and plan.has_trial]
    had = find_had_trials(cart.user_id, cart, {plan.id for _, plan in offered})
    before = frozenset(had)
    for product, plan in offered:
        if plan.id in had:
            attach_terms(product, replace(plan.without_trial, had_trial=plan.id in before))
        had.add(plan.id)


def settle_trial_of_new_line(cart: Cart, variation: Variation) -> None:
    """Do so for a wine that comes into a cart, after the lines that are there. No query without a trial."""
    plan = plan_of_product(variation.product)
    if plan is not None and plan.has_trial:
        lines = CartLine.objects.filter(cart=cart, removed_at=None).select_related("variation__product").order_by("pk")
        before = takewhile(lambda each: each.pk != variation.pk, (line.variation for line in lines))
        settle_trials(cart, [*before, variation])


def find_had_trials(user_id: int | None, cart: Cart, plan_ids: Collection[int]) -> set[int]:
    """Return the plans among these whose trial is over for the customer who buys a cart. No query for guests."""
    if user_id is None or not plan_ids:
        return set()
    answers = trials_asked.send(Cart, user_id=user_id, plan_ids=plan_ids, cart_id=cart.pk)
    return set().union(*(cast("set[int]", had) for _, had in answers))
