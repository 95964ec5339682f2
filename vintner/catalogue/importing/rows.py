"""Parses a row of a product CSV into typed values, before anything is written."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from decimal import Decimal
from typing import Final, Literal

from vintner.catalogue.importing import cells
from vintner.catalogue.importing.score_cells import SCORE, ScoreCells, read_scores
from vintner.catalogue.importing.set_cells import SetCells, read_contents
from vintner.catalogue.importing.tables import CsvRow, RowProblem
from vintner.catalogue.tasting.style import FIRST_YEAR, LAST_YEAR, SWEETEST
from vintner.catalogue.tasting.words import SCALES
from vintner.money import Money

Type = Literal["simple", "variable", "variation"]

COLUMNS: Final = frozenset({
    "id", "type", "sku", "name", "published", "is featured?", "visibility in catalog", "short description",
    "description", "date sale price starts", "date sale price ends", "tax status", "tax class", "in stock?", "stock",
    "low stock amount", "backorders allowed?", "sold individually?", "weight (lbs)", "weight (kg)",
    "allow customer reviews?", "sale price", "regular price", "categories", "tags", "shipping class", "images",
    "parent", "position", "brands",
    "contains alcohol?", "coming soon until", "hide price until then?",
    "contents", "body", "acidity", "sweetness", "tannin", "dosage (g/l)", "drink from", "drink until",
})  # fmt: skip
"""The columns that are read, besides those of attributes and scores."""
REQUIRED: Final = ("Type", "SKU", "Name")
_SCALES: Final = tuple((name.capitalize(), len(levels)) for name, levels in SCALES.items())
_ATTRIBUTE: Final = re.compile(r"attribute (\d{1,2}) (name|value\(s\)|visible|global)", re.ASCII)
_PUBLISHED: Final = {"1": "1", "0": "0", "-1": "0"}
_VISIBILITY: Final = {name: name for name in ("visible", "catalog", "search", "hidden")}
_TAX_STATUS: Final = {name: name for name in ("taxable", "shipping", "none")}
_BACKORDERS: Final = {"0": "no", "no": "no", "1": "yes", "yes": "yes", "notify": "notify"}
_IN_STOCK: Final = {"1": "1", "yes": "1", "0": "0", "no": "0", "backorder": "1"}


@dataclass(frozen=True, slots=True)
class AttributeCells:
    """One attribute of a row: its name, its values, and whether the product page shows it."""

    name: str
    values: tuple[str, ...]
    visible: bool


@dataclass(frozen=True, slots=True)
class ColumnChange:
    """A column of the store's tables that the row sets."""

    field: str
    value: str | bool | int | Money | Decimal | datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductRow:
    """A parsed row. A list is None where the file has no such column: then the stored values stay."""

    line: int
    type: Type
    sku: str
    name: str
    own_id: str
    parent: str
    product: tuple[ColumnChange, ...]
    variation: tuple[ColumnChange, ...]
    on_hand: int | None
    low_stock: int | None
    categories: tuple[tuple[str, ...], ...] | None
    tags: tuple[str, ...] | None
    brand: str | None
    images: tuple[str, ...] | None
    attributes: tuple[AttributeCells, ...] | None
    scores: tuple[ScoreCells, ...] | None
    contents: SetCells | None


def unread_columns(header: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of a file that are not read."""
    return tuple(name for name in header if not _is_read(name.lower()))


def _is_read(name: str) -> bool:
    return name in COLUMNS or bool(_ATTRIBUTE.fullmatch(name) or SCORE.fullmatch(name))


def parse_row(row: CsvRow, zone: tzinfo) -> ProductRow:
    """Return the parsed row, or raise RowProblem. `zone` is the shop's, for dates without one."""
    kind, virtual = _read_type(row)
    parent = cells.read_sku(row, "Parent") if kind == "variation" else ""
    brands = cells.items(row, "Brands", 120)
    return ProductRow(
        line=row.line,
        type=kind,
        sku=cells.read_sku(row, "SKU"),
        name=cells.short(row, "Name", 200) if kind == "variation" else cells.required(row, "Name", 200),
        own_id=row.text("ID"),
        parent=parent,
        product=() if kind == "variation" else tuple(_product_changes(row, zone, virtual=virtual)),
        variation=() if kind == "variable" else tuple(_variation_changes(row, zone, own=kind == "variation")),
        on_hand=None if kind == "variable" else cells.whole(row, "Stock"),
        low_stock=cells.whole(row, "Low stock amount", least=0),
        categories=cells.paths(row, "Categories") if row.has("Categories") else None,
        tags=cells.items(row, "Tags", 80) if row.has("Tags") else None,
        brand=(brands[0].split(">")[-1].strip() if brands else "") if row.has("Brands") else None,
        images=cells.items(row, "Images") if row.has("Images") else None,
        attributes=_read_attributes(row, kind),
        scores=read_scores(row),
        contents=read_contents(row),
    )


def _read_type(row: CsvRow) -> tuple[Type, bool]:
    words = {word.strip() for word in row.text("Type").lower().split(",") if word.strip()}
    kinds: list[Type] = [kind for kind in ("simple", "variable", "variation") if kind in words]
    if not words:
        raise RowProblem("Type", "is missing")
    if len(kinds) != 1 or words - {*kinds, "virtual", "downloadable"}:
        raise RowProblem("Type", f"{row.text('Type')!r} is not simple, variable or variation")
    return kinds[0], "virtual" in words


def _product_changes(row: CsvRow, zone: tzinfo, *, virtual: bool) -> Iterable[ColumnChange]:
    yield ColumnChange("name", cells.required(row, "Name", 200))
    yield ColumnChange("virtual", virtual)
    for column, field, read in _PRODUCT:
        if row.has(column):
            yield ColumnChange(field, read(row, column))
    if row.text("Contains alcohol?"):
        yield ColumnChange("alcoholic", cells.yes(row, "Contains alcohol?", default=True))
    yield from _launch_changes(row, zone)
    yield from _window_changes(row)
    for column, most in _SCALES:
        if row.has(column):
            yield ColumnChange(column.lower(), cells.whole(row, column, least=1, most=most))
    if row.has("Dosage (g/l)"):
        yield ColumnChange("dosage", cells.grams(row, "Dosage (g/l)", most=SWEETEST))


def _launch_changes(row: CsvRow, zone: tzinfo) -> Iterable[ColumnChange]:
    coming = cells.moment(row, "Coming soon until", zone)
    hides = cells.yes(row, "Hide price until then?", default=False)
    if row.has("Coming soon until"):
        if hides and coming is None:
            raise RowProblem("Hide price until then?", "only the price of a coming wine can be hidden")
        yield ColumnChange("available_from", coming)
    if row.has("Hide price until then?"):
        yield ColumnChange("hide_price", hides)


def _window_changes(row: CsvRow) -> Iterable[ColumnChange]:
    """Read the years in which to drink it: of a variation its own, else those of the wine."""
    years = {}
    for column, field in (("Drink from", "drink_from"), ("Drink until", "drink_until")):
        if row.has(column):
            years[field] = cells.whole(row, column, least=FIRST_YEAR, most=LAST_YEAR)
            yield ColumnChange(field, years[field])
    first, last = years.get("drink_from"), years.get("drink_until")
    if first and last and first > last:
        raise RowProblem("Drink until", f"{last} is before {first}")


def _flag_reader(*, default: bool) -> "_Reader":
    return lambda row, column: cells.yes(row, column, default=default)


def _read_published(row: CsvRow, column: str) -> bool:
    return cells.one_of(row, column, _PUBLISHED, "1") == "1"


def _read_class(row: CsvRow, column: str) -> str:
    return cells.short(row, column, 40).lower().replace(" ", "-")


_Reader = Callable[[CsvRow, str], str | bool]
_PRODUCT: Final[tuple[tuple[str, str, _Reader], ...]] = (
    ("Published", "published", _read_published),
    ("Is featured?", "featured", _flag_reader(default=False)),
    ("Visibility in catalog", "visibility", lambda row, column: cells.one_of(row, column, _VISIBILITY, "visible")),
    ("Short description", "short_description", CsvRow.prose),
    ("Description", "description", CsvRow.prose),
    ("Tax status", "tax_status", lambda row, column: cells.one_of(row, column, _TAX_STATUS, "taxable")),
    ("Tax class", "tax_class", lambda row, column: _read_class(row, column) or "standard"),
    ("Shipping class", "shipping_class", _read_class),
    ("Sold individually?", "sold_individually", _flag_reader(default=False)),
    ("Allow customer reviews?", "reviews_allowed", _flag_reader(default=True)),
)


def _variation_changes(row: CsvRow, zone: tzinfo, *, own: bool) -> Iterable[ColumnChange]:
    if own and row.has("Published"):
        yield ColumnChange("enabled", _read_published(row, "Published"))
    if own and row.has("Position"):
        yield ColumnChange("position", cells.whole(row, "Position", least=0, most=32_767) or 0)
    if own and row.has("Description"):
        yield ColumnChange("note", cells.short_prose(row, "Description", 1000))
    if own:
        yield from _window_changes(row)
    yield from _price_changes(row, zone)
    yield from _stock_changes(row)
    if row.has("Weight (lbs)") or row.has("Weight (kg)"):
        yield ColumnChange("weight", cells.pounds(row))


def _price_changes(row: CsvRow, zone: tzinfo) -> Iterable[ColumnChange]:
    regular, sale = cells.price(row, "Regular price"), cells.price(row, "Sale price")
    starts = cells.moment(row, "Date sale price starts", zone)
    ends = cells.moment(row, "Date sale price ends", zone, end=True)
    for column, field, value in (
        ("Regular price", "regular_price", regular),
        ("Sale price", "sale_price", sale),
        ("Date sale price starts", "sale_starts_at", starts),
        ("Date sale price ends", "sale_ends_at", ends),
    ):
        if row.has(column):
            yield ColumnChange(field, value)


def _stock_changes(row: CsvRow) -> Iterable[ColumnChange]:
    """Read the stock: counted when a number is given, else a flag."""
    if row.has("Stock"):
        yield ColumnChange("manage_stock", cells.whole(row, "Stock") is not None)
    if row.has("In stock?"):
        yield ColumnChange("available", cells.one_of(row, "In stock?", _IN_STOCK, "1") == "1")
    if row.has("Backorders allowed?"):
        yield ColumnChange("backorders", cells.one_of(row, "Backorders allowed?", _BACKORDERS, "no"))


def _read_attributes(row: CsvRow, kind: Type) -> tuple[AttributeCells, ...] | None:
    numbers = sorted({int(found[1]) for name in row.cells if (found := _ATTRIBUTE.fullmatch(name))})
    if not numbers:
        return None
    read = []
    for number in numbers:
        name = cells.short(row, f"Attribute {number} name", 80)
        values = cells.items(row, f"Attribute {number} value(s)")
        if name and values:
            if kind == "variation" and len(values) > 1:
                raise RowProblem(f"Attribute {number} value(s)", "a variation has one value of each attribute")
            read.append(AttributeCells(name, values, cells.yes(row, f"Attribute {number} visible", default=True)))
    return tuple(read)
