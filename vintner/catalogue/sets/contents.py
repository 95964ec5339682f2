"""The bottles in a gift set, read by one query that the pages of sets alone make."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from django.db import connection

from vintner.catalogue.models import variation_address
from vintner.catalogue.offers import Offer
from vintner.catalogue.pictures import PictureKey
from vintner.catalogue.product.variation_rows import ON_SALE, SOLD, SoldRow
from vintner.catalogue.sets.props import SetBottle, SetContents
from vintner.catalogue.wine_label import LabelRow, bottle_label_sql
from vintner.money import ZERO, Money
from vintner.web.page import Image

_CONTENTS: Final = f"""SELECT si.quantity, {bottle_label_sql("v")}, CASE WHEN p.published THEN p.slug END,
    CASE WHEN p.published AND {ON_SALE} THEN {SOLD} END,
    (SELECT json_build_array(i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes))
        FROM catalogue_picture i WHERE i.id = coalesce(v.picture_id, p.picture_id))
    FROM catalogue_setitem si JOIN catalogue_variation v ON v.id = si.variation_id
    JOIN catalogue_product p ON p.id = v.product_id
    WHERE si.product_id = %s ORDER BY si.position, si.id"""  # noqa: S608 - nothing but constants
_NUMBERS: Final = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


class SetRow(NamedTuple):
    """A row of `_CONTENTS`."""

    quantity: int
    label: LabelRow
    slug: str | None
    sold: SoldRow | None
    """None for a bottle that is not sold singly, so that it has no price."""
    picture: PictureKey | None


class BottleInSet(NamedTuple):
    """So many bottles of one kind, with what one of them costs; no offer while it is not sold singly."""

    row: SetRow
    offer: Offer | None
    image: Image | None

    @property
    def price(self) -> Money | None:
        """What all of these bottles cost singly, None while that is not known or not told."""
        if self.offer is None or self.offer.price is None:
            return None
        return self.offer.price.current * self.row.quantity


def find_set_rows(product_id: int) -> list[SetRow]:
    """Return what is in a set, in the merchant's order. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_CONTENTS, [product_id])
        return [_read(*row) for row in cursor.fetchall()]


def _read(quantity: int, label: list[Any], slug: str | None, sold: list[Any] | None, key: list[Any] | None) -> SetRow:
    return SetRow(quantity, LabelRow(*label), slug, SoldRow(*sold) if sold else None, PictureKey(*key) if key else None)


def set_contents(bottles: Sequence[BottleInSet], price: Money | None) -> SetContents | None:
    """Return what a set's page tells of its bottles, None of what is no set. `price` is what the set costs now."""
    if not bottles:
        return None
    prices = [each.price for each in bottles]
    known = [each for each in prices if each is not None]
    singly = sum(known, ZERO)
    is_cheaper = price is not None and len(known) == len(prices) and price < singly
    return SetContents(
        title=_title(sum(each.row.quantity for each in bottles)),
        bottles=tuple(_bottle(each) for each in bottles),
        singly=singly.text if is_cheaper else "",
        saved=(singly - price).text if is_cheaper and price is not None else "",
    )


def _bottle(bottle: BottleInSet) -> SetBottle:
    row = bottle.row
    label = row.label.label
    choices = ((slug, value) for slug, _, value in row.label.choices)
    url = variation_address(row.slug, choices) if row.slug else ""
    return SetBottle(quantity=row.quantity, name=label.name, about=label.about, url=url, image=bottle.image)


def _title(count: int) -> str:
    word = _NUMBERS[count - 1] if count <= len(_NUMBERS) else str(count)
    return f"{word} {'bottle' if count == 1 else 'bottles'}"


def sold_in(rows: Iterable[SetRow]) -> list[SoldRow]:
    """Return the bottles that are also sold singly."""
    return [row.sold for row in rows if row.sold is not None]
