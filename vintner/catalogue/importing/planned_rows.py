"""What rows change, before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Generic, TypeVar

from vintner.catalogue.importing.score_cells import ScoreCells
from vintner.catalogue.importing.set_cells import SetCells
from vintner.catalogue.models import AttributeValue, Category, Picture, Producer, Product, StockMovement, Tag, Variation
from vintner.money import Money

Change = tuple[str, str | bool | int | Money | Decimal | datetime | Picture | Producer | None]
"""A field and its new value."""


class RowOutcome(StrEnum):
    """The effect of a row on the store."""

    MADE = "made"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


Item = TypeVar("Item", Product, Variation)


@dataclass(frozen=True, slots=True, eq=False)
class PlannedItem(Generic[Item]):
    """A product or variation that is made, with all it has, or the fields of a stored one that change."""

    item: Item
    made: bool
    changes: Sequence[Change]

    @property
    def differs(self) -> bool:
        return self.made or bool(self.changes)


@dataclass(frozen=True, slots=True, eq=False)
class PlannedScores:
    """The scores of a product, or of one variation, and the ids of those that they take the place of."""

    only: Variation | None
    scores: Sequence[ScoreCells]
    outdated: Sequence[int]


@dataclass(frozen=True, slots=True, eq=False)
class PlannedStock:
    """Bottles that come or go."""

    variation: Variation
    difference: int
    reason: StockMovement.Reason
    note: str


@dataclass(slots=True, kw_only=True, eq=False)
class PlannedRow:
    """A row that can be written. None where it changes nothing."""

    product: Product
    changed_product: PlannedItem[Product] | None = None
    changed_variation: PlannedItem[Variation] | None = None
    made: bool
    categories: list[Category] | None = None
    tags: list[Tag] | None = None
    facts: list[tuple[AttributeValue, bool]] | None = None
    gallery: list[Picture] | None = None
    options: list[AttributeValue] | None = None
    scores: PlannedScores | None = None
    stock: PlannedStock | None = None
    assumed_alcohol: bool | None = None
    """Whether a new product counts as one with alcohol, if its row does not say it; else None."""
    contents: SetCells | None = None
    """What is in a set: written last and alone, because its bottles may be of the rows before."""
    changed_contents: bool = False

    @property
    def kind(self) -> str:
        return "Variations" if self.changed_product is None else "Products"

    @property
    def outcome(self) -> RowOutcome:
        if self.made:
            return RowOutcome.MADE
        parts = (self.categories, self.tags, self.facts, self.gallery, self.options, self.scores, self.stock)
        items = (self.changed_product, self.changed_variation)
        differs = any(part is not None for part in parts) or any(each is not None and each.differs for each in items)
        return RowOutcome.CHANGED if differs or self.changed_contents else RowOutcome.UNCHANGED
