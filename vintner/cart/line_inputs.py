"""Makes the inputs of the rules from a line: goods for the cart's rules, an item for the quote."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from vintner.cart.models import CartLine
from vintner.cart.rules import CartGoods
from vintner.catalogue.models import Variation
from vintner.catalogue.rules import Price
from vintner.pricing.quote import Item
from vintner.pricing.rules.taxes import TaxStatus


def cart_goods(variation: Variation, now: datetime, *, held: int = 0) -> CartGoods:
    """Return a variation as the cart's rules read it. `held` bottles belong to the shopper's own unpaid order."""
    product, stock = variation.product, variation.stock
    return CartGoods(
        name=product.name,
        for_sale=product.published and variation.enabled and variation.regular_price is not None,
        coming_soon=product.coming_soon(now),
        sold_individually=product.sold_individually,
        stock=replace(stock, free=stock.free + held) if held else stock,
    )


def quote_item(line: CartLine, price: Price | None) -> Item:
    """Return the line as an item of a quote, at what one bottle costs now. Its traits are added later, if needed."""
    variation, product = line.variation, line.variation.product
    if price is None:
        raise AssertionError("Goods for sale have a price.")
    return Item(
        key=line.key,
        product_id=product.pk,
        variation_id=line.variation_id,
        quantity=line.quantity,
        price=price.current,
        regular=price.regular,
        tax_status=TaxStatus(product.tax_status),
        tax_class=product.tax_class,
        shipping_class=product.shipping_class,
        virtual=product.virtual,
        alcoholic=product.alcoholic,
        name=product.name,
        sku=variation.sku or product.sku or "",
        weight=variation.weight or Decimal(0),
    )
