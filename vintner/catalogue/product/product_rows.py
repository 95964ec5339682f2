"""The rows of a product's page, read by one query."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from itertools import chain
from typing import Any, Final, NamedTuple

from django.db import connection

from vintner.catalogue.cards import card_rows, cards_from, cards_of
from vintner.catalogue.displayed_prices import PriceFinder, displayed_prices
from vintner.catalogue.models import Product, product_address
from vintner.catalogue.offers import Offer
from vintner.catalogue.pages import Card, ProducerProfile
from vintner.catalogue.pictures import PictureKey, images
from vintner.catalogue.plans.plans import find_plan
from vintner.catalogue.plans.rules import PlanTerms
from vintner.catalogue.producers.producers import profile, profile_row
from vintner.catalogue.product.product_queries import PRODUCT, SOLD_OF_PRODUCT
from vintner.catalogue.product.variation_rows import SoldRow, moment, offers_of
from vintner.catalogue.sets.contents import BottleInSet, find_set_rows, sold_in
from vintner.catalogue.tasting.props import Score
from vintner.catalogue.tasting.words import Style, score
from vintner.catalogue.wine_label import LabelRow, WineLabel, common_label
from vintner.web.catalogue_version import VersionedCache
from vintner.web.page import Image

_MOST_CACHED: Final = 1_000


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
    note: str
    drink_years: tuple[int | None, int | None]
    scores: tuple[Score, ...]
    """Of this variation only."""
    picture: Image | None


class _ProductRow(NamedTuple):
    """The columns of `PRODUCT`."""

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
    set_bottles: int
    style: _Array
    scores: list[_Array]
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
    inside: tuple[BottleInSet, ...]
    """What is in a gift set; nothing is in all else."""
    style: Style
    scores: tuple[Score, ...]
    """Of all variations."""
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

    @property
    def summary(self) -> str:
        """What is said of it in short, else all of it; empty where nothing is."""
        return self.short_description or self.description

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

    @property
    def is_set(self) -> bool:
        """Whether it is a gift set."""
        return bool(self.inside)

    @property
    def set_bottles(self) -> int:
        """How many bottles are in a gift set."""
        return sum(each.row.quantity for each in self.inside)

    def coming_soon(self, now: datetime) -> bool:
        return self.available_from is not None and self.available_from > now


_cache: VersionedCache[str, ProductRows] = VersionedCache(_MOST_CACHED)
"""Slug → product. What its variations cost and how many there are is read for each page; of what is in a gift set the
page tells only prices, which the version decides.
"""


def find(slug: str, now: datetime, prices_of: PriceFinder = displayed_prices) -> ProductRows | None:
    """Return the published product with this slug, None when there is none. One query, and one more for a gift set.

    What the catalogue version decides is cached for it; then the query reads prices and stock alone, and cached cards
    need one of their own at times. A caller that has loaded the price book passes a `prices_of` that does not load it
    again.
    """
    cached = _cache.at(now)
    if slug in cached and (current := _with_offers(cached[slug], now, prices_of)):
        return current
    with connection.cursor() as cursor:
        cursor.execute(PRODUCT, [slug])
        found = cursor.fetchone()
    if found is None:
        return None
    rows = cached[slug] = _product_rows(_ProductRow(*found), now, prices_of)
    return rows


def _with_offers(rows: ProductRows, now: datetime, prices_of: PriceFinder) -> ProductRows | None:
    """Return cached rows with what its variations cost, how many there are, and the cards beside it as they are now.

    None when other variations are on sale than are known, or a product beside it is gone.
    """
    with connection.cursor() as cursor:
        cursor.execute(SOLD_OF_PRODUCT, [rows.id])
        (sold,) = cursor.fetchone()
    offers = offers_of([SoldRow(*each) for each in sold], now, prices_of)
    near = cards_of([card.product_id for card in (*rows.related, *rows.made)], now)
    same = [each.id for each in rows.bottles] == [offer.unit.variation_id for offer in offers]
    if not same or len(near) != len(rows.related) + len(rows.made):
        return None
    related = len(rows.related)
    return replace(
        rows,
        bottles=tuple(bottle._replace(offer=offer) for bottle, offer in zip(rows.bottles, offers, strict=True)),
        related=near[:related],
        made=near[related:],
    )


def _product_rows(row: _ProductRow, now: datetime, prices_of: PriceFinder) -> ProductRows:
    maker = profile_row(row.maker) if row.maker else None
    keys = [PictureKey(*key) for key in _picture_keys(row)]
    inside = find_set_rows(row.id) if row.set_bottles else []
    keys += [each.picture for each in inside if each.picture]
    displayed = images([*keys, *maker.keys] if maker else keys)
    cards = card_rows(card for _, card in row.near)
    related = sum(not made for made, _ in row.near)
    sold = [
        *(SoldRow(*bottle[2]) for bottle in row.bottles),
        *chain.from_iterable(card.sold_rows for card in cards),
        *sold_in(inside),
    ]
    offers = iter(offers_of(sold, now, prices_of))
    scores = _scores(row)
    bottles = tuple(
        _bottle(bottle, offer, displayed, scores[bottle[0]]) for bottle, offer in zip(row.bottles, offers, strict=False)
    )
    near = cards_from(cards, offers, now)
    in_set = tuple(
        BottleInSet(each, next(offers) if each.sold else None, displayed[each.picture.id] if each.picture else None)
        for each in inside
    )
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
        inside=in_set,
        style=_style(*row.style),
        scores=scores[None],
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


def _style(first: int | None, last: int | None, dosage: str | None, *levels: int | None) -> Style:
    return Style(first, last, None if dosage is None else Decimal(dosage), *levels)


def _scores(row: _ProductRow) -> dict[int | None, tuple[Score, ...]]:
    """Return the scores by variation; None has those of the wine."""
    found: dict[int | None, tuple[Score, ...]] = defaultdict(tuple)
    for variation_id, source, points, out_of, day in row.scores:
        given_on = None if day is None else date.fromisoformat(day)
        found[variation_id] += (score(source, Decimal(points), out_of, given_on),)
    return found


def _bottle(row: _Array, offer: Offer, pictures: dict[int, Image], scores: tuple[Score, ...]) -> VariationOnSale:
    variation_id, sku, _, label, facts, note, (first, last), picture = row
    label_row = LabelRow(*label)
    return VariationOnSale(
        id=variation_id,
        sku=sku or "",
        offer=offer,
        label=label_row.label,
        choices=tuple(KnownFact(*each) for each in label_row.choices),
        facts=tuple(KnownFact(*each) for each in facts),
        note=note,
        drink_years=(first, last),
        scores=scores,
        picture=_picture(picture, pictures),
    )
