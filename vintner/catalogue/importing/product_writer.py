"""Writes parsed rows. A row whose content is stored already changes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.core.exceptions import ValidationError
from django.db import models

from vintner.catalogue.importing.related_records import RelatedRecords
from vintner.catalogue.importing.rows import AttributeCells, ColumnChange, ProductRow
from vintner.catalogue.importing.tables import RowProblem
from vintner.catalogue.models import GalleryPicture, Product, ProductFact, StockMovement, Variation
from vintner.catalogue.slugs import free_slug
from vintner.catalogue.stock import stock_movements

_SALE: Final = {
    "regular_price": "Regular price",
    "sale_price": "Sale price",
    "sale_starts_at": "Date sale price starts",
    "sale_ends_at": "Date sale price ends",
}
"""The columns of a sale by its fields."""


class RowOutcome(StrEnum):
    """The effect of a row on the store."""

    MADE = "made"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Written:
    """The product of a row, and what the row did."""

    product_id: int
    outcome: RowOutcome


class ParentMissing(Exception):
    """The variation's product is not there, or not there yet."""


def write_product(row: ProductRow, related: RelatedRecords) -> Written:
    """Make or change the product of a row, with its one variation if it is simple."""
    product = Product.objects.filter(sku=row.sku).first()
    made = product is None
    if product is None:
        product = Product(sku=row.sku, kind=row.type, slug=free_slug(row.name, Product.objects.all()))
    elif product.kind != row.type:
        raise RowProblem("Type", f"the store has {row.sku} as a {product.kind} product")
    changes = [*row.product, *_producer_change(row, related), *_picture_change(row, related)]
    changed = _apply(product, changes, force=made)
    changed |= _set_relation(
        product.categories, [related.category(path) for path in row.categories or ()], row.categories
    )
    changed |= _set_relation(product.tags, [related.tag(name) for name in row.tags or ()], row.tags)
    if row.attributes is not None:
        changed |= _set_facts(product, row.attributes, related)
    if row.images is not None and related.has_images:
        changed |= _set_gallery(product, row, related)
    if row.type == "simple":
        changed |= _write_only_variation(product, row)
    return _result(product.pk, made=made, changed=changed)


def write_variation(row: ProductRow, parent: str, low_stock: int | None, related: RelatedRecords) -> Written:
    """Make or change a variation. `parent` is its product's SKU; `low_stock` counts where the row names none."""
    product = Product.objects.filter(sku=parent).first()
    if product is None:
        raise ParentMissing
    if product.kind != Product.Kind.VARIABLE:
        raise RowProblem("Parent", f"{parent} is not a variable product")
    variation = Variation.objects.filter(sku=row.sku).first()
    made = variation is None
    if variation is None:
        variation = Variation(sku=row.sku, product=product)
    elif variation.product_id != product.pk:
        raise RowProblem("SKU", f"{row.sku} belongs to another product")
    changed = _apply(
        variation, [*row.variation, *_low_stock_change(row, low_stock), *_picture_change(row, related)], force=made
    )
    changed |= _set_stock(variation, row, made=made)
    if row.attributes is not None:
        chosen = [related.value(each.name, each.values[0]) for each in row.attributes]
        changed |= _set_relation(variation.options, chosen, row.attributes)
    return _result(product.pk, made=made, changed=changed)


def _result(product_id: int, *, made: bool, changed: bool) -> Written:
    if made:
        return Written(product_id, RowOutcome.MADE)
    return Written(product_id, RowOutcome.CHANGED if changed else RowOutcome.UNCHANGED)


def _producer_change(row: ProductRow, related: RelatedRecords) -> Iterable[ColumnChange]:
    if row.brand is not None:
        yield ColumnChange("producer_id", related.producer(row.brand) if row.brand else None)


def _picture_change(row: ProductRow, related: RelatedRecords) -> Iterable[ColumnChange]:
    if row.images is not None and related.has_images:
        yield ColumnChange("picture_id", related.picture(row.images[0], row.name).pk if row.images else None)


def _low_stock_change(row: ProductRow, low_stock: int | None) -> Iterable[ColumnChange]:
    number = low_stock if row.low_stock is None else row.low_stock
    if number is not None:
        yield ColumnChange("low_stock_threshold", number)


def _apply(thing: models.Model, changes: Iterable[ColumnChange], *, force: bool) -> bool:
    """Set the columns that differ and save; returns whether anything did."""
    differing = [change for change in changes if getattr(thing, change.field) != change.value]
    for change in differing:
        setattr(thing, change.field, change.value)
    if isinstance(thing, Variation) and any(change.field in _SALE for change in differing):
        _check_sale(thing)
    if force:
        thing.save()
    elif differing:
        thing.save(update_fields=[change.field for change in differing])
    return force or bool(differing)


def _check_sale(variation: Variation) -> None:
    """Refuse a sale that does not suit what is stored already and stays."""
    try:
        variation.clean()
    except ValidationError as error:
        field, texts = next(iter(error.message_dict.items()))
        text = texts[0].rstrip(".")
        raise RowProblem(_SALE[field], text[0].lower() + text[1:]) from error


def _set_relation(related: "models.Manager[models.Model]", wanted: list[int], cells: object) -> bool:
    """Make a relation hold just these rows, unless the file does not speak of it; returns whether it changed."""
    if cells is None or set(related.values_list("pk", flat=True)) == set(wanted):
        return False
    related.set(wanted)  # type: ignore[attr-defined]
    return True


def _set_facts(product: Product, attributes: tuple[AttributeCells, ...], related: RelatedRecords) -> bool:
    """Make the product's facts those of the row, in its order."""
    wanted = [(value, each.visible) for each in attributes for value in related.values(each.name, each.values)]
    stored = list(product.facts.filter(variation=None).order_by("position", "pk").values_list("value_id", "visible"))
    if wanted == stored:
        return False
    product.facts.filter(variation=None).delete()
    ProductFact.objects.bulk_create(
        ProductFact(product=product, value_id=value, visible=visible, position=position)
        for position, (value, visible) in enumerate(dict(wanted).items())
    )
    return True


def _set_gallery(product: Product, row: ProductRow, related: RelatedRecords) -> bool:
    """Make the gallery hold the row's further pictures, in its order."""
    further = [related.picture(name, row.name).pk for name in (row.images or ())[1:]]
    wanted = [pk for pk in dict.fromkeys(further) if pk != product.picture_id]
    stored = list(product.gallery_pictures.order_by("position").values_list("picture_id", flat=True))
    if wanted == stored:
        return False
    product.gallery_pictures.all().delete()
    GalleryPicture.objects.bulk_create(
        GalleryPicture(product=product, picture_id=picture, position=position)
        for position, picture in enumerate(wanted, start=1)
    )
    return True


def _write_only_variation(product: Product, row: ProductRow) -> bool:
    """Make or change the one variation of a simple product."""
    variation = product.variations.first()
    made = variation is None
    if variation is None:
        if Variation.objects.filter(sku=row.sku).exists():
            raise RowProblem("SKU", f"{row.sku} belongs to a variation of another product")
        variation = Variation(product=product, sku=row.sku)
    changed = _apply(variation, [*row.variation, *_low_stock_change(row, None)], force=made)
    return _set_stock(variation, row, made=made) or changed


def _set_stock(variation: Variation, row: ProductRow, *, made: bool) -> bool:
    """Bring the stock to what the file says, by a movement that says so; returns whether it changed."""
    if row.on_hand is None:
        return False
    if row.on_hand < variation.reserved and variation.backorders == Variation.Backorders.NO:
        held = f"the {variation.reserved} bottles that unpaid orders hold" if variation.reserved else "zero"
        raise RowProblem("Stock", f"is below {held}")
    reason = StockMovement.Reason.OPENING if made else StockMovement.Reason.IMPORTED
    return stock_movements.set_on_hand(variation.pk, row.on_hand, reason, f"Line {row.line} of a product file")
