"""Feeds: new wines as Atom, and all products for Google Merchant Center."""

import io
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urljoin
from xml.sax.xmlreader import AttributesImpl

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.core.files.storage import default_storage
from django.db import connection
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.xmlutils import SimplerXMLGenerator

from vintner.catalogue.models import Product
from vintner.catalogue.product.variation_rows import ON_SALE, SOLD, SoldRow, offers_of
from vintner.catalogue.rules import Availability, Price, Stock
from vintner.catalogue.wine_label import LabelRow, WineLabel, label_sql
from vintner.money import Money, currency
from vintner.web.text_input import read_text

NEWEST = 30
WINE_CATEGORY = "421"
"""Wine in Google's product taxonomy: Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine."""
CHUNK = 500
_STOCK = {
    Availability.IN_STOCK: "in_stock",
    Availability.LOW: "in_stock",
    Availability.ON_BACKORDER: "backorder",
    Availability.OUT_OF_STOCK: "out_of_stock",
}
_BOTTLES = f"""SELECT v.id, COALESCE(v.sku, p.sku), p.sku, p.kind, p.slug,
    COALESCE(NULLIF(p.short_description, ''), p.description), m.name,
    {label_sql("v")},
    (SELECT i.original FROM catalogue_picture i WHERE i.id = COALESCE(v.picture_id, p.picture_id)),
    (SELECT c.name FROM catalogue_product_categories pc JOIN catalogue_category c ON c.id = pc.category_id
        WHERE pc.product_id = p.id AND c.parent_id IS NOT NULL ORDER BY c.position LIMIT 1),
    p.available_from, p.alcoholic, {SOLD}
    FROM catalogue_variation v JOIN catalogue_product p ON p.id = v.product_id
    LEFT JOIN catalogue_producer m ON m.id = p.producer_id
    WHERE v.id > %s AND {ON_SALE} AND p.plan_id IS NULL AND p.published AND p.visibility <> 'hidden'
    ORDER BY v.id LIMIT {CHUNK}"""  # noqa: S608 - nothing but constants


class NewWines(Feed):  # type: ignore[type-arg]  # not subscriptable at run time
    """The newest wines, as Atom."""

    feed_type = Atom1Feed
    title = f"New wines at {settings.STORE_NAME}"
    subtitle = "What has come into the cellar."

    def link(self) -> str:
        return f"{settings.STORE_URL}/shop/?orderby=date"

    def feed_url(self) -> str:
        return settings.STORE_URL + reverse("feed")

    def items(self) -> "QuerySet[Product]":
        return Product.objects.listed().select_related("producer").order_by("-created_at", "pk")[:NEWEST]

    def item_title(self, item: Product) -> str:
        return read_text(f"{item.name}, {item.producer}" if item.producer else item.name)

    def item_description(self, item: Product) -> str:
        return read_text(item.short_description)

    def item_link(self, item: Product) -> str:
        return settings.STORE_URL + item.get_absolute_url()

    def item_pubdate(self, item: Product) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Product) -> datetime:
        return item.created_at


def google_products(request: HttpRequest) -> StreamingHttpResponse:
    """Return every variation on sale in the format of Google Merchant Center (RSS 2.0 with g: fields).

    Wine that is sold by subscription is left out: the feed would tell its price as that of a single purchase.
    It is written in parts, so that only the feed itself is in memory, compressed if the client takes that.
    """
    return StreamingHttpResponse(_rss(timezone.now()), content_type="application/rss+xml; charset=utf-8")


def _rss(now: datetime) -> Iterator[str]:
    out = io.StringIO()
    xml = SimplerXMLGenerator(out, "utf-8")
    xml.startDocument()
    xml.startElement("rss", AttributesImpl({"version": "2.0", "xmlns:g": "http://base.google.com/ns/1.0"}))
    xml.startElement("channel", AttributesImpl({}))
    xml.addQuickElement("title", settings.STORE_NAME)
    xml.addQuickElement("link", settings.STORE_URL)
    xml.addQuickElement("description", f"Every bottle at {settings.STORE_NAME}")
    for chunk in _chunks():
        offers = offers_of((SoldRow(*row[-1]) for row in chunk), now)  # type: ignore[misc]  # the columns of SOLD
        for row, offer in zip(chunk, offers, strict=True):
            if offer.price is not None:  # the feed takes no item without a price
                _write_item(xml, row, offer.price, offer.stock, now)
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    xml.endElement("channel")
    xml.endElement("rss")
    yield out.getvalue()


def _chunks() -> Iterator[list[tuple[object, ...]]]:
    last = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_BOTTLES, [last])
            rows = cursor.fetchall()
        if not rows:
            return
        yield rows
        last = rows[-1][0]


def _write_item(xml: SimplerXMLGenerator, row: tuple[object, ...], price: Price, stock: Stock, now: datetime) -> None:
    xml.startElement("item", AttributesImpl({}))
    for name, value in _fields(row, price, stock, now).items():
        if value:
            xml.addQuickElement(f"g:{name}", read_text(value))
    xml.endElement("item")


def _fields(row: tuple[object, ...], price: Price, stock: Stock, now: datetime) -> dict[str, str]:
    _, sku, group, kind, slug, text, maker, label, picture, shelf, release, alcoholic, _ = row
    soon = isinstance(release, datetime) and release > now
    variable = kind == Product.Kind.VARIABLE
    return {
        "id": str(sku),
        "title": _title(LabelRow(*label).label),  # type: ignore[misc]  # the columns of label_sql
        "description": str(text),
        "link": settings.STORE_URL + reverse("product", args=[slug]),
        "image_link": urljoin(settings.STORE_URL, default_storage.url(str(picture))) if picture else "",
        "availability": "preorder" if soon else _STOCK[stock.availability],
        "availability_date": release.isoformat() if soon and isinstance(release, datetime) else "",
        "price": _price(price.regular),
        "sale_price": _price(price.current) if price.on_sale else "",
        "brand": str(maker or ""),
        "mpn": str(sku),
        "condition": "new",
        "item_group_id": str(group) if variable else "",
        "product_type": str(shelf or ""),
        "google_product_category": WINE_CATEGORY if alcoholic else "",
    }


def _title(label: WineLabel) -> str:
    return f"{label.name}, {label.details}" if label.details else label.name


def _price(amount: Money) -> str:
    return f"{amount.decimal} {currency()}"
