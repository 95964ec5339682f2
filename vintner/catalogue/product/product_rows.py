"""The rows of a product's page, read by one query.

The query is written as SQL, because composing it from expressions for every page and making model objects of its result
took longer than running it.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection

from vintner.catalogue.cards import CARD, CARD_TABLES, card_rows, cards_from
from vintner.catalogue.displayed_prices import PriceFinder, displayed_prices
from vintner.catalogue.models import Product, product_address
from vintner.catalogue.offers import Offer
from vintner.catalogue.pages import Card, ProducerProfile
from vintner.catalogue.pictures import PictureKey, images
from vintner.catalogue.plans.plans import find_plan
from vintner.catalogue.plans.rules import PlanTerms
from vintner.catalogue.producers.producers import PROFILE, profile, profile_row
from vintner.catalogue.product.variation_rows import ON_SALE, SOLD, SoldRow, moment, offers_of
from vintner.catalogue.wine_label import LabelRow, WineLabel, common_label, label_sql
from vintner.web.page import Image

MOST_RELATED = 4

_PICTURE = "json_build_array(i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes))"
"""A `PictureKey` as SQL, of a picture named i."""
_PRODUCT = f"""SELECT
    p.id, p.kind, p.sku, p.name, p.slug, p.short_description, p.description,
    extract(epoch FROM p.available_from)::float8, p.launch_text, p.sold_individually, p.alcoholic,
    p.virtual, p.rating_average, p.rating_count, p.plan_id,
    (SELECT {PROFILE} FROM catalogue_producer m WHERE m.id = p.producer_id),
    to_json(ARRAY(SELECT {_PICTURE} FROM (SELECT p.picture_id AS id, -1 AS position
            UNION ALL SELECT g.picture_id, g.position FROM catalogue_gallerypicture g
            WHERE g.product_id = p.id AND g.picture_id IS DISTINCT FROM p.picture_id) shown
        JOIN catalogue_picture i ON i.id = shown.id ORDER BY shown.position)),
    to_json(ARRAY(SELECT json_build_array(v.id, v.sku, {SOLD}, {label_sql("v")},
        ARRAY(SELECT json_build_array(a.slug, a.name, o.name)
            FROM catalogue_productfact f JOIN catalogue_attributevalue o ON o.id = f.value_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id
            WHERE f.variation_id = v.id AND f.visible ORDER BY f.position, f.id),
        (SELECT {_PICTURE} FROM catalogue_picture i WHERE i.id = v.picture_id))
        FROM catalogue_variation v WHERE v.product_id = p.id AND {ON_SALE} ORDER BY v.position, v.id)),
    to_json(ARRAY(SELECT json_build_array(c.name, c.slug, above.children_in_menu, c.children_in_menu)
        FROM catalogue_product_categories pc JOIN catalogue_category c ON c.id = pc.category_id
        LEFT JOIN catalogue_category above ON above.id = c.parent_id
        WHERE pc.product_id = p.id ORDER BY c.position, c.name)),
    to_json(ARRAY(SELECT t.name FROM catalogue_product_tags pt JOIN catalogue_tag t ON t.id = pt.tag_id
        WHERE pt.product_id = p.id ORDER BY t.name)),
    to_json(ARRAY(SELECT json_build_array(a.slug, a.name, o.name)
        FROM catalogue_productfact f JOIN catalogue_attributevalue o ON o.id = f.value_id
        JOIN catalogue_attribute a ON a.id = o.attribute_id
        WHERE f.product_id = p.id AND f.variation_id IS NULL AND f.visible ORDER BY f.position, f.id)),
    to_json(ARRAY(SELECT json_build_array(near.made, {CARD}) FROM (
        (SELECT p.id, false AS made FROM catalogue_product p
        WHERE p.published AND p.visibility IN ('visible', 'catalog') AND p.in_stock AND p.id <> this.id
        AND (this.producer_id IS NULL OR p.producer_id IS DISTINCT FROM this.producer_id)
        AND EXISTS (SELECT FROM catalogue_product_categories mine JOIN catalogue_category c ON c.id = mine.category_id
            JOIN catalogue_product_categories theirs ON theirs.category_id = c.id
            WHERE mine.product_id = this.id AND theirs.product_id = p.id AND NOT c.children_in_menu)
        ORDER BY p.rating_average DESC, p.id LIMIT {MOST_RELATED})
        UNION ALL (SELECT p.id, true FROM catalogue_product p
        WHERE p.published AND p.visibility IN ('visible', 'catalog') AND p.producer_id = this.producer_id
        AND p.id <> this.id ORDER BY p.in_stock DESC, p.rating_average DESC, p.id LIMIT {MOST_RELATED})) near
        JOIN ({CARD_TABLES}) ON p.id = near.id ORDER BY near.made, p.in_stock DESC, p.rating_average DESC, p.id))
    FROM catalogue_product p CROSS JOIN LATERAL (SELECT p.id, p.producer_id) this WHERE p.slug = %s AND p.published"""  # noqa: S608
"""A `_ProductRow`.

Arrays are read as one piece of JSON: reading their elements one by one took twice as long. All cards come in one array:
planning takes longer the more parts a query has, and the SQL of a card is most of it.

Related wines are in stock, in one of the product's categories and by other producers, best rated first. Wines by the
same producer are marked.
"""


_Array = list[Any]
"""The result of json_build_array, to be read into one of the classes below."""


class KnownFact(NamedTuple):
    """A visible fact: attribute 'Region' (slug region), value 'Porto'."""

    slug: str
    name: str
    value: str


class ProductCategory(NamedTuple):
    """A category of the product.

    `stands_in` says that it is in the menu in place of its parent (None: it is at the top). `stands_aside` says that
    its children are in the menu in its place.
    """

    name: str
    slug: str
    stands_in: bool | None
    stands_aside: bool


class VariationOnSale(NamedTuple):
    """A variation that has an offer. `choices` are its options, in the order of the attributes."""

    id: int
    sku: str
    offer: Offer
    label: WineLabel
    choices: tuple[KnownFact, ...]
    facts: tuple[KnownFact, ...]
    """Facts of this variation only."""
    picture: Image | None


class _ProductRow(NamedTuple):
    """The columns of `_PRODUCT`."""

    id: int
    kind: str
    sku: str
    name: str
    slug: str
    short_description: str
    description: str
    available_from: float | None
    launch_text: str
    sold_individually: bool
    alcoholic: bool
    virtual: bool
    rating_average: Decimal
    rating_count: int
    plan_id: int | None
    maker: _Array | None
    pictures: list[_Array]
    bottles: list[_Array]
    shelves: list[_Array]
    tags: list[str]
    facts: list[_Array]
    near: list[tuple[bool, _Array]]
    """Cards: first of related wines, then, marked, of others by the same producer."""


@dataclass(frozen=True, kw_only=True)
class ProductRows:
    """A published product with everything on its page."""

    id: int
    kind: Product.Kind
    sku: str
    name: str
    slug: str
    short_description: str
    description: str
    available_from: datetime | None
    launch_text: str
    sold_individually: bool
    alcoholic: bool
    virtual: bool
    rating_average: Decimal
    rating_count: int
    plan: PlanTerms | None
    maker: ProducerProfile | None
    pictures: tuple[Image, ...]
    bottles: tuple[VariationOnSale, ...]
    shelves: tuple[ProductCategory, ...]
    tags: tuple[str, ...]
    facts: tuple[KnownFact, ...]
    related: tuple[Card, ...]
    made: tuple[Card, ...]
    """Other wines of the maker."""

    @property
    def address(self) -> str:
        return product_address(self.slug)

    @cached_property
    def label(self) -> WineLabel:
        """The label that all variations have in common."""
        maker = self.maker.name if self.maker else ""
        nothing = WineLabel(producer=maker, name=self.name, vintage="", size="")
        return common_label(each.label for each in self.bottles) or nothing

    @property
    def shelf(self) -> ProductCategory | None:
        """The category in the breadcrumbs: one of the menu, if the product is in any."""
        named = [each for each in self.shelves if not each.stands_aside]
        return min(named, key=lambda each: (each.stands_in is not True, each.stands_in is False), default=None)

    def coming_soon(self, now: datetime) -> bool:
        return self.available_from is not None and self.available_from > now


def find(slug: str, now: datetime, prices_of: PriceFinder = displayed_prices) -> ProductRows | None:
    """Return the published product with this slug, None when there is none.

    A caller that has loaded the price book passes a `prices_of` that does not load it again.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PRODUCT, [slug])
        found = cursor.fetchone()
    return None if found is None else _product_rows(_ProductRow(*found), now, prices_of)


def _product_rows(row: _ProductRow, now: datetime, prices_of: PriceFinder) -> ProductRows:
    maker = profile_row(row.maker) if row.maker else None
    keys = [PictureKey(*key) for key in _picture_keys(row)]
    displayed = images([*keys, *maker.keys] if maker else keys)
    cards = card_rows(card for _, card in row.near)
    related = sum(not made for made, _ in row.near)
    sold = [*(SoldRow(*bottle[2]) for bottle in row.bottles), *chain.from_iterable(card.sold_rows for card in cards)]
    offers = iter(offers_of(sold, now, prices_of))
    bottles = tuple(_bottle(bottle, offer, displayed) for bottle, offer in zip(row.bottles, offers, strict=False))
    near = cards_from(cards, offers, now)
    return ProductRows(
        id=row.id,
        kind=Product.Kind(row.kind),
        sku=row.sku,
        name=row.name,
        slug=row.slug,
        short_description=row.short_description,
        description=row.description,
        available_from=moment(row.available_from),
        launch_text=row.launch_text,
        sold_individually=row.sold_individually,
        alcoholic=row.alcoholic,
        virtual=row.virtual,
        rating_average=row.rating_average,
        rating_count=row.rating_count,
        plan=find_plan(row.plan_id),
        maker=profile(maker, displayed) if maker else None,
        pictures=tuple(displayed[key[0]] for key in row.pictures),
        bottles=bottles,
        shelves=tuple(ProductCategory(*each) for each in row.shelves),
        tags=tuple(row.tags),
        facts=tuple(KnownFact(*each) for each in row.facts),
        related=near[:related],
        made=near[related:],
    )


def _picture_keys(row: _ProductRow) -> list[_Array]:
    """Return the keys of all pictures of the wine; bottles have theirs in the last place."""
    return [*row.pictures, *(bottle[-1] for bottle in row.bottles if bottle[-1])]


def _picture(key: _Array | None, pictures: dict[int, Image]) -> Image | None:
    return pictures[key[0]] if key else None


def _bottle(row: _Array, offer: Offer, pictures: dict[int, Image]) -> VariationOnSale:
    variation_id, sku, _, label, facts, picture = row
    label_row = LabelRow(*label)
    return VariationOnSale(
        id=variation_id,
        sku=sku or "",
        offer=offer,
        label=label_row.label,
        choices=tuple(KnownFact(*each) for each in label_row.choices),
        facts=tuple(KnownFact(*each) for each in facts),
        picture=_picture(picture, pictures),
    )
