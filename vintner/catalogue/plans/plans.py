"""The plans as this process last read them: carts, pages and quotes ask about them all the time."""

from collections.abc import Iterable, Mapping
from typing import Final

from vintner.catalogue.models import Product
from vintner.catalogue.plans.plan import Plan
from vintner.catalogue.plans.rules import PlanTerms
from vintner.web.catalogue_version import cached_by_version

_ATTACHED: Final = "_plan_terms"


@cached_by_version
def all_plans() -> Mapping[int, PlanTerms]:
    """Return id → terms of all plans, at most half a second old. One query at most."""
    return {plan.pk: plan.terms for plan in Plan.objects.all()}


def find_plan(plan_id: int | None) -> PlanTerms | None:
    """Return the plan of a product, None for a product that is sold once. No query for the latter."""
    return all_plans().get(plan_id) if plan_id is not None else None


def attach_plans(products: Iterable[Product]) -> None:
    """Read the plans of these products at once, for `plan_of_product`. One query at most, none without plans."""
    sold = [each for each in products if each.plan_id is not None and _ATTACHED not in vars(each)]
    plans = all_plans() if sold else {}
    for product in sold:
        vars(product)[_ATTACHED] = plans.get(product.plan_id or 0)


def plan_of_product(product: Product) -> PlanTerms | None:
    """Return the plan of a product, None for one that is sold once. It is read once for each object."""
    if product.plan_id is None:
        return None
    attach_plans([product])
    found: PlanTerms | None = vars(product)[_ATTACHED]
    return found


def attach_terms(product: Product, terms: PlanTerms) -> None:
    """Let this object of a product have other terms than its plan: those that a customer can have."""
    vars(product)[_ATTACHED] = terms
