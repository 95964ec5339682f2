"""Compares rows with what the store has. Nothing is written here, so a row with a fault leaves nothing behind."""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Final, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model

from vintner.catalogue.importing.alcohol import contains_alcohol
from vintner.catalogue.importing.picture_folder import RowPictures
from vintner.catalogue.importing.planned_rows import Change, Item, PlannedItem, PlannedRow, PlannedScores, PlannedStock
from vintner.catalogue.importing.related_records import RelatedRecords
from vintner.catalogue.importing.rows import AttributeCells, ColumnChange, ProductRow
from vintner.catalogue.importing.score_cells import ScoreCells
from vintner.catalogue.importing.stored_products import StoredProducts
from vintner.catalogue.importing.tables import RowMissing, RowProblem
from vintner.catalogue.models import (
    AttributeValue,
    Category,
    CriticScore,
    Picture,
    Product,
    StockMovement,
    Tag,
    Variation,
)
from vintner.catalogue.slugs import FreeSlugs

_SALE: Final = {
    "regular_price": "Regular price",
    "sale_price": "Sale price",
    "sale_starts_at": "Date sale price starts",
    "sale_ends_at": "Date sale price ends",
}
"""The columns of a sale by its fields."""
_KEYS: Final = {"producer": "producer_id", "picture": "picture_id"}

Related = TypeVar("Related", Category, Tag, AttributeValue)


class RowPlanner:
    """Plans the rows of a batch, in their order: a row finds the products of the rows before it."""

    def __init__(self, stored: StoredProducts, related: RelatedRecords, files: RowPictures, slugs: FreeSlugs) -> None:
        self._stored = stored
        self._related = related
        self._files = files
        self._slugs = slugs

    def plan_product(self, row: ProductRow) -> PlannedRow:
        """Plan the product of a row, with its one variation if it is simple. Raises RowProblem."""
        try:
            planned = self._plan_product(row)
        except RowProblem:
            self._drop()
            raise
        self._keep()
        if planned.made:
            planned.product.slug = self._slugs.take(row.name)
            self._stored.products[row.sku] = planned.product
        self._remember(planned)
        return planned

    def plan_variation(self, row: ProductRow, parent: str, low_stock: int | None) -> PlannedRow:
        """Plan a variation. `parent` is its product's SKU; `low_stock` counts where the row names none.

        Raises RowMissing for a product that is not there, or RowProblem.
        """
        try:
            planned = self._plan_variation(row, parent, low_stock)
        except RowProblem:
            self._drop()
            raise
        self._keep()
        self._remember(planned)
        return planned

    def _keep(self) -> None:
        self._files.keep()
        self._related.keep()

    def _drop(self) -> None:
        self._files.drop()
        self._related.drop()

    def _remember(self, planned: PlannedRow) -> None:
        variation = planned.changed_variation.item if planned.changed_variation else None
        if variation is not None and variation.sku:
            self._stored.variations[variation.sku] = variation

    def _plan_product(self, row: ProductRow) -> PlannedRow:
        product = self._stored.products.get(row.sku)
        made = product is None
        if product is None:
            self._check_spelling(row)
            product = Product(sku=row.sku, kind=row.type)
        elif product.kind != row.type:
            raise RowProblem("Type", f"the store has {row.sku} as a {product.kind} product")
        self._related.check_classes(row)
        changes = [*_columns(row.product), *self._producer_change(row), *self._picture_change(row)]
        assumed = contains_alcohol(row) if made and all(field != "alcoholic" for field, _ in changes) else None
        changes += [] if assumed is None else [("alcoholic", assumed)]
        planned = PlannedRow(product=product, made=made, changed_product=_plan_item(product, changes, made=made))
        planned.assumed_alcohol = assumed
        planned.categories = self._categories(product, row)
        planned.tags = self._tags(product, row)
        planned.facts = self._facts(product, row.attributes)
        planned.gallery = self._gallery(product, row)
        planned.scores = self._scores(product, row.scores)
        if row.type == "simple":
            self._plan_only_variation(planned, row)
        planned.contents = row.contents
        return planned

    def _check_spelling(self, row: ProductRow) -> None:
        """Refuse a new SKU that the store has in other capitals: nobody means two wines by it."""
        known = self._stored.other_spellings.get(row.sku.lower(), row.sku)
        if known != row.sku:
            raise RowProblem("SKU", f"the store has it as {known}: write it with the same capitals")

    def _plan_variation(self, row: ProductRow, parent: str, low_stock: int | None) -> PlannedRow:
        product = self._stored.products.get(parent)
        if product is None:
            raise RowMissing("Parent", f"there is no product {parent}")
        if product.kind != Product.Kind.VARIABLE:
            raise RowProblem("Parent", f"{parent} is not a variable product")
        variation = self._stored.variations.get(row.sku)
        made = variation is None
        if variation is None:
            self._check_spelling(row)
            variation = Variation(sku=row.sku, product=product)
        elif _is_new(product) or variation.product_id != product.pk:
            raise RowProblem("SKU", f"{row.sku} belongs to another product")
        changes = [*_columns(row.variation), *_low_stock_change(row, low_stock), *self._picture_change(row)]
        item = _plan_item(variation, changes, made=made)
        planned = PlannedRow(product=product, made=made, changed_variation=item, stock=_stock(item, row))
        if row.attributes is not None:
            chosen = [self._related.values(each)[0] for each in row.attributes]
            planned.options = _differing(chosen, [] if made else self._stored.options[variation.pk])
        planned.scores = self._scores(product, row.scores, only=variation)
        return planned

    def _plan_only_variation(self, planned: PlannedRow, row: ProductRow) -> None:
        """Plan the one variation of a simple product."""
        variation = None if planned.made else self._stored.only_variations.get(planned.product.pk)
        made = variation is None
        if variation is None:
            if row.sku in self._stored.variations:
                raise RowProblem("SKU", f"{row.sku} belongs to a variation of another product")
            variation = Variation(product=planned.product, sku=row.sku)
        item = _plan_item(variation, [*_columns(row.variation), *_low_stock_change(row, None)], made=made)
        planned.changed_variation = item
        planned.stock = _stock(item, row)

    def _producer_change(self, row: ProductRow) -> Iterable[Change]:
        if row.brand is not None:
            yield "producer", self._related.producer(row.brand) if row.brand else None

    def _picture_change(self, row: ProductRow) -> Iterable[Change]:
        if row.images is not None and self._files.are_read:
            yield "picture", self._files.picture(row.images[0], row.name) if row.images else None

    def _categories(self, product: Product, row: ProductRow) -> list[Category] | None:
        if row.categories is None:
            return None
        wanted = [self._related.category(path) for path in row.categories]
        return _differing(wanted, [] if _is_new(product) else self._stored.categories[product.pk])

    def _tags(self, product: Product, row: ProductRow) -> list[Tag] | None:
        if row.tags is None:
            return None
        wanted = [self._related.tag(name) for name in row.tags]
        return _differing(wanted, [] if _is_new(product) else self._stored.tags[product.pk])

    def _facts(
        self, product: Product, attributes: tuple[AttributeCells, ...] | None
    ) -> list[tuple[AttributeValue, bool]] | None:
        """Return the facts of the row, in its order, if the product has others."""
        if attributes is None:
            return None
        wanted = [(value, each.visible) for each in attributes for value in self._related.values(each)]
        stored = [] if _is_new(product) else self._stored.facts[product.pk]
        if [(value.pk, visible) for value, visible in wanted] == stored:
            return None
        return list({id(value): (value, visible) for value, visible in wanted}.values())

    def _gallery(self, product: Product, row: ProductRow) -> list[Picture] | None:
        """Return the row's further pictures, in its order, if the product has others."""
        if row.images is None or not self._files.are_read:
            return None
        pictures = [self._files.picture(name, row.name) for name in row.images]
        wanted = list({id(each): each for each in pictures[1:] if each is not pictures[0]}.values())
        stored = [] if _is_new(product) else self._stored.gallery[product.pk]
        return None if [each.pk for each in wanted] == stored else wanted

    def _scores(
        self, product: Product, wanted: Sequence[ScoreCells] | None, only: Variation | None = None
    ) -> PlannedScores | None:
        """Return the scores of a row, of one variation or of the wine, if the store has others.

        Those of the only variation of a simple wine are the wine's, since it has one row.
        """
        if wanted is None:
            return None
        every = only is None and product.kind == Product.Kind.SIMPLE
        pk = only.pk if only else None
        new = _is_new(product) or (only is not None and _is_new(only))
        stored = [] if new else [each for each in self._stored.scores[product.pk] if every or each.variation_id == pk]
        if sorted(map(_score_cells, stored)) == sorted(wanted):
            return None
        return PlannedScores(only, sorted(wanted), [each.pk for each in stored])


def _is_new(record: Model) -> bool:
    return record.pk is None


def _score_cells(score: CriticScore) -> ScoreCells:
    given_on = score.given_on.isoformat() if score.given_on else ""
    return ScoreCells(score.source, given_on, score.points, score.out_of)


def _columns(changes: Iterable[ColumnChange]) -> Iterable[Change]:
    return ((change.field, change.value) for change in changes)


def _low_stock_change(row: ProductRow, low_stock: int | None) -> Iterable[Change]:
    number = low_stock if row.low_stock is None else row.low_stock
    if number is not None:
        yield "low_stock_threshold", number


def _plan_item(item: Item, changes: Iterable[Change], *, made: bool) -> PlannedItem[Item]:
    """Find what differs. A new item gets it at once, a stored one when it is written."""
    differing = [change for change in changes if _differs(item, change)]
    changed = item if made else copy(item)
    for field, value in differing:
        setattr(changed, field, value)
    if any(field in _SALE for field, _ in differing):
        _check_sale(changed)
    return PlannedItem(item, made, differing)


def _differs(item: Product | Variation, change: Change) -> bool:
    field, value = change
    if field not in _KEYS:
        return bool(getattr(item, field) != value)
    if isinstance(value, Model):
        return _is_new(value) or getattr(item, _KEYS[field]) != value.pk
    return getattr(item, _KEYS[field]) is not None


def _differing(wanted: list[Related], stored: list[int]) -> list[Related] | None:
    """Return related records, each once, None if just these are stored."""
    if {each.pk for each in wanted} == set(stored):
        return None
    return list({id(each): each for each in wanted}.values())


def _check_sale(changed: Product | Variation) -> None:
    """Refuse a sale that does not suit what is stored already and stays."""
    try:
        changed.clean()
    except ValidationError as error:
        field, texts = next(iter(error.message_dict.items()))
        text = texts[0].rstrip(".")
        raise RowProblem(_SALE[field], text[0].lower() + text[1:]) from error


def _stock(planned: PlannedItem[Variation], row: ProductRow) -> PlannedStock | None:
    """Return the movement that brings the stock to what the file says, and that says so."""
    variation = planned.item
    if row.on_hand is None:
        return None
    backorders = dict(planned.changes).get("backorders", variation.backorders)
    if row.on_hand < variation.reserved and backorders == Variation.Backorders.NO:
        held = f"the {variation.reserved} bottles that unpaid orders hold" if variation.reserved else "zero"
        raise RowProblem("Stock", f"is below {held}")
    difference = row.on_hand - variation.on_hand
    if not difference:
        return None
    reason = StockMovement.Reason.OPENING if planned.made else StockMovement.Reason.IMPORTED
    return PlannedStock(variation, difference, reason, f"Line {row.line} of a product file")
