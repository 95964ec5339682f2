"""Cards: a wine in the grid of a listing, of the home page and of related wines.

All data of a card is read by one constant query. Loading the rows of five tables as objects, or composing the query
for each page, took longer than all other work of a listing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from vintner.catalogue.card_cache import CachedCard, CardKey, find_cards
from vintner.catalogue.models import Product, product_address
from vintner.catalogue.offers import COMING_SOON, FEW_LEFT, Offer, offer_words, price_note, price_words, stock_words
from vintner.catalogue.pages import Card
from vintner.catalogue.pictures import PictureKey, images
from vintner.catalogue.plans.plans import all_plans
from vintner.catalogue.plans.rules import PlanTerms
from vintner.catalogue.plans.words import trial_words
from vintner.catalogue.product.variation_rows import ON_SALE, SOLD, SoldRow, moment, offers_of
from vintner.catalogue.reviews.props import Rating
from vintner.catalogue.rules import Availability
from vintner.catalogue.wine_label import VINTAGE, is_named, is_wine_sql, unstated_vintage
from vintner.web.page import Image

CARD = f"""json_build_array(p.id, p.kind, p.sku, p.name, p.slug, extract(epoch FROM p.available_from),
    p.rating_average::text, p.rating_count, m.name,
    i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes),
    ARRAY(SELECT {SOLD} FROM catalogue_variation v WHERE v.product_id = p.id AND {ON_SALE} ORDER BY v.position, v.id),
    ARRAY(SELECT json_build_array(a.slug, fv.name) FROM catalogue_productfact f CROSS JOIN LATERAL
            (SELECT name, attribute_id FROM catalogue_attributevalue WHERE id = f.value_id OFFSET 0) fv
        JOIN catalogue_attribute a ON a.id = fv.attribute_id
        WHERE f.product_id = p.id AND f.variation_id IS NULL
            AND a.slug IN ('vintage', 'region', 'colour', 'bottle-size')
        ORDER BY f.position DESC, f.id DESC),
    CASE WHEN p.kind = 'variable' THEN ARRAY(SELECT (SELECT coalesce(json_object_agg(a.slug, av.name), '{{}}')
            FROM (SELECT o.attributevalue_id FROM catalogue_variation_options o WHERE o.variation_id = v.id
                UNION ALL SELECT f.value_id FROM catalogue_productfact f WHERE f.variation_id = v.id) told (id)
            CROSS JOIN LATERAL (SELECT name, attribute_id FROM catalogue_attributevalue WHERE id = told.id OFFSET 0) av
            JOIN catalogue_attribute a ON a.id = av.attribute_id
            WHERE a.slug IN ('vintage', 'bottle-size'))
        FROM catalogue_variation v WHERE v.product_id = p.id AND {ON_SALE} ORDER BY v.position, v.id) END,
    {is_wine_sql("p")}, p.plan_id, p.alcoholic AND NOT p.virtual, p.set_bottles)"""  # noqa: S608 - nothing but constants
"""A `CardRow` as SQL, over CARD_TABLES.

`OFFSET 0` keeps the planner from starting with all facts of the shop that have these slugs.
"""
CARD_TABLES = """catalogue_product p LEFT JOIN catalogue_producer m ON m.id = p.producer_id
    LEFT JOIN catalogue_picture i ON i.id = p.picture_id"""
MANY_VINTAGES = 3
_CARDS = f"""SELECT to_json(ARRAY(SELECT {CARD} FROM unnest(%s::bigint[]) WITH ORDINALITY wanted (id, place)
    JOIN ({CARD_TABLES}) ON p.id = wanted.id ORDER BY place))"""  # noqa: S608 - nothing but constants


class CardRow(NamedTuple):
    """A product as a card needs it, in the order of `CARD`."""

    id: int
    kind: str
    sku: str
    name: str
    slug: str
    available_from: float | None
    rating_average: str
    rating_count: int
    producer: str | None
    picture_id: int | None
    checksum: str | None
    alt: str | None
    caption: str | None
    sizes: int | None
    sold: list[list[object]]
    facts: list[tuple[str, str]]
    differing: list[dict[str, str]] | None
    """Vintage and bottle size of each variation of `sold`; None for a simple product."""
    is_wine: bool
    plan_id: int | None
    ships_wine: bool
    set_bottles: int

    @property
    def sold_rows(self) -> list[SoldRow]:
        return [SoldRow(*sold) for sold in self.sold]  # type: ignore[arg-type]  # the columns of SOLD

    @property
    def levels(self) -> dict[int, int]:
        """Return id → level edition of each variation."""
        return {row.id: row.level_edition for row in self.sold_rows}


def cards(products: QuerySet[Product], now: datetime) -> tuple[Card, ...]:
    """Return a card for each of these products, in their order.

    Three queries: the ids, the rows of the cards, and the number of the price book; the ids alone of cards that are
    cached. One more for pictures that are not cached, and one when promotions ask about categories, tags or the like.
    """
    return cards_of(list(products.values_list("pk", flat=True)), now)


def cards_of(ids: Sequence[int], now: datetime) -> tuple[Card, ...]:
    """Return a card for each product with one of these ids, in their order. Cards that are cached are not made anew."""
    return find_cards([(number,) for number in ids], now, partial(_make_cards, now)) if ids else ()


def _make_cards(now: datetime, keys: Sequence[CardKey]) -> dict[CardKey, CachedCard]:
    with connection.cursor() as cursor:
        cursor.execute(_CARDS, [[product_id for product_id, *_ in keys]])
        (columns,) = cursor.fetchone()
    rows = card_rows(columns)
    offers = offers_of(chain.from_iterable(row.sold_rows for row in rows), now)
    made = cards_from(rows, iter(offers), now)
    return {(row.id,): CachedCard(card, row.levels) for row, card in zip(rows, made, strict=True)}


def card_rows(columns: Iterable[list[object]]) -> list[CardRow]:
    """Return what `CARD` has read as rows."""
    return [CardRow(*row) for row in columns]  # type: ignore[arg-type]  # the columns of CARD


def cards_from(rows: Sequence[CardRow], offers: Iterator[Offer], now: datetime) -> tuple[Card, ...]:
    """Return a card for each row. `offers` are those of all their variations, in the order of the rows.

    One query at most, for the plans of subscriptions.
    """
    pictures = images(_keys(rows))
    plans = all_plans() if any(row.plan_id for row in rows) else {}
    found = []
    for row in rows:
        picture, plan = pictures.get(row.picture_id or 0), plans.get(row.plan_id or 0)
        found.append(_card(row, list(islice(offers, len(row.sold))), picture, plan, now))
    return tuple(found)


def _keys(rows: Iterable[CardRow]) -> list[PictureKey]:
    return [
        PictureKey(row.picture_id, row.checksum or "", row.alt or "", row.caption or "", row.sizes or 0)
        for row in rows
        if row.picture_id is not None
    ]


def _card(row: CardRow, offers: Sequence[Offer], picture: Image | None, plan: PlanTerms | None, now: datetime) -> Card:
    facts = dict(row.facts)
    labels = [{**facts, **each} for each in row.differing or [{}] * len(offers)]
    release = moment(row.available_from)
    closed = plan is not None and not plan.on_sale
    kind, stock = stock_words(offers, coming_soon=release is not None and release > now, closed=closed)
    simple = row.kind == Product.Kind.SIMPLE
    sellable = kind not in (COMING_SOON, Availability.OUT_OF_STOCK)
    return Card(
        product_id=row.id,
        item_id=row.id,
        sku=row.sku,
        name=row.name,
        url=product_address(row.slug),
        image=picture,
        producer=row.producer or "",
        vintage=_vintages(row, labels),
        region=facts.get("region", ""),
        colour=facts.get("colour", ""),
        price=price_words(offers),
        price_note=price_note(offers) or (trial_words(plan) if plan else ""),
        unit=plan.cadence.words if plan else _set_unit(row.set_bottles) or _unit(offers, labels),
        offer=offer_words(offers) if sellable and plan is None else "",
        rating=rating(Decimal(row.rating_average), row.rating_count),
        stock=FEW_LEFT if kind == Availability.LOW else stock,
        stock_kind=kind,
        can_add=simple and sellable and bool(offers) and plan is None,
        button=_button(simple=simple, sellable=sellable, by_plan=plan is not None, thing=_thing(row)),
        by_plan=plan is not None,
        ships_wine=row.ships_wine,
    )


def _vintages(row: CardRow, labels: Sequence[Mapping[str, str]]) -> str:
    """Return all vintages, or the first and the last of many; nothing if the name contains the only one."""
    vintages = sorted({each[VINTAGE] for each in labels if VINTAGE in each})
    if not vintages and row.is_wine:
        vintages = [unstated_vintage(row.name)]
    if len(vintages) == 1 and is_named(row.name, vintages[0]):
        return ""
    return ", ".join(vintages) if len(vintages) <= MANY_VINTAGES else f"{vintages[0]}–{vintages[-1]}"


def _set_unit(bottles: int) -> str:
    """Return what the price of a gift set is for: '/ 3 bottles'. Empty for all else."""
    return f"/ {bottles} {'bottle' if bottles == 1 else 'bottles'}" if bottles else ""


def _unit(offers: Sequence[Offer], labels: Sequence[Mapping[str, str]]) -> str:
    """Return the bottle size of the lowest price, which is the one on the card: '/ 750 ml'."""
    priced = [(offer.price.current, label) for offer, label in zip(offers, labels, strict=True) if offer.price]
    if not priced:
        return ""
    _, cheapest = min(priced, key=itemgetter(0))
    size = cheapest.get("bottle-size", "")
    return f"/ {size}" if size else ""


def _thing(row: CardRow) -> str:
    return "set" if row.set_bottles else "wine" if row.ships_wine else "details"


def _button(*, simple: bool, sellable: bool, by_plan: bool, thing: str) -> str:
    if not sellable:
        return f"See the {thing}"
    if by_plan:  # its page has the terms
        return "Subscribe"
    return "Add to cart" if simple else "Choose options"


def rating(average: Decimal, count: int) -> Rating | None:
    """Return the average of the stars with one decimal, None without ratings."""
    return Rating(average=f"{average:.1f}", count=count) if count else None
