"""Gift sets."""

from vintner.catalogue.models import Product, SetItem, Variation
from vintner.testing.builders.amounts import Amount
from vintner.testing.builders.products import make_product, only_variation


def make_set(
    *bottles: tuple[Product | Variation, int], name: str = "", price: Amount | None = "50.00", stock: int | None = 50
) -> Product:
    """Make a gift set of these bottles: each a simple wine or a variation, and how many of it are inside."""
    made = make_product(name=name, price=price, stock=stock)
    for position, (bottle, quantity) in enumerate(bottles):
        add_to_set(made, bottle, quantity, position)
    made.refresh_from_db()
    return made


def add_to_set(gift_set: Product, bottle: Product | Variation, quantity: int = 1, position: int = 0) -> SetItem:
    """Put bottles into a set."""
    variation = only_variation(bottle) if isinstance(bottle, Product) else bottle
    return SetItem.objects.create(product=gift_set, variation=variation, quantity=quantity, position=position)
