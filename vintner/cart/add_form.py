"""Adds the item that a form names. Product pages and the popup send the same fields (docs/behaviour/cart.md#adding)."""

from django.http import QueryDict
from django.utils import timezone

from vintner.cart import carts, items
from vintner.cart.rules import read_quantity
from vintner.refusal import Refusal


def find_item(fields: QueryDict) -> items.RequestedItem:
    """Return the item that the fields add-to-cart, variation_id or attribute_<slug> name. Raises Refusal.

    A variation_id must belong to the product that it came with.
    """
    product_id = fields.get("add-to-cart") or fields.get("product_id", "")
    variation_id = fields.get("variation_id", "").strip()
    variation_id = "" if variation_id == "0" else variation_id
    choices = {
        name.removeprefix("attribute_").removeprefix("pa_"): value
        for name, value in fields.items()
        if name.startswith("attribute_") and isinstance(value, str) and value.strip()
    }
    found = items.find(variation_id or product_id, choices)
    if found is None or (variation_id and product_id and str(found.product.pk) != product_id.strip()):
        raise Refusal("unknown_item", "We do not have that wine.")
    return found


def add_item(visitor: carts.CartVisitor, found: items.RequestedItem, fields: QueryDict) -> tuple[carts.QuotedCart, str]:
    """Add as many as the field quantity says to the visitor's cart. Returns the quoted cart and the success message.

    Raises Refusal.
    """
    now = timezone.now()
    variation = found.require_variation()
    quantity = read_quantity(fields.get("quantity"), least=1)
    quantity = 1 if found.product.sold_individually else quantity
    quoted = carts.quote_cart(carts.add_to_cart(visitor, variation, quantity, now=now), now=now)
    name = found.product.name
    if quantity == 1:
        return quoted, f"“{name}” has been added to your cart."
    return quoted, f"{quantity} × “{name}” have been added to your cart."
