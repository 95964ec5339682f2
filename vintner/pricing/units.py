"""One bottle each, as a quote reads it."""

from collections.abc import Sequence

from vintner.catalogue.displayed_prices import Unit
from vintner.pricing.quote import Item, PriceBook
from vintner.pricing.rules.items import UNKNOWN
from vintner.pricing.traits import traits_of


def items_of(units: Sequence[Unit], book: PriceBook) -> list[Item]:
    """Return an item for each unit, in their order. One query if promotions ask for traits."""
    traits = traits_of(unit.variation_id for unit in units) if units and book.asks_traits else {}
    return [
        Item(
            key="unit",
            product_id=unit.product_id,
            variation_id=unit.variation_id,
            quantity=1,
            price=unit.price.current,
            regular=unit.price.regular,
            sku=unit.sku,
            weight=unit.weight,
            traits=traits.get(unit.variation_id, UNKNOWN),
        )
        for unit in units
    ]
