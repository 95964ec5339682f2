"""Which products can be gift sets."""

from vintner.catalogue.models import Product, SetItem


def problem_of_set(product: Product) -> str:
    """Return why a product cannot be a set, '' when it can. One query."""
    if product.kind != Product.Kind.SIMPLE:
        return "A gift set is a simple product: shoppers choose nothing in it."
    if product.plan_id is not None:
        return "A gift set has no subscription plan. Take the plan out, or what is in the set."
    if not product.alcoholic or product.virtual:
        return "A gift set of wine contains alcohol and needs shipping. Say so, or take its bottles out."
    within = (
        SetItem.objects.filter(variation__product=product).select_related("product").first() if product.pk else None
    )
    return f"It is in the set “{within.product}”, so it cannot be a set itself." if within else ""
