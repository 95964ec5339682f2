"""Feeds: new wines as Atom, and all products for Google Merchant Center."""

import io
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple
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
from django.utils.html import escape
from django.utils.xmlutils import SimplerXMLGenerator

from vintner.catalogue.models import Product, variation_address
from vintner.catalogue.product.search_ids import group_id, item_id
from vintner.catalogue.product.variation_rows import ON_SALE, SOLD, SoldRow, moment, offers_of
from vintner.catalogue.rules import Availability, Price, Stock
from vintner.catalogue.wine_label import LabelRow, WineLabel, label_sql
from vintner.money import Money, currency
from vintner.web.text_input import read_text

NEWEST = 30
LONGEST_SUMMARY = 1_000
"""Characters of a wine's text in the feed of new wines."""
WINE_CATEGORY = "421"
"""Wine in Google's product taxonomy: Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine."""
CHUNK = 500
LONGEST_TITLE, LONGEST_DESCRIPTION, LONGEST_BRAND = 150, 5_000, 70
"""Characters, by the product data specification of Google Merchant Center."""
_STOCK = {
    Availability.IN_STOCK: "in_stock",
    Availability.LOW: "in_stock",
    Availability.ON_BACKORDER: "out_of_stock",  # backorders need a date of delivery there, which nobody knows
    Availability.OUT_OF_STOCK: "out_of_stock",
}
_BOTTLES = f"""SELECT v.id, v.sku, p.id, p.sku, p.kind, p.slug,
    COALESCE(NULLIF(p.short_description, ''), p.description), m.name,
    {label_sql("v")},
    (SELECT i.original FROM catalogue_picture i WHERE i.id = COALESCE(v.picture_id, p.picture_id)),
    (SELECT c.name FROM catalogue_product_categories pc JOIN catalogue_category c ON c.id = pc.category_id
        WHERE pc.product_id = p.id AND c.parent_id IS NOT NULL ORDER BY c.position LIMIT 1),
    p.available_from, p.alcoholic AND NOT p.virtual, {SOLD}
    FROM catalogue_variation v JOIN catalogue_product p ON p.id = v.product_id
    LEFT JOIN catalogue_producer m ON m.id = p.producer_id
    WHERE v.id > %s AND {ON_SALE} AND p.plan_id IS NULL AND p.published AND p.visibility <> 'hidden'
    ORDER BY v.id LIMIT {CHUNK}"""  # noqa: S608 - nothing but constants


class _Bottle(NamedTuple):
    """The columns of `_BOTTLES`."""

    id: int
    own_sku: str | None
    product_id: int
    product_sku: str
    kind: str
    slug: str
    text: str
    producer: str | None
    label: list[Any]
    picture: str | None
    category: str | None
    released_at: datetime | None
    ships_wine: bool
    sold: list[Any]

    @property
    def is_variable(self) -> bool:
        return self.kind == Product.Kind.VARIABLE


class NewWines(Feed):  # type: ignore[type-arg]  # not subscriptable at run time
    """The newest wines, as Atom."""

    feed_type = Atom1Feed
    title = f"New wines at {settings.STORE_NAME}"
    subtitle = "What has come into the cellar."
    author_name = settings.STORE_NAME

    def link(self) -> str:
        return settings.STORE_URL + reverse("shop")

    def feed_url(self) -> str:
        return settings.STORE_URL + reverse("feed")

    def items(self) -> "QuerySet[Product]":
        return Product.objects.listed().select_related("producer").order_by("-created_at", "pk")[:NEWEST]

    def item_title(self, item: Product) -> str:
        return read_text(f"{item.name}, {item.producer}" if item.producer else item.name)

    def item_description(self, item: Product) -> str | None:  # type: ignore[override]  # None leaves it out
        """Return the text as HTML, which is what the feed says it is; None where nothing was written."""
        return escape(_shorten(item.short_description or item.description, LONGEST_SUMMARY)) or None

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
        sold = [SoldRow(*bottle.sold) for bottle in chunk]
        for bottle, row, offer in zip(chunk, sold, offers_of(sold, now), strict=True):
            if offer.price is not None:  # the feed takes no item without a price
                _write_item(xml, _fields(bottle, offer.price, offer.stock, moment(row.starts), now))
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    xml.endElement("channel")
    xml.endElement("rss")
    yield out.getvalue()


def _chunks() -> Iterator[list[_Bottle]]:
    last = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_BOTTLES, [last])
            bottles = [_Bottle(*row) for row in cursor.fetchall()]
        if not bottles:
            return
        yield bottles
        last = bottles[-1].id


def _write_item(xml: SimplerXMLGenerator, fields: dict[str, str]) -> None:
    xml.startElement("item", AttributesImpl({}))
    for name, value in fields.items():
        if value:
            xml.addQuickElement(f"g:{name}", value)
    xml.endElement("item")


def _fields(
    bottle: _Bottle, price: Price, stock: Stock, sale_starts_at: datetime | None, now: datetime
) -> dict[str, str]:
    label = LabelRow(*bottle.label)
    soon = bottle.released_at is not None and bottle.released_at > now
    choices = ((slug, value) for slug, _, value in label.choices)
    return {
        "id": item_id(bottle.id, bottle.own_sku, None if bottle.is_variable else bottle.product_sku),
        "title": _shorten(_title(label.label), LONGEST_TITLE),
        "description": _shorten(bottle.text, LONGEST_DESCRIPTION) or _shorten(label.bottle_words, LONGEST_DESCRIPTION),
        "link": settings.STORE_URL + variation_address(bottle.slug, choices),
        "image_link": urljoin(settings.STORE_URL, default_storage.url(bottle.picture)) if bottle.picture else "",
        "availability": "preorder" if soon else _STOCK[stock.shown_availability],
        "availability_date": _minute(bottle.released_at) if soon and bottle.released_at else "",
        "price": _price(price.regular),
        "sale_price": _price(price.current) if price.on_sale else "",
        "sale_price_effective_date": f"{_minute(sale_starts_at or now)}/{_minute(price.until)}" if price.until else "",
        "brand": _shorten(bottle.producer or "", LONGEST_BRAND),
        "identifier_exists": "" if bottle.producer else "no",
        "condition": "new",
        "item_group_id": group_id(bottle.product_id, bottle.product_sku) if bottle.is_variable else "",
        "product_type": read_text(bottle.category or ""),
        "google_product_category": WINE_CATEGORY if bottle.ships_wine else "",
    }


def _shorten(text: str, longest: int) -> str:
    found = read_text(text).strip()
    return found if len(found) <= longest else f"{found[: longest - 1].rstrip()}…"


def _title(label: WineLabel) -> str:
    return f"{label.name}, {label.details}" if label.details else label.name


def _minute(time: datetime) -> str:
    """Return a moment as the feed takes it, to the minute: 2026-12-05T08:00+0000."""
    return f"{time:%Y-%m-%dT%H:%M%z}"


def _price(amount: Money) -> str:
    return f"{amount.decimal} {currency()}"
