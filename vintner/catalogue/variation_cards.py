"""Cards of wines in a listing whose filters leave some of their variations: they speak of these alone."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from typing import NamedTuple
from urllib.parse import urlencode

from django.db import connection

from vintner.catalogue.card_cache import CachedCard, CardKey, find_cards
from vintner.catalogue.cards import CARD, CARD_TABLES, CardRow, cards_from, cards_of
from vintner.catalogue.models import Product
from vintner.catalogue.pages import Card
from vintner.catalogue.pictures import PictureKey
from vintner.catalogue.product.variation_rows import ON_SALE, offers_of

_CARDS = f"""SELECT to_json(ARRAY(SELECT json_build_array({CARD},
    ARRAY(SELECT json_build_array(v.id,
            ARRAY(SELECT json_build_array(oa.slug, ov.name) FROM catalogue_variation_options vo
                JOIN catalogue_attributevalue ov ON ov.id = vo.attributevalue_id
                JOIN catalogue_attribute oa ON oa.id = ov.attribute_id
                WHERE vo.variation_id = v.id ORDER BY oa.position, oa.name),
            (SELECT json_build_array(vi.id, vi.checksum, vi.alt, vi.caption, jsonb_array_length(vi.sizes))
                FROM catalogue_picture vi WHERE vi.id = v.picture_id))
        FROM catalogue_variation v WHERE v.id = ANY(%s) AND v.product_id = p.id AND {ON_SALE}
        ORDER BY v.position, v.id))
    FROM unnest(%s::bigint[]) WITH ORDINALITY wanted (id, place)
    JOIN ({CARD_TABLES}) ON p.id = wanted.id ORDER BY place))"""  # noqa: S608 - nothing but constants


class _FittingVariation(NamedTuple):
    """A variation that the filters leave, with its options, (slug of the attribute, value), and its own picture."""

    id: int
    options: list[list[str]]
    picture: list[object] | None


def cards_of_variations(ids: Sequence[int], fitting: Mapping[int, Collection[int]], now: datetime) -> tuple[Card, ...]:
    """Return a card for each product with one of these ids, in their order.

    `fitting`: id of a variable product → the variations of which its card speaks. A card without any speaks of all.
    As many queries as `cards_of`.
    """
    if not fitting:
        return cards_of(ids, now)
    keys = [(number, *fitting.get(number, ())) for number in ids]
    return find_cards(keys, now, partial(_make_cards, now))


def _make_cards(now: datetime, keys: Sequence[CardKey]) -> dict[CardKey, CachedCard]:
    chosen = list(chain.from_iterable(fitting for _, *fitting in keys))
    with connection.cursor() as cursor:
        cursor.execute(_CARDS, [chosen, [product_id for product_id, *_ in keys]])
        (columns,) = cursor.fetchone()
    found = [(CardRow(*card), [_FittingVariation(*each) for each in variations]) for card, variations in columns]
    rows = [_narrowed_row(row, variations) if variations else row for row, variations in found]
    offers = offers_of(chain.from_iterable(row.sold_rows for row in rows), now)
    cards = cards_from(rows, iter(offers), now)
    key_of = {key[0]: key for key in keys}
    return {
        key_of[row.id]: CachedCard(_card_with_choice(card, variations) if variations else card, row.levels)
        for row, card, (_, variations) in zip(rows, cards, found, strict=True)
    }


def _narrowed_row(row: CardRow, variations: Sequence[_FittingVariation]) -> CardRow:
    """Return the row without other variations. With one it is that of a simple product: nothing is left to choose."""
    ids = {each.id for each in variations}
    kept = [place for place, sold in enumerate(row.sold) if sold[0] in ids]
    row = row._replace(
        sold=[row.sold[place] for place in kept],
        differing=None if row.differing is None else [row.differing[place] for place in kept],
    )
    if len(kept) == 1:
        row = row._replace(kind=Product.Kind.SIMPLE, sku=row.sold_rows[0].sku)
    first, *others = [each.picture for each in variations]
    if first is None or any(picture != first for picture in others):
        return row
    key = PictureKey(*first)  # type: ignore[arg-type]  # the columns of _CARDS
    return row._replace(picture_id=key.id, checksum=key.checksum, alt=key.alt, caption=key.caption, sizes=key.sizes)


def _card_with_choice(card: Card, variations: Sequence[_FittingVariation]) -> Card:
    """Return the card with the options that its variations have in common in the address."""
    first, *others = variations
    shared = [(slug, value) for slug, value in first.options if all([slug, value] in each.options for each in others)]
    common = [(f"attribute_{slug}", value) for slug, value in shared]
    return card.model_copy(
        update={
            "url": f"{card.url}?{urlencode(common)}" if common else card.url,
            "item_id": card.item_id if others else first.id,
        }
    )
