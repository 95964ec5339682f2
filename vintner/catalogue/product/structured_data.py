"""Structured data for search engines: schema.org in JSON-LD."""

from datetime import datetime

from django.conf import settings
from django.utils.timezone import localtime

from vintner.catalogue.models import Product, variation_address
from vintner.catalogue.pages import ProducerProfile
from vintner.catalogue.product.product_rows import KnownFact, ProductRows, VariationOnSale
from vintner.catalogue.product.search_ids import group_id, item_id
from vintner.catalogue.rules import Availability, Price
from vintner.catalogue.wine_label import is_named
from vintner.money import currency
from vintner.web.page import Link

JsonLd = dict[str, object]

_SCHEMA_STOCK = {
    Availability.IN_STOCK: "InStock",
    Availability.LOW: "LimitedAvailability",
    Availability.ON_BACKORDER: "BackOrder",
    Availability.OUT_OF_STOCK: "OutOfStock",
}

LONGEST_DESCRIPTION = 5_000
"""Characters."""
_SCHEMA_PROPERTY = {"bottle-size": "size", "size": "size"}
"""Attributes that schema.org has a property for."""


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
    """Return the product with its offer and rating. `picture` is an absolute address or empty.

    A variable product is a ProductGroup with a Product for each variation: search engines take an AggregateOffer
    for one thing that several shops sell.
    """
    url = settings.STORE_URL + product.address
    about: JsonLd = {
        "@context": "https://schema.org",
        "name": product.label.title,
        **({"description": product.summary[:LONGEST_DESCRIPTION]} if product.summary else {}),
        "url": url,
    }
    if product.kind == Product.Kind.VARIABLE and product.bottles:
        slugs = dict.fromkeys(chosen.slug for each in product.bottles for chosen in each.choices)
        about |= {
            "@type": "ProductGroup",
            "productGroupID": group_id(product.id, product.sku),
            "variesBy": list(map(_property, slugs)),
        }
        about["hasVariant"] = [_variant(product, each, picture, now) for each in product.bottles]
    else:
        skus = [_item_id(product, each) for each in product.bottles]
        about |= {"@type": "Product", "sku": (*skus, product.sku)[0]}
        offers = [offer for each in product.bottles if (offer := _offer(product, each, url, now))]
        about |= {"offers": offers} if offers else {}
    if product.label.size:
        about["size"] = product.label.size
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


def _variant(product: ProductRows, bottle: VariationOnSale, picture: str, now: datetime) -> JsonLd:
    """Return a variation, whose address is the page with this one chosen."""
    choices = ((chosen.slug, chosen.value) for chosen in bottle.choices)
    address = settings.STORE_URL + variation_address(product.slug, choices)
    title = bottle.label.title
    more = (chosen.value for chosen in bottle.choices if not is_named(title, chosen.value))
    own = settings.STORE_URL + bottle.picture.src if bottle.picture else picture
    return {
        "@type": "Product",
        "name": " ".join((title, *more)),
        "sku": _item_id(product, bottle),
        **({"description": product.short_description} if product.short_description else {}),
        **({"image": own} if own else {}),
        **({"size": bottle.label.size} if bottle.label.size else {}),
        **_options(bottle.choices),
        **({"offers": offer} if (offer := _offer(product, bottle, address, now)) else {}),
    }


def _item_id(product: ProductRows, bottle: VariationOnSale) -> str:
    return item_id(bottle.id, bottle.sku, None if product.kind == Product.Kind.VARIABLE else product.sku)


def _property(slug: str) -> str:
    return f"https://schema.org/{_SCHEMA_PROPERTY[slug]}" if slug in _SCHEMA_PROPERTY else slug


def _options(choices: tuple[KnownFact, ...]) -> JsonLd:
    found: JsonLd = {_SCHEMA_PROPERTY[each.slug]: each.value for each in choices if each.slug in _SCHEMA_PROPERTY}
    others = [
        {"@type": "PropertyValue", "propertyID": each.slug, "name": each.name, "value": each.value}
        for each in choices
        if each.slug not in _SCHEMA_PROPERTY
    ]
    return found | ({"additionalProperty": others} if others else {})


def _offer(product: ProductRows, bottle: VariationOnSale, url: str, now: datetime) -> JsonLd | None:
    """Return the offer of a bottle, None while its price is hidden: search engines take no offer without a price.

    Wine that is sold by subscription has none: what a box costs would be read as the price of it all.
    """
    price, stock = bottle.offer.price, bottle.offer.stock
    if price is None or product.plan is not None:
        return None
    state = "PreOrder" if product.coming_soon(now) else _SCHEMA_STOCK[stock.shown_availability]
    return {
        "@type": "Offer",
        "sku": _item_id(product, bottle),
        "url": url,
        "price": str(price.current.decimal),
        "priceCurrency": currency(),
        **_sale(price),
        "availability": f"https://schema.org/{state}",
    }


def _sale(price: Price) -> JsonLd:
    """Return the former price, and when the sale ends, by Google's rules for prices of sales."""
    if not price.on_sale:
        return {}
    former = {
        "@type": "UnitPriceSpecification",
        "priceType": "https://schema.org/StrikethroughPrice",
        "price": str(price.regular.decimal),
        "priceCurrency": currency(),
    }
    return {
        "priceSpecification": former,
        **({"priceValidUntil": localtime(price.until).isoformat(timespec="minutes")} if price.until else {}),
    }


def winery_ld(producer: ProducerProfile) -> JsonLd:
    """Return a producer as Winery; what is not known is absent."""
    first = producer.slides[0].image if producer.slides else producer.image
    about: JsonLd = {
        "@context": "https://schema.org",
        "@type": "Winery",
        "name": producer.name,
        "url": settings.STORE_URL + producer.url,
    }
    place = {"addressRegion": producer.region, "addressCountry": producer.country}
    if known := {name: value for name, value in place.items() if value}:
        about["address"] = {"@type": "PostalAddress", **known}
    if producer.summary:
        about["description"] = producer.summary
    if producer.founded:
        about["foundingDate"] = str(producer.founded)
    if first:
        about["image"] = settings.STORE_URL + first.src
    if producer.logo:
        about["logo"] = settings.STORE_URL + producer.logo.src
    return about
