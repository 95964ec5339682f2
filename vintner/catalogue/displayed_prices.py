"""Displayed prices: what one bottle costs a visitor of whom nothing is known (docs/behaviour/catalogue.md#prices).

Promotions lower these prices, and the package that knows promotions lies above this one, so a setting names the
function that applies them.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string

from vintner.catalogue.models import Product, Variation
from vintner.catalogue.rules import Price


class Unit(NamedTuple):
    """One bottle whose price is displayed. `price` is its own: with a sale, without promotions. Weight in pounds."""

    product_id: int
    variation_id: int
    sku: str
    weight: Decimal
    price: Price


PriceFinder = Callable[[Sequence[Unit], datetime], Sequence[Price]]


def displayed_prices(units: Sequence[Unit], now: datetime) -> Sequence[Price]:
    """Return the displayed price of each unit, in their order.

    One query, one more when promotions ask about categories, tags or the like.
    """
    return _price_function()(units, now) if units else ()


@cache
def _price_function() -> PriceFinder:
    function: PriceFinder = import_string(settings.SHOWN_PRICES)
    return function


def unit_of(product: Product, variation: Variation, now: datetime) -> Unit | None:
    """Return a variation as a unit, None while it has no price or the price is hidden."""
    price = variation.price(now)
    if price is None:
        return None
    return Unit(
        product_id=product.pk,
        variation_id=variation.pk,
        sku=variation.sku or product.sku or "",
        weight=variation.weight or Decimal(0),
        price=price,
    )
