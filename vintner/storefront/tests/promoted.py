"""Wines of a promotion, and where their prices are shown."""

import json
import re
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

from django.test import Client

from vintner.catalogue.models import Product
from vintner.pricing.models import Promotion, Tier

SALE_PRICE = "{http://base.google.com/ns/1.0}sale_price"
SKU = "{http://base.google.com/ns/1.0}id"


def promote(*products: Product, percent: int = 15, **terms: object) -> Promotion:
    promotion = Promotion.objects.create(title="Wine of the month", kind="wdr_simple_discount", **terms)
    Tier.objects.create(promotion=promotion, value=Decimal(percent))
    promotion.products.set(products)
    return promotion


def read_props(client: Client, path: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(path, headers={"Accept": "application/json"}).json()
    return found


def read_structured_data(client: Client, wine: Product) -> dict[str, Any]:
    html = client.get(wine.get_absolute_url()).content.decode()
    blocks = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    found: dict[str, Any] = json.loads(blocks[0])
    return found


def read_feed(client: Client) -> dict[str | None, str | None]:
    response = client.get("/feed/google-products.xml", headers={"Host": "127.0.0.1"})
    tree = ElementTree.fromstring(response.getvalue())  # noqa: S314 - our own
    return {item.findtext(SKU): item.findtext(SALE_PRICE) for item in tree.iter("item")}
