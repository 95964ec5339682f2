"""Reads what filters ask about wines: shelves with those above them, tags, values, the producer. One query."""

from collections.abc import Iterable
from typing import Final

from django.db import connection

from vintner.pricing.rules.items import Traits

QUERY: Final = """
WITH RECURSIVE sold AS (
    SELECT id, product_id FROM catalogue_variation WHERE id = ANY(%(ids)s) OR product_id = ANY(%(ids)s)
), shelf AS (
    SELECT placed.product_id, category.id, category.parent_id
      FROM catalogue_product_categories placed
      JOIN catalogue_category category ON category.id = placed.category_id
     WHERE placed.product_id IN (SELECT product_id FROM sold)
     UNION
    SELECT shelf.product_id, category.id, category.parent_id
      FROM shelf JOIN catalogue_category category ON category.id = shelf.parent_id
)
SELECT sold.id, sold.product_id, product.producer_id,
       ARRAY(SELECT id FROM shelf WHERE shelf.product_id = sold.product_id),
       ARRAY(SELECT tag_id FROM catalogue_product_tags tagged WHERE tagged.product_id = sold.product_id),
       ARRAY(SELECT value_id FROM catalogue_productfact fact
              WHERE fact.product_id = sold.product_id AND (fact.variation_id IS NULL OR fact.variation_id = sold.id)
              UNION
             SELECT attributevalue_id FROM catalogue_variation_options chosen WHERE chosen.variation_id = sold.id)
  FROM sold JOIN catalogue_product product ON product.id = sold.product_id
 ORDER BY sold.id
"""


def traits_of(ids: Iterable[int]) -> dict[int, Traits]:
    """Return the traits by id, of variations and of products; a product's are those of its first variation."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, {"ids": sorted(set(ids))})
        rows = cursor.fetchall()
    found: dict[int, Traits] = {}
    for variation_id, product_id, producer_id, categories, tags, values in rows:
        traits = Traits(
            category_ids=frozenset(categories),
            tag_ids=frozenset(tags),
            value_ids=frozenset(values),
            producer_ids=frozenset({producer_id} if producer_id else ()),
        )
        found[variation_id] = traits
        found.setdefault(product_id, traits)
    return found
