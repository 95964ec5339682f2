"""How much wine is in a bottle."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Q

from vintner.catalogue.models import AttributeValue, ProductFact
from vintner.shipping.rules.wine import litres_in

_NAMED = r"(size|volume|format|bottle|content)"
"""Attributes that may tell it. Others know litres too: of barrels, of residual sugar."""


def litres(variation_ids: Collection[int]) -> dict[int, Decimal]:
    """Return variation id → litres, as its options say it, or a fact about it, or about its wine. What says nothing is
    left out. Two queries.
    """
    facts = ProductFact.objects.filter(value__attribute__slug__iregex=_NAMED)
    of_them = Q(product__variations__in=variation_ids)
    told = facts.filter(of_them, Q(variation=None) | Q(variation__in=variation_ids)).order_by("-variation_id")
    found = dict[int, Decimal]()
    for owner, wine_of, name in told.values_list("variation_id", "product__variations", "value__name"):
        if (size := litres_in(name)) is not None and owner in (None, wine_of):
            found[wine_of] = size if owner else found.get(wine_of, size)
    chosen = AttributeValue.objects.filter(variations__in=variation_ids, attribute__slug__iregex=_NAMED)
    for variation_id, name in chosen.values_list("variations", "name"):
        if (size := litres_in(name)) is not None:
            found[variation_id] = size
    return {variation_id: found[variation_id] for variation_id in variation_ids if variation_id in found}
