"""A wine in a grid: what listings, the home page and 'you may also like' show of it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects

from vintner.catalogue.models import Product, ProductFact, Variation
from vintner.catalogue.pages import Card, PriceText, Rating
from vintner.catalogue.pictures import image
from vintner.catalogue.rules import Availability, Price, Stock

CARD_FACTS = ("vintage", "region", "colour")
"""The attributes that a card names."""

COMING_SOON = "coming_soon"


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact of a product: attribute 'Region' (slug region), value 'Porto'."""

    slug: str
    name: str
    value: str
    visible: bool


Facts = dict[int, list[KnownFact]]
"""Product id → its facts in order."""


def facts_of(products: Sequence[Product], slugs: Sequence[str] = ()) -> Facts:
    """Return the facts of all these products by one query; of the attributes `slugs` only, if any are named."""
    rows = ProductFact.objects.filter(product__in=[product.pk for product in products])
    if slugs:
        rows = rows.filter(value__attribute__slug__in=slugs)
    found: Facts = defaultdict(list)
    for product_id, slug, name, value, visible in rows.values_list(
        "product_id", "value__attribute__slug", "value__attribute__name", "value__name", "visible"
    ):
        found[product_id].append(KnownFact(slug, name, value, visible))
    return found


def cards(products: Sequence[Product], now: datetime, facts: Facts | None = None) -> tuple[Card, ...]:
    """Return a card for each product of `listed()`. Two queries, fewer if facts and variations are there."""
    prefetch_related_objects(products, "variations")
    facts = facts_of(products, CARD_FACTS) if facts is None else facts
    return tuple(_card(product, _by_slug(facts[product.pk]), now) for product in products)


def _by_slug(facts: list[KnownFact]) -> dict[str, str]:
    return {fact.slug: fact.value for fact in reversed(facts)}


def _card(product: Product, facts: dict[str, str], now: datetime) -> Card:
    sold = sold_variations(product)
    kind, stock = stock_words(product, sold, now)
    can_add = product.kind == Product.Kind.SIMPLE and kind in (
        Availability.IN_STOCK,
        Availability.LOW,
        Availability.ON_BACKORDER,
    )
    price = price_words(sold, now)
    return Card(
        product_id=product.pk,
        sku=product.sku,
        name=product.name,
        url=product.get_absolute_url(),
        image=image(product.picture) if product.picture else None,
        producer=product.producer.name if product.producer else "",
        vintage=facts.get("vintage", "") if product.kind == Product.Kind.SIMPLE else "",
        region=facts.get("region", ""),
        colour=facts.get("colour", ""),
        price=price,
        rating=rating(product),
        stock=stock,
        stock_kind=kind,
        can_add=can_add and price is not None,
        button=_button(product, kind),
    )


def _button(product: Product, kind: str) -> str:
    if kind in (COMING_SOON, Availability.OUT_OF_STOCK):
        return "See the wine"
    return "Add to cart" if product.kind == Product.Kind.SIMPLE else "Choose options"


def sold_variations(product: Product) -> list[Variation]:
    """Return the variations on offer, in their order: enabled and with a price."""
    return [each for each in product.variations.all() if each.enabled and each.regular_price is not None]


def price_words(sold: Sequence[Variation], now: datetime) -> PriceText | None:
    """Return the price of the only variation, or 'from' the lowest; None while nothing has a price."""
    prices = [price for price in (each.price(now) for each in sold) if price is not None]
    if not prices:
        return None
    lowest = min(prices, key=lambda price: price.current)
    spread = any(price.current != lowest.current for price in prices)
    return price_text(lowest, from_lowest=spread)


def price_text(price: Price, *, from_lowest: bool = False) -> PriceText:
    """Return a price in words; the regular one only while a sale lowers it."""
    regular = price.regular.text if price.on_sale else ""
    return PriceText(current=price.current.text, regular=regular, from_lowest=from_lowest)


def rating(product: Product) -> Rating | None:
    """Return the average of the stars with one decimal, None without ratings."""
    if not product.rating_count:
        return None
    return Rating(average=f"{product.rating_average:.1f}", count=product.rating_count)


def stock_words(product: Product, sold: Sequence[Variation], now: datetime) -> tuple[str, str]:
    """Return what the shopper is told of the stock: (kind, text). The best of the variations counts."""
    if product.coming_soon(now):
        return COMING_SOON, "Coming soon"
    stocks = [each.stock for each in sold]
    for kind in Availability:
        matching = [stock for stock in stocks if stock.availability is kind]
        if matching:
            return kind, stock_text(matching[0])
    return Availability.OUT_OF_STOCK, "Sold out"


def stock_text(stock: Stock) -> str:
    """Return one stock in words. Few left are counted out; a silent backorder reads as in stock."""
    match stock.availability:
        case Availability.IN_STOCK:
            return "In stock"
        case Availability.LOW:
            return f"Only {stock.free} left"
        case Availability.ON_BACKORDER:
            return "In stock" if stock.backorders == "yes" else "Available on backorder"
    return "Sold out"
