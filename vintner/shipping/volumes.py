"""How much wine is in a bottle."""

from collections.abc import Collection
from decimal import Decimal
from typing import Final

from django.db import connection

from vintner.shipping.rules.wine import litres_in

_NAMED: Final = "(size|volume|format|bottle|content)"
"""Attributes that may tell it. Others know litres too: of barrels, of residual sugar."""
_TOLD: Final = """
WITH telling AS (
    SELECT value.id, value.name FROM catalogue_attributevalue value
    JOIN catalogue_attribute attribute ON attribute.id = value.attribute_id WHERE attribute.slug ~* %(named)s)
SELECT v.id, telling.name, CASE WHEN f.variation_id IS NULL THEN 2 ELSE 1 END AS far
FROM catalogue_variation v
JOIN catalogue_productfact f ON f.product_id = v.product_id AND coalesce(f.variation_id, v.id) = v.id
JOIN telling ON telling.id = f.value_id WHERE v.id = ANY(%(ids)s)
UNION ALL
SELECT o.variation_id, telling.name, 0
FROM catalogue_variation_options o JOIN telling ON telling.id = o.attributevalue_id WHERE o.variation_id = ANY(%(ids)s)
ORDER BY far DESC
"""


def litres(variation_ids: Collection[int]) -> dict[int, Decimal]:
    """Return variation id → litres, as its options say it, or a fact about it, or about its wine. What says nothing is
    left out. One query.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, {"named": _NAMED, "ids": list(variation_ids)})
        told = cursor.fetchall()
    return {variation_id: size for variation_id, name, _ in told if (size := litres_in(name)) is not None}
