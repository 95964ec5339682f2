"""Search for products and variations in the admin: by name, SKU and producer."""

from typing import Final, TypeVar

from django.db.models import QuerySet

from vintner.catalogue.models import Product, Variation
from vintner.web.admin.term_search import Source, find

P = TypeVar("P", bound=Product)

_NAMED: Final = """
SELECT v.id FROM catalogue_variation v JOIN catalogue_product p ON p.id = v.product_id
 WHERE plain_text(p.name || ' ' || p.sku) LIKE plain_text(%s)
"""
VARIATIONS: Final = (
    _NAMED,
    "SELECT id FROM catalogue_variation WHERE sku ILIKE %s",
)
"""Queries for the ids of variations whose product or SKU has a term."""
SEARCHED: Final = "Name, SKU or producer"
_PRODUCT_TEXT: Final = "plain_text(catalogue_product.name || ' ' || catalogue_product.sku)"
_OF_PRODUCER: Final = """
SELECT p.id FROM catalogue_product p JOIN catalogue_producer g ON g.id = p.producer_id
 WHERE plain_text(g.name) LIKE plain_text(%s)
"""
_OF_VARIATION: Final = "SELECT product_id FROM catalogue_variation WHERE sku ILIKE %s"


def find_products(rows: QuerySet[P], searched: str) -> QuerySet[P]:
    """Return the products that each term of a search finds. One query for each term."""
    sources = (Source(sql=_OF_PRODUCER, by="part"), Source(sql=_OF_VARIATION, by="part"))
    return find(rows, searched, text=_PRODUCT_TEXT, sources=sources)


def find_variations(rows: QuerySet[Variation], searched: str) -> QuerySet[Variation]:
    """Return the variations that each term of a search finds. One query for each term."""
    return find(rows, searched, text=None, sources=[Source(sql=each, by="part") for each in VARIATIONS])
