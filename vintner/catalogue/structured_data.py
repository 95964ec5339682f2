"""What search engines read: schema.org in JSON-LD."""

from datetime import datetime

from django.conf import settings

from vintner.catalogue.product_rows import Bottle, ProductRows
from vintner.catalogue.rules import Availability
from vintner.money import CURRENCY
from vintner.web.page import Link

JsonLd = dict[str, object]

_SCHEMA_STOCK = {
    Availability.IN_STOCK: "InStock",
    Availability.LOW: "LimitedAvailability",
    Availability.ON_BACKORDER: "BackOrder",
    Availability.OUT_OF_STOCK: "OutOfStock",
}


def breadcrumb_ld(trail: tuple[Link, ...]) -> JsonLd:
    """Return the trail as BreadcrumbList."""
    return {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": step.label, "item": settings.STORE_URL + step.url}
            for position, step in enumerate(trail, start=1)
        ],
    }


def store_ld() -> JsonLd:
    """Return the store itself as OnlineStore."""
    return {
        "@context": "https://schema.org",
        "@type": "OnlineStore",
        "name": settings.STORE_NAME,
        "url": f"{settings.STORE_URL}/",
    }


def product_ld(product: ProductRows, picture: str, now: datetime) -> JsonLd:
    """Return the product as Product with its offers and rating. `picture` is an absolute address or empty."""
    url = settings.STORE_URL + product.address
    about: JsonLd = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product.name,
        "sku": product.sku,
        "description": product.short_description,
        "url": url,
        "offers": [_offer(product, each, url, now) for each in product.bottles],
    }
    if picture:
        about["image"] = picture
    if product.maker:
        about["brand"] = {"@type": "Brand", "name": product.maker.name}
    if product.rating_count:
        about["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": str(product.rating_average),
            "reviewCount": product.rating_count,
        }
    return about


def _offer(product: ProductRows, bottle: Bottle, url: str, now: datetime) -> JsonLd:
    price, stock = bottle.offer.price, bottle.offer.stock
    state = "PreOrder" if product.coming_soon(now) else _SCHEMA_STOCK[stock.availability]
    return {
        "@type": "Offer",
        "sku": bottle.sku or product.sku,
        "url": url,
        "price": str(price.current.decimal),
        "priceCurrency": CURRENCY,
        "availability": f"https://schema.org/{state}",
    }
