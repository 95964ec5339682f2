"""The ids by which search engines know products: the same in the feed and in structured data, which they join."""

from typing import Final

LONGEST_ID: Final = 50
"""Characters, by the product data specification of Google Merchant Center."""


def item_id(variation_id: int, *skus: str | None) -> str:
    """Return the id of a variation: the first SKU that there is, if it is short enough."""
    return _fitting(next(filter(None, skus), ""), f"variation-{variation_id}")


def group_id(product_id: int, sku: str) -> str:
    """Return the id that all variations of a product have in common."""
    return _fitting(sku, f"product-{product_id}")


def _fitting(sku: str, other: str) -> str:
    return sku if 0 < len(sku) <= LONGEST_ID else other
