"""A wine in a grid: what listings, the home page and 'you may also like' show of it.

Everything a card shows is read by one query. Loading the rows of five tables as objects took longer than
everything else that a listing does.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Field, Func, QuerySet
from django.db.models.expressions import RawSQL

from vintner.catalogue.models import Product, product_address
from vintner.catalogue.offers import COMING_SOON, Offer, price_words, stock_words
from vintner.catalogue.pages import Card, Rating
from vintner.catalogue.pictures import PictureKey, images
from vintner.catalogue.rules import Availability, Backorders, Stock, price_at
from vintner.money import Money
from vintner.web.page import Image

AS_READ: "Field[object, object]" = Field()
"""The output of SQL whose arrays and JSON stay as the database driver reads them: lists and dictionaries."""

_SOLD = RawSQL(
    """ARRAY(SELECT json_build_array(v.regular_price, v.sale_price, extract(epoch FROM v.sale_starts_at),
    extract(epoch FROM v.sale_ends_at), v.manage_stock, v.on_hand - v.reserved, v.backorders, v.available,
    v.low_stock_threshold)
    FROM catalogue_variation v WHERE v.product_id = catalogue_product.id AND v.enabled AND v.regular_price IS NOT NULL
    ORDER BY v.position, v.id)""",
    (),
    AS_READ,
)
_FACTS = RawSQL(
    """ARRAY(SELECT json_build_array(a.slug, v.name) FROM catalogue_productfact f
    JOIN catalogue_attributevalue v ON v.id = f.value_id JOIN catalogue_attribute a ON a.id = v.attribute_id
    WHERE f.product_id = catalogue_product.id AND a.slug IN ('vintage', 'region', 'colour')
    ORDER BY f.position DESC, f.id DESC)""",
    (),
    AS_READ,
)


class SoldRow(NamedTuple):
    """A variation as `_SOLD` reads it: cents, seconds since 1970, bottles."""

    regular: int
    sale: int | None
    starts: float | None
    ends: float | None
    counted: bool
    free: int
    backorders: str
    available: bool
    low_at: int | None


class CardRow(NamedTuple):
    """A product as a card needs it, in the order of `_read`."""

    id: int
    kind: str
    sku: str
    name: str
    slug: str
    available_from: datetime | None
    rating_average: Decimal
    rating_count: int
    producer: str | None
    picture_id: int | None
    checksum: str | None
    alt: str | None
    caption: str | None
    sizes: int | None
    sold: list[list[object]]
    facts: list[tuple[str, str]]


def cards(products: QuerySet[Product], now: datetime) -> tuple[Card, ...]:
    """Return a card for each of these products, in their order. One query, another for pictures not seen before."""
    rows = [
        CardRow(*row)
        for row in products.values_list(
            "id",
            "kind",
            "sku",
            "name",
            "slug",
            "available_from",
            "rating_average",
            "rating_count",
            "producer__name",
            "picture_id",
            "picture__checksum",
            "picture__alt",
            "picture__caption",
            Func("picture__sizes", function="jsonb_array_length", output_field=AS_READ),
            _SOLD,
            _FACTS,
        )
    ]
    pictures = images(_keys(rows))
    return tuple(_card(row, pictures.get(row.picture_id or 0), now) for row in rows)


def _keys(rows: Iterable[CardRow]) -> list[PictureKey]:
    return [
        PictureKey(row.picture_id, row.checksum or "", row.alt or "", row.caption or "", row.sizes or 0)
        for row in rows
        if row.picture_id is not None
    ]


def _card(row: CardRow, picture: Image | None, now: datetime) -> Card:
    offers = [_offer(SoldRow(*sold), now) for sold in row.sold]  # type: ignore[arg-type]
    facts = dict(row.facts)
    soon = row.available_from is not None and row.available_from > now
    kind, stock = stock_words(offers, coming_soon=soon)
    simple = row.kind == Product.Kind.SIMPLE
    sellable = kind not in (COMING_SOON, Availability.OUT_OF_STOCK)
    return Card(
        product_id=row.id,
        sku=row.sku,
        name=row.name,
        url=product_address(row.slug),
        image=picture,
        producer=row.producer or "",
        vintage=facts.get("vintage", "") if simple else "",
        region=facts.get("region", ""),
        colour=facts.get("colour", ""),
        price=price_words(offers),
        rating=rating(row.rating_average, row.rating_count),
        stock=stock,
        stock_kind=kind,
        can_add=simple and sellable and bool(offers),
        button=_button(simple=simple, sellable=sellable),
    )


def _offer(sold: SoldRow, now: datetime) -> Offer:
    price = price_at(
        regular=Money(sold.regular),
        sale=None if sold.sale is None else Money(sold.sale),
        starts_at=_moment(sold.starts),
        ends_at=_moment(sold.ends),
        now=now,
    )
    stock = Stock(
        counted=sold.counted,
        free=sold.free,
        backorders=Backorders(sold.backorders),
        flagged_in_stock=sold.available,
        low_at=sold.low_at,
    )
    return Offer(price, stock)


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _button(*, simple: bool, sellable: bool) -> str:
    if not sellable:
        return "See the wine"
    return "Add to cart" if simple else "Choose options"


def rating(average: Decimal, count: int) -> Rating | None:
    """Return the average of the stars with one decimal, None without ratings."""
    return Rating(average=f"{average:.1f}", count=count) if count else None
